internal import Digest
internal import Wire

/// The public key of a backend, for which clients seal their tokens and with which they prove their requests (X25519).
public struct ServerKey: Hashable, Sendable {
    /// The 32 bytes of the key.
    public let bytes: [UInt8]

    /// Creates a key; nil unless there are 32 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == X25519.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Creates a key from 64 hexadecimal digits, as ``description`` writes it; nil for any other text.
    public init?(_ text: String) {
        guard text.utf8.count == X25519.byteCount * 2, let bytes = [UInt8](hexadecimal: text) else { return nil }
        self.bytes = bytes
    }
}

extension ServerKey: CustomStringConvertible {
    /// The key in 64 hexadecimal digits.
    public var description: String {
        bytes.hexadecimal
    }
}

/// The private key of a backend.
package struct ServerKeyPair: Sendable {
    private let privateKey: [UInt8]
    package let publicKey: ServerKey

    /// Derives the key from the secret that signs tokens.
    package init(tokenSecret: [UInt8]) {
        let prk = HKDF.extract(salt: [], tokenSecret)
        privateKey = HKDF.expand(prk, info: Array("rollcall server key".utf8), count: X25519.byteCount)
        let publicBytes = X25519.publicKey(of: privateKey)
        guard let key = ServerKey(publicBytes) else { preconditionFailure("a public key has 32 bytes") }
        publicKey = key
    }

    /// Returns the secrets that this backend shares with the holder of a client key; nil for an invalid key.
    package func shared(with clientKey: [UInt8]) -> SharedKeys? {
        HPKE(receiving: clientKey, privateKey: privateKey, publicKey: publicKey.bytes, info: SharedKeys.info)
            .map(SharedKeys.init)
    }
}

/// The secrets that a client and its backend derive from their keys by HPKE (RFC 9180): for sealed tokens, and for each
/// server.
package struct SharedKeys: Sendable {
    static let info = Array("rollcall request proofs".utf8)

    private let context: HPKE

    fileprivate init(_ context: HPKE) {
        self.context = context
    }

    /// Creates the client's end from a private key of 32 random bytes; nil for an invalid server key.
    package init?(with serverKey: ServerKey, privateKey: [UInt8]) {
        guard let context = HPKE(sendingTo: serverKey.bytes, privateKey: privateKey, info: Self.info) else {
            return nil
        }
        self.init(context)
    }

    /// The client's public key.
    package var clientKey: [UInt8] { context.encapsulatedKey }

    /// Returns the key that authenticates requests to a server: `coordinator`, or an SFU by its name.
    package func authenticationKey(for server: String) -> [UInt8] {
        context.exported(for: Array(server.utf8))
    }

    /// Seals a token for the request with this number.
    package func seal(_ token: SealedToken, number: UInt64) -> [UInt8] {
        context.seal(token.encoded(), number: number)
    }

    /// Returns the token that was sealed for the request with this number; nil for any other bytes.
    package func open(_ sealed: [UInt8], number: UInt64) -> SealedToken? {
        context.open(sealed, number: number).flatMap { try? SealedToken(decoding: $0) }
    }
}
