#ifndef ROLLCALL_CCRYPTO_H
#define ROLLCALL_CCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// HMAC (RFC 2104) through libcrypto. The digest has 32 bytes for SHA-256 and 20 for SHA-1.
// False when libcrypto refuses, and then the digest holds nothing of use.
// What is hashed with SHA-256 comes in two pieces, the first of which is the same for many messages.
bool clx_hmac_sha256(const uint8_t *key, size_t key_length, const uint8_t *head, size_t head_length,
                     const uint8_t *message, size_t message_length, uint8_t *digest);
bool clx_hmac_sha1(const uint8_t *key, size_t key_length, const uint8_t *message, size_t message_length,
                   uint8_t *digest);

// Whether `length` bytes are the same, in a time that does not depend on where they differ.
bool clx_equal_in_constant_time(const uint8_t *left, const uint8_t *right, size_t length);

#endif
