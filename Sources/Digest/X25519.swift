import CCrypto

/// The key agreement X25519 (RFC 7748), computed by libcrypto.
package enum X25519 {
    /// The number of bytes of a private key, a public key and a shared secret.
    package static let byteCount = 32

    /// Returns the public key of a private key, which is any 32 bytes.
    package static func publicKey(of privateKey: [UInt8]) -> [UInt8] {
        precondition(privateKey.count == byteCount, "a private key has 32 bytes")
        var key = [UInt8](repeating: 0, count: byteCount)
        let isDone = clx_x25519_public_key(privateKey, &key)
        precondition(isDone, "libcrypto refuses to compute X25519")
        return key
    }

    /// Returns the secret that both ends compute, or nil for a public key of another length or of low order.
    package static func sharedSecret(_ privateKey: [UInt8], with publicKey: [UInt8]) -> [UInt8]? {
        precondition(privateKey.count == byteCount, "a private key has 32 bytes")
        guard publicKey.count == byteCount else { return nil }
        var secret = [UInt8](repeating: 0, count: byteCount)
        return clx_x25519_agree(privateKey, publicKey, &secret) ? secret : nil
    }
}
