/// Hybrid public key encryption (RFC 9180) in base mode, with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-128-GCM.
///
/// A sender knows the receiver's public key beforehand. Both derive one context: it seals messages, and exports secrets.
package struct HPKE: Sendable {
    /// The sender's ephemeral public key, which the receiver needs.
    package let encapsulatedKey: [UInt8]
    private let key: [UInt8]
    private let baseNonce: [UInt8]
    private let exporterSecret: [UInt8]

    /// Creates the sender's context. The private key must be random, and of this sender alone.
    ///
    /// - Returns: nil for an invalid public key.
    package init?(sendingTo publicKey: [UInt8], privateKey: [UInt8], info: [UInt8]) {
        let own = X25519.publicKey(of: privateKey)
        guard let secret = X25519.sharedSecret(privateKey, with: publicKey) else { return nil }
        self.init(secret, encapsulatedKey: own, publicKey: publicKey, info: info)
    }

    /// Creates the receiver's context.
    ///
    /// - Returns: nil for an invalid encapsulated key.
    package init?(receiving encapsulatedKey: [UInt8], privateKey: [UInt8], publicKey: [UInt8], info: [UInt8]) {
        guard let secret = X25519.sharedSecret(privateKey, with: encapsulatedKey) else { return nil }
        self.init(secret, encapsulatedKey: encapsulatedKey, publicKey: publicKey, info: info)
    }

    /// The key schedule of RFC 9180 sections 4.1 and 5.1.
    private init(_ secret: [UInt8], encapsulatedKey: [UInt8], publicKey: [UInt8], info: [UInt8]) {
        let kem = Suite(id: Array("KEM".utf8) + [0x00, 0x20])
        let suite = Suite.whole
        let prk = kem.extract(salt: [], "eae_prk", secret)
        let shared = kem.expand(prk, "shared_secret", encapsulatedKey + publicKey, 32)
        let modeBase: [UInt8] = [0]
        let context =
            modeBase + suite.extract(salt: [], "psk_id_hash", []) + suite.extract(salt: [], "info_hash", info)
        let schedule = suite.extract(salt: shared, "secret", [])
        self.encapsulatedKey = encapsulatedKey
        key = suite.expand(schedule, "key", context, 16)
        baseNonce = suite.expand(schedule, "base_nonce", context, 12)
        exporterSecret = suite.expand(schedule, "exp", context, 32)
    }

    /// Seals a message. Each number is used for one message.
    package func seal(_ message: [UInt8], number: UInt64, authenticating data: [UInt8] = []) -> [UInt8] {
        AES128.seal(message, key: key, nonce: nonce(number), authenticating: data)
    }

    /// Returns the message that was sealed with this number and data; nil when it was not sealed in this context.
    package func open(_ sealed: [UInt8], number: UInt64, authenticating data: [UInt8] = []) -> [UInt8]? {
        AES128.open(sealed, key: key, nonce: nonce(number), authenticating: data)
    }

    /// Returns a secret of 32 bytes that both ends derive for a purpose (RFC 9180 section 5.3).
    package func exported(for purpose: [UInt8]) -> [UInt8] {
        Suite.whole.expand(exporterSecret, "sec", purpose, 32)
    }

    private func nonce(_ number: UInt64) -> [UInt8] {
        var nonce = baseNonce
        for index in 0..<8 { nonce[4 + index] ^= UInt8(truncatingIfNeeded: number >> UInt64(56 - index * 8)) }
        return nonce
    }
}

/// The labelled key derivation of RFC 9180 section 4, on HKDF-SHA256 (RFC 5869).
private struct Suite {
    let id: [UInt8]

    /// DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-128-GCM.
    static let whole = Suite(id: Array("HPKE".utf8) + [0x00, 0x20, 0x00, 0x01, 0x00, 0x01])

    private static let version = Array("HPKE-v1".utf8)

    func extract(salt: [UInt8], _ label: String, _ material: [UInt8]) -> [UInt8] {
        HKDF.extract(salt: salt, Self.version + id + Array(label.utf8) + material)
    }

    func expand(_ key: [UInt8], _ label: String, _ info: [UInt8], _ count: Int) -> [UInt8] {
        let length = [UInt8(count >> 8), UInt8(count & 255)]
        return HKDF.expand(key, info: length + Self.version + id + Array(label.utf8) + info, count: count)
    }
}
