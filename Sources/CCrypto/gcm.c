#include "ccrypto.h"

#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

enum { tag_length = 16 };

static EVP_CIPHER_CTX *begin(const uint8_t *key, const uint8_t *nonce, size_t length, bool is_sealing) {
    if (length > INT_MAX - tag_length) return NULL;
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    // The default length of a nonce is 12 bytes.
    if (context && EVP_CipherInit_ex2(context, EVP_aes_128_gcm(), key, nonce, is_sealing, NULL)) return context;
    EVP_CIPHER_CTX_free(context);
    return NULL;
}

bool clx_aes128_gcm_seal(const uint8_t *key, const uint8_t *nonce, const uint8_t *aad, size_t aad_length,
                         const uint8_t *message, size_t length, uint8_t *sealed) {
    EVP_CIPHER_CTX *context = begin(key, nonce, length + aad_length, true);
    int count = 0, rest = 0;
    bool is_done = context && (!aad_length || EVP_EncryptUpdate(context, NULL, &count, aad, (int)aad_length)) &&
                   EVP_EncryptUpdate(context, sealed, &count, message, (int)length) &&
                   EVP_EncryptFinal_ex(context, sealed + count, &rest) && (size_t)(count + rest) == length &&
                   EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, tag_length, sealed + length);
    EVP_CIPHER_CTX_free(context);
    return is_done;
}

bool clx_aes128_gcm_open(const uint8_t *key, const uint8_t *nonce, const uint8_t *aad, size_t aad_length,
                         const uint8_t *sealed, size_t length, uint8_t *message) {
    if (length < tag_length) return false;
    size_t rest_length = length - tag_length;
    EVP_CIPHER_CTX *context = begin(key, nonce, length + aad_length, false);
    int count = 0, rest = 0;
    bool is_done =
        context && (!aad_length || EVP_DecryptUpdate(context, NULL, &count, aad, (int)aad_length)) &&
        EVP_DecryptUpdate(context, message, &count, sealed, (int)rest_length) &&
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tag_length, (void *)(uintptr_t)(sealed + rest_length)) &&
        EVP_DecryptFinal_ex(context, message + count, &rest) > 0 && (size_t)(count + rest) == rest_length;
    EVP_CIPHER_CTX_free(context);
    return is_done;
}
