#include "ccrypto.h"

#include <endian.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

// The generators of a run share one key, so each thread keeps the context of the key of last time.
struct cipher {
    EVP_CIPHER_CTX *context;
    uint64_t key[2];
};

static bool begin(struct cipher *cipher, uint64_t key_high, uint64_t key_low) {
    if (cipher->context && cipher->key[0] == key_high && cipher->key[1] == key_low) return true;
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
    EVP_CIPHER_CTX *context = cipher->context ? cipher->context : EVP_CIPHER_CTX_new();
    cipher->context = NULL;
    uint64_t key[2] = {htobe64(key_high), htobe64(key_low)};
    if (!context || !EVP_EncryptInit_ex2(context, EVP_aes_128_ecb(), (const unsigned char *)key, NULL, NULL) ||
        !EVP_CIPHER_CTX_set_padding(context, 0)) {
        EVP_CIPHER_CTX_free(context);
        return false;
    }
    *cipher = (struct cipher){context, {key_high, key_low}};
    return true;
}

bool clx_aes128(uint64_t key_high, uint64_t key_low, uint64_t high, uint64_t low, uint64_t *result_high,
                uint64_t *result_low) {
    static _Thread_local struct cipher cipher;
    uint64_t block[2] = {htobe64(high), htobe64(low)}, result[2];
    int length = 0;
    if (!begin(&cipher, key_high, key_low) ||
        !EVP_EncryptUpdate(cipher.context, (unsigned char *)result, &length, (const unsigned char *)block,
                           sizeof block) ||
        length != sizeof block)
        return false;
    *result_high = be64toh(result[0]);
    *result_low = be64toh(result[1]);
    return true;
}
