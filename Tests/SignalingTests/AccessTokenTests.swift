import Digest
import Signaling
import Testing
import Timing
import Wire

@Suite struct AccessTokenTests {
    static let secret: [UInt8] = Array("a secret of the backend".utf8)
    static let now = Timestamp(milliseconds: 1_000_000)
    static let token = AccessToken(
        userId: "alice", issuedAt: now, expiresAt: now.advanced(by: .seconds(60)),
        callCid: CallCid(type: "default", id: "standup"))

    @Test func `a signed token is read as it was written`() throws {
        let bytes = Self.token.signed(with: Self.secret)
        #expect(try AccessToken(bytes, secret: Self.secret, at: Self.now) == Self.token)
    }

    @Test func `a token ends at its date and not before`() throws {
        let bytes = Self.token.signed(with: Self.secret)
        let end = Self.now.advanced(by: .seconds(60))
        _ = try AccessToken(bytes, secret: Self.secret, at: end.advanced(by: .milliseconds(-1)))
        #expect(throws: AccessToken.Refusal.expired(at: end)) {
            try AccessToken(bytes, secret: Self.secret, at: end)
        }
    }

    @Test func `a token of a day to come is refused, and one of a clock that is a minute ahead is not`() throws {
        let bytes = Self.token.signed(with: Self.secret)
        _ = try AccessToken(bytes, secret: Self.secret, at: Self.now.advanced(by: .seconds(-60)))
        #expect(throws: AccessToken.Refusal.issuedAhead(at: Self.now)) {
            try AccessToken(bytes, secret: Self.secret, at: Self.now.advanced(by: .seconds(-61)))
        }
    }

    @Test func `another secret refuses the signature`() {
        let bytes = Self.token.signed(with: Self.secret)
        #expect(throws: AccessToken.Refusal.wrongSignature) {
            try AccessToken(bytes, secret: Array("another".utf8), at: Self.now)
        }
    }

    @Test func `no bit of a token can be changed and no end cut off`() {
        let bytes = Self.token.signed(with: Self.secret)
        for bit in 0..<(bytes.count * 8) {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            let read = try? AccessToken(changed, secret: Self.secret, at: Self.now)
            #expect(read == nil, "bit \(bit)")
        }
        for count in 0..<bytes.count {
            #expect(throws: AccessToken.Refusal.self) {
                try AccessToken(Array(bytes.prefix(count)), secret: Self.secret, at: Self.now)
            }
        }
    }

    @Test func `a token for the holder of a key keeps the key`() throws {
        var token = Self.token
        token.clientKey = [UInt8](1...32)
        let read = try AccessToken(token.signed(with: Self.secret), secret: Self.secret, at: Self.now)
        #expect(read.clientKey == token.clientKey)
        #expect(read == token)
    }

    @Test(arguments: [.null, .bytes([1]), .map([:]), .map([3: "text"]), .map([1: .bytes([1])])] as [CBOR])
    func `a confirmation that cannot be read does not make a token one of any bearer`(confirmation: CBOR) {
        #expect(throws: AccessToken.Refusal.malformed("the claim cnf (8) must name a key as kid (3)")) {
            try Self.token(withClaims: [2: "alice", 6: 1000, 8: confirmation])
        }
    }

    @Test(
        arguments: [.null, 7, "", "standup", ":standup", "default:", .bytes(Array("default:standup".utf8))] as [CBOR])
    func `a call that cannot be read does not make a token one for any call`(call: CBOR) {
        let refusal = AccessToken.Refusal.malformed(
            "the claim call_cid must be a call's type and id, such as default:standup")
        #expect(throws: refusal) { try Self.token(withClaims: [2: "alice", 6: 1000, "call_cid": call]) }
    }

    @Test func `a token with the claims of another issuer is read`() throws {
        let token = try Self.token(withClaims: [2: "alice", 6: 1000, "call_cid": "default:standup", "other": true])
        #expect(token.callCid == CallCid("default:standup"))
    }

    /// Signs claims, and reads the token.
    private static func token(withClaims claims: CBOR) throws -> AccessToken {
        let header: [UInt8] = [0xA1, 1, 5]
        let claims = claims.encoded()
        let signed = CBOR.array([.text("MAC0"), .bytes(header), .bytes([]), .bytes(claims)]).encoded()
        let tag = HMAC.sha256(key: secret, message: signed)
        let token = CBOR.tagged(17, .array([.bytes(header), .map([:]), .bytes(claims), .bytes(tag)]))
        return try AccessToken(token.encoded(), secret: secret, at: now)
    }

    @Test func `a server key is written in hexadecimal digits and read again`() throws {
        let key = try #require(ServerKey([UInt8](0...31)))
        #expect(key.description.hasPrefix("000102") && key.description.count == 64)
        #expect(ServerKey(key.description) == key)
        #expect(ServerKey(key.description.uppercased()) == key)
        for text in ["", "00", key.description + "00", String(key.description.dropLast()) + "g", "é" + key.description]
        {
            #expect(ServerKey(text) == nil)
        }
        #expect(ServerKey([1, 2]) == nil)
    }
}
