#include "ccrypto.h"

#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

static bool hmac(const EVP_MD *hash, const uint8_t *key, size_t key_length, const uint8_t *message,
                 size_t message_length, uint8_t *digest) {
    // HMAC() takes the length as an int, and a null key as "the key of last time".
    static const uint8_t empty[1] = {0};
    if (key_length > INT_MAX) return false;
    return HMAC(hash, key_length ? key : empty, (int)key_length, message, message_length, digest, NULL) != NULL;
}

bool clx_hmac_sha256(const uint8_t *key, size_t key_length, const uint8_t *message, size_t message_length,
                     uint8_t *digest) {
    return hmac(EVP_sha256(), key, key_length, message, message_length, digest);
}

bool clx_hmac_sha1(const uint8_t *key, size_t key_length, const uint8_t *message, size_t message_length,
                   uint8_t *digest) {
    return hmac(EVP_sha1(), key, key_length, message, message_length, digest);
}

bool clx_equal_in_constant_time(const uint8_t *left, const uint8_t *right, size_t length) {
    return CRYPTO_memcmp(left, right, length) == 0;
}
