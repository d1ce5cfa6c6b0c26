import Digest
public import Timing
import Wire

/// A signed authorization of a user with an expiry: a CBOR Web Token (RFC 8392) in a COSE_Mac0 structure (RFC 9052
/// section 6.2) under HMAC 256/256 (RFC 9053 section 3.1).
public struct AccessToken: Hashable, Sendable {
    /// The user (claim `sub`).
    public var userId: String
    /// The date of issue (claim `iat`), truncated to seconds on the wire.
    public var issuedAt: Timestamp
    /// The expiry date (claim `exp`), truncated to seconds on the wire; nil for no expiry.
    public var expiresAt: Timestamp?
    /// The only call for which the token is valid (claim `call_cid`); nil for any call.
    public var callCid: CallCid?
    /// The public key of the only client that can use the token (claim `cnf` with `kid`, RFC 8747); nil for any bearer.
    public var clientKey: [UInt8]?

    /// Creates an unsigned token.
    public init(
        userId: String, issuedAt: Timestamp, expiresAt: Timestamp? = nil, callCid: CallCid? = nil,
        clientKey: [UInt8]? = nil
    ) {
        self.userId = userId
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.callCid = callCid
        self.clientKey = clientKey
    }

    /// The reason for which a token is invalid.
    public enum Refusal: Error, Hashable, Sendable {
        /// The bytes are not a token of this form.
        case malformed(String)
        /// The signature does not match the secret.
        case wrongSignature
        /// The token expired at the given date.
        case expired(at: Timestamp)
        /// The token was issued at this date, which is more than ``clockTolerance`` in the future.
        case issuedAhead(at: Timestamp)
        /// The token belongs to the holder of another key.
        case foreignKey
    }

    /// The greatest lead of the clock of a token's issuer.
    public static let clockTolerance = Duration.seconds(60)

    /// Returns the token, signed with a secret.
    public func signed(with secret: [UInt8]) -> [UInt8] {
        let claims = claims
        var writer = CBOR.Writer(capacity: Self.head.count + claims.count + Self.emptyTag.count + 5)
        writer.write(encoded: Self.head)
        writer.write(claims)
        writer.write(Self.emptyTag)
        var token = writer.finished()
        // A byte string of 32 bytes has two more as its head.
        let start = token.count - Self.emptyTag.count
        let tag = HMAC.sha256(key: secret, Self.signedHead, token[Self.head.count..<start - 2])
        var signature = token.mutableSpan
        for index in tag.indices { signature[start + index] = tag[index] }
        return token
    }

    /// Decodes and verifies a token as of `date`.
    public init(_ bytes: [UInt8], secret: [UInt8], at date: Timestamp) throws(Refusal) {
        guard let token = try? CBOR.Index(decoding: bytes), let list = token.content(ofTag: 17, at: 0),
            var parts = token.elements(ofArrayAt: list), parts.count == 4, let protected = parts.nextPosition(),
            let unprotected = parts.nextPosition(), let claims = parts.nextPosition(), let mac = parts.nextPosition()
        else { throw .malformed("the token is not a COSE_Mac0 structure with tag 17") }
        guard token.isItem(at: protected, encodedAs: Self.encodedProtectedHeader[...]),
            token.isItem(at: unprotected, encodedAs: Self.noHeader[...]), let payload = token.bytes(at: claims),
            let tag = token.bytes(at: mac)
        else { throw .malformed("the token's headers must be {1: 5} (HMAC 256/256) and {}") }
        let signed = token.encoding(ofItemAt: claims)
        guard timeConstantEqual(tag[...], HMAC.sha256(key: secret, Self.signedHead, signed)) else {
            throw .wrongSignature
        }
        try self.init(claims: payload)
        if let expiresAt, expiresAt <= date { throw .expired(at: expiresAt) }
        guard issuedAt <= date.advanced(by: Self.clockTolerance) else { throw .issuedAhead(at: issuedAt) }
    }

    private init(claims payload: [UInt8]) throws(Refusal) {
        guard let claims = try? CBOR.Index(decoding: payload), claims.isMap(at: 0) else {
            throw .malformed("the claims must be a map")
        }
        func claim(_ number: UInt8) -> Int? { claims.value(underSmall: number, inMapAt: 0) }
        guard let subject = claim(Claim.subject).flatMap(claims.text(at:)), !subject.isEmpty else {
            throw .malformed("the claim sub (2) must be a text")
        }
        guard let issuedAt = claim(Claim.issuedAt).flatMap(claims.integer(at:)).flatMap(Self.date(seconds:)) else {
            throw .malformed("the claim iat (6) must be a number of seconds")
        }
        var expiresAt: Timestamp?
        if let expiry = claim(Claim.expiry) {
            expiresAt = claims.integer(at: expiry).flatMap(Self.date(seconds:))
            guard expiresAt != nil else { throw .malformed("the claim exp (4) must be a number of seconds") }
        }
        self.init(
            userId: subject, issuedAt: issuedAt, expiresAt: expiresAt, callCid: try Self.callCid(of: claims),
            clientKey: try Self.clientKey(of: claims))
    }

    // MARK: Restrictions, of which an unreadable one must not make a token one without it

    /// Returns the only call, or nil for any call.
    private static func callCid(of claims: CBOR.Index) throws(Refusal) -> CallCid? {
        guard let claim = claims.value(under: Claim.callCid, inMapAt: 0) else { return nil }
        guard let cid = claims.text(at: claim).flatMap(CallCid.init(_:)) else {
            throw .malformed("the claim call_cid must be a call's type and id, such as default:standup")
        }
        return cid
    }

    /// Returns the confirmed key, or nil for any bearer.
    private static func clientKey(of claims: CBOR.Index) throws(Refusal) -> [UInt8]? {
        guard let confirmation = claims.value(underSmall: Claim.confirmation, inMapAt: 0) else { return nil }
        guard claims.isMap(at: confirmation),
            let key = claims.value(underSmall: Claim.keyID, inMapAt: confirmation).flatMap(claims.bytes(at:))
        else { throw .malformed("the claim cnf (8) must name a key as kid (3)") }
        return key
    }

    /// The claims as a map, in the order of the encoding.
    private var claims: [UInt8] {
        var writer = CBOR.Writer(capacity: 224)
        writer.beginMap(count: 2 + [expiresAt == nil, callCid == nil, clientKey == nil].count { !$0 })
        writer.write(Int64(Claim.subject))
        writer.write(userId)
        if let expiresAt {
            writer.write(Int64(Claim.expiry))
            writer.write(expiresAt.milliseconds / 1000)
        }
        writer.write(Int64(Claim.issuedAt))
        writer.write(issuedAt.milliseconds / 1000)
        if let clientKey {
            writer.write(Int64(Claim.confirmation))
            writer.beginMap(count: 1)
            writer.write(Int64(Claim.keyID))
            writer.write(clientKey)
        }
        if let callCid {
            writer.write(Claim.callCid)
            writer.write(callCid.type, UInt8(ascii: ":"), callCid.id)
        }
        return writer.finished()
    }

    private enum Claim {
        static let subject: UInt8 = 2
        static let expiry: UInt8 = 4
        static let issuedAt: UInt8 = 6
        static let confirmation: UInt8 = 8
        static let keyID: UInt8 = 3
        static let callCid = "call_cid"
    }

    /// `{1: 5}`: algorithm HMAC 256/256.
    private static let protectedHeader: [UInt8] = [0xA1, 0x01, 0x05]
    private static let encodedProtectedHeader = CBOR.bytes(protectedHeader).encoded()
    private static let noHeader = CBOR.map([:]).encoded()

    /// The bytes before the claims of every token: tag 17, an array of four, both headers.
    private static let head = [0xD1, 0x84] + encodedProtectedHeader + noHeader

    /// The placeholder of the signature.
    private static let emptyTag = [UInt8](repeating: 0, count: 32)

    /// The start of the signed bytes (RFC 9052 section 6.3): an array of four, whose last element is the claims as a
    /// byte string.
    private static let signedHead =
        [0x84] + CBOR.text("MAC0").encoded() + encodedProtectedHeader + CBOR.bytes([]).encoded()

    private static func date(seconds: Int64) -> Timestamp? {
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? nil : Timestamp(milliseconds: milliseconds)
    }
}
