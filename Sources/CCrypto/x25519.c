#include "ccrypto.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

enum { key_length = 32 };

static EVP_PKEY *private_key(const uint8_t *bytes) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
    return EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, NULL, bytes, key_length);
}

bool clx_x25519_public_key(const uint8_t *private_bytes, uint8_t *public_bytes) {
    EVP_PKEY *key = private_key(private_bytes);
    size_t length = key_length;
    bool is_done = key && EVP_PKEY_get_raw_public_key(key, public_bytes, &length) && length == key_length;
    EVP_PKEY_free(key);
    return is_done;
}

bool clx_x25519_agree(const uint8_t *private_bytes, const uint8_t *public_bytes, uint8_t *shared_secret) {
    EVP_PKEY *key = private_key(private_bytes);
    EVP_PKEY *peer = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL, public_bytes, key_length);
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    size_t length = key_length;
    // libcrypto refuses a public key of low order, with which the secret would be zero (RFC 7748 section 6.1).
    bool is_done = context && peer && EVP_PKEY_derive_init(context) > 0 &&
                   EVP_PKEY_derive_set_peer(context, peer) > 0 &&
                   EVP_PKEY_derive(context, shared_secret, &length) > 0 && length == key_length;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(peer);
    EVP_PKEY_free(key);
    return is_done;
}
