#include "ccrypto.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <string.h>

// Looking an algorithm up costs more than computing it, so each thread does it once.
struct algorithm {
    const char *hash;
    EVP_MAC_CTX *context;
    // The last key, which a context need not receive again; a length of 0 means none.
    size_t key_length;
    uint8_t key[64];
};

static EVP_MAC_CTX *look_up(const char *hash) {
    // The system's configuration does not affect HMAC, and reading it takes longer than everything else here.
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    EVP_MAC_CTX *context = mac ? EVP_MAC_CTX_new(mac) : NULL;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)hash, 0), OSSL_PARAM_construct_end()};
    if (context && !EVP_MAC_CTX_set_params(context, parameters)) {
        EVP_MAC_CTX_free(context);
        context = NULL;
    }
    EVP_MAC_free(mac);
    return context;
}

// A null key selects the last key, so an empty one needs an address.
static bool begin(struct algorithm *algorithm, const uint8_t *key, size_t length) {
    static const uint8_t empty[1] = {0};
    bool is_known = length && length == algorithm->key_length && memcmp(key, algorithm->key, length) == 0;
    if (is_known) return EVP_MAC_init(algorithm->context, NULL, 0, NULL);
    algorithm->key_length = 0;
    if (!EVP_MAC_init(algorithm->context, length ? key : empty, length, NULL)) return false;
    if (length && length <= sizeof algorithm->key) {
        memcpy(algorithm->key, key, length);
        algorithm->key_length = length;
    }
    return true;
}

static bool hmac(struct algorithm *algorithm, const uint8_t *key, size_t key_length, const uint8_t *head,
                 size_t head_length, const uint8_t *message, size_t message_length, uint8_t *digest,
                 size_t digest_length) {
    if (!algorithm->context) algorithm->context = look_up(algorithm->hash);
    return algorithm->context && begin(algorithm, key, key_length) &&
           EVP_MAC_update(algorithm->context, head, head_length) &&
           EVP_MAC_update(algorithm->context, message, message_length) &&
           EVP_MAC_final(algorithm->context, digest, NULL, digest_length);
}

bool clx_hmac_sha256(const uint8_t *key, size_t key_length, const uint8_t *head, size_t head_length,
                     const uint8_t *message, size_t message_length, uint8_t *digest) {
    static _Thread_local struct algorithm sha256 = {.hash = "SHA256"};
    return hmac(&sha256, key, key_length, head, head_length, message, message_length, digest, 32);
}

bool clx_hmac_sha1(const uint8_t *key, size_t key_length, const uint8_t *message, size_t message_length,
                   uint8_t *digest) {
    static _Thread_local struct algorithm sha1 = {.hash = "SHA1"};
    return hmac(&sha1, key, key_length, NULL, 0, message, message_length, digest, 20);
}

bool clx_equal_in_constant_time(const uint8_t *left, const uint8_t *right, size_t length) {
    return CRYPTO_memcmp(left, right, length) == 0;
}
