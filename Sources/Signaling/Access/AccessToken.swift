import Digest
public import Timing
import Wire

/// Who may act as whom until when, signed by the backend: a CBOR Web Token (RFC 8392) in a COSE_Mac0 structure
/// (RFC 9052 section 6.2) under HMAC 256/256 (RFC 9053 section 3.1).
public struct AccessToken: Hashable, Sendable {
    /// The user (claim `sub`).
    public var userId: String
    /// When it was issued (claim `iat`), cut to seconds on the wire.
    public var issuedAt: Timestamp
    /// When it ends (claim `exp`), cut to seconds on the wire; nil means never.
    public var expiresAt: Timestamp?
    /// The one call that it is good for (claim `call_cid`), or any.
    public var callCid: CallCid?

    /// Describes a token.
    public init(userId: String, issuedAt: Timestamp, expiresAt: Timestamp? = nil, callCid: CallCid? = nil) {
        self.userId = userId
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.callCid = callCid
    }

    /// Why a token is not good.
    public enum Refusal: Error, Hashable, Sendable {
        /// The bytes are no token of this form.
        case malformed(String)
        /// The signature is not the one that this secret makes.
        case wrongSignature
        /// It ended before the given date.
        case expired(at: Timestamp)
        /// It was issued at this date, which lies more than ``clockTolerance`` ahead.
        case issuedAhead(at: Timestamp)
    }

    /// The greatest lead of the clock of a token's issuer.
    public static let clockTolerance = Duration.seconds(60)

    /// The signed bytes.
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

    /// Reads and checks a token as of `date`.
    public init(_ bytes: [UInt8], secret: [UInt8], at date: Timestamp) throws(Refusal) {
        guard let token = try? CBOR.View.Index(decoding: bytes), let list = token.content(ofTag: 17, at: 0),
            var parts = token.elements(ofArrayAt: list), parts.count == 4, let protected = parts.nextPlace(),
            let unprotected = parts.nextPlace(), let claims = parts.nextPlace(), let mac = parts.nextPlace()
        else { throw .malformed("the token is no COSE_Mac0 structure with tag 17") }
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
        guard let claims = try? CBOR.View.Index(decoding: payload), claims.isMap(at: 0) else {
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
        let cid = claims.value(under: Claim.callCid, inMapAt: 0).flatMap(claims.text(at:))
        self.init(userId: subject, issuedAt: issuedAt, expiresAt: expiresAt, callCid: cid.flatMap(CallCid.init(_:)))
    }

    /// The claims as a map, in the order of the encoding.
    private var claims: [UInt8] {
        var writer = CBOR.Writer(capacity: 224)
        writer.beginMap(count: 2 + (expiresAt == nil ? 0 : 1) + (callCid == nil ? 0 : 1))
        writer.write(Int64(Claim.subject))
        writer.write(userId)
        if let expiresAt {
            writer.write(Int64(Claim.expiry))
            writer.write(expiresAt.milliseconds / 1000)
        }
        writer.write(Int64(Claim.issuedAt))
        writer.write(issuedAt.milliseconds / 1000)
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
        static let callCid = "call_cid"
    }

    /// `{1: 5}`: algorithm HMAC 256/256.
    private static let protectedHeader: [UInt8] = [0xA1, 0x01, 0x05]
    private static let encodedProtectedHeader = CBOR.bytes(protectedHeader).encoded()
    private static let noHeader = CBOR.map([:]).encoded()

    /// What stands before the claims in every token: tag 17, an array of four, both headers.
    private static let head = [0xD1, 0x84] + encodedProtectedHeader + noHeader

    /// What a token ends with before it is signed.
    private static let emptyTag = [UInt8](repeating: 0, count: 32)

    /// What is signed begins with this (RFC 9052 section 6.3): an array of four, the last of which, the claims as a byte
    /// string, follows.
    private static let signedHead =
        [0x84] + CBOR.text("MAC0").encoded() + encodedProtectedHeader + CBOR.bytes([]).encoded()

    private static func date(seconds: Int64) -> Timestamp? {
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? nil : Timestamp(milliseconds: milliseconds)
    }
}
