#include "ccrypto.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>

// To look an algorithm up costs more than to compute it, so each is looked up once and copied where it is used.
static EVP_MAC_CTX *with_sha256, *with_sha1;

static EVP_MAC_CTX *look_up(const char *hash) {
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

static void look_up_all(void) {
    with_sha256 = look_up("SHA256");
    with_sha1 = look_up("SHA1");
}

static bool hmac(EVP_MAC_CTX *const *algorithm, const uint8_t *key, size_t key_length, const uint8_t *message,
                 size_t message_length, uint8_t *digest, size_t digest_length) {
    // A null key means "the key of last time".
    static const uint8_t empty[1] = {0};
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (pthread_once(&once, look_up_all) != 0 || !*algorithm) return false;
    EVP_MAC_CTX *context = EVP_MAC_CTX_dup(*algorithm);
    bool is_done = context && EVP_MAC_init(context, key_length ? key : empty, key_length, NULL) &&
                   EVP_MAC_update(context, message, message_length) &&
                   EVP_MAC_final(context, digest, NULL, digest_length);
    EVP_MAC_CTX_free(context);
    return is_done;
}

bool clx_hmac_sha256(const uint8_t *key, size_t key_length, const uint8_t *message, size_t message_length,
                     uint8_t *digest) {
    return hmac(&with_sha256, key, key_length, message, message_length, digest, 32);
}

bool clx_hmac_sha1(const uint8_t *key, size_t key_length, const uint8_t *message, size_t message_length,
                   uint8_t *digest) {
    return hmac(&with_sha1, key, key_length, message, message_length, digest, 20);
}

bool clx_equal_in_constant_time(const uint8_t *left, const uint8_t *right, size_t length) {
    return CRYPTO_memcmp(left, right, length) == 0;
}
