#ifndef ROLLCALL_CCRYPTO_H
#define ROLLCALL_CCRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// HMAC (RFC 2104) through libcrypto: 32 bytes for SHA-256, 20 for SHA-1. Returns false when libcrypto refuses; the
// digest is then undefined. The SHA-256 variant takes two pieces, because many messages share the first one.
bool clx_hmac_sha256(const uint8_t *key, size_t key_length, const uint8_t *head, size_t head_length,
                     const uint8_t *message, size_t message_length, uint8_t *digest);
bool clx_hmac_sha1(const uint8_t *key, size_t key_length, const uint8_t *message, size_t message_length,
                   uint8_t *digest);

// One block of AES-128 (FIPS 197) through libcrypto; key, block and result as two big-endian halves.
// False when libcrypto refuses, and then the result holds nothing of use.
bool clx_aes128(uint64_t key_high, uint64_t key_low, uint64_t high, uint64_t low, uint64_t *result_high,
                uint64_t *result_low);

// X25519 (RFC 7748) through libcrypto; each key and the shared secret has 32 bytes. `agree` returns false for a public key
// of low order.
bool clx_x25519_public_key(const uint8_t *private_bytes, uint8_t *public_bytes);
bool clx_x25519_agree(const uint8_t *private_bytes, const uint8_t *public_bytes, uint8_t *shared_secret);

// AES-128-GCM (NIST SP 800-38D) through libcrypto; a key has 16 bytes, a nonce 12. `sealed` has 16 bytes more than the
// message, which are the tag. `open` returns false when the tag does not match, and then the message holds nothing of use.
bool clx_aes128_gcm_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *aad, size_t aad_length,
                         const uint8_t *message, size_t length, uint8_t *sealed);
bool clx_aes128_gcm_open(const uint8_t *key, const uint8_t *nonce, const uint8_t *aad, size_t aad_length,
                         const uint8_t *sealed, size_t length, uint8_t *message);

// Returns true when `length` bytes are equal, in a time that does not depend on their values.
bool clx_equal_in_constant_time(const uint8_t *left, const uint8_t *right, size_t length);

#endif
