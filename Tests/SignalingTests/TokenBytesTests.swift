import Digest
import Testing
import Timing
import Wire

@testable import Signaling

/// Tokens as their bytes, which other implementations read and write.
@Suite struct TokenBytesTests {
    private static let secret = AccessTokenTests.secret
    private static let now = AccessTokenTests.now

    private func signed(_ claims: CBOR, header: [UInt8] = [0xA1, 1, 5], unprotected: CBOR = .map([:])) -> CBOR {
        let payload = claims.encoded()
        let signed = CBOR.array([.text("MAC0"), .bytes(header), .bytes([]), .bytes(payload)]).encoded()
        let tag = HMAC.sha256(key: Self.secret, message: signed)
        return .array([.bytes(header), unprotected, .bytes(payload), .bytes(tag)])
    }

    private func read(_ item: CBOR) throws(AccessToken.Refusal) -> AccessToken {
        try AccessToken(item.encoded(), secret: Self.secret, at: Self.now)
    }

    @Test func `a token is a COSE structure whose claims have the registered numbers`() throws {
        var token = AccessTokenTests.token
        token.clientKey = [7, 8]
        let claims: CBOR = .map([
            2: "alice", 4: 1060, 6: 1000, 8: .map([3: .bytes([7, 8])]), "call_cid": "default:standup",
        ])
        #expect(token.signed(with: Self.secret) == CBOR.tagged(17, signed(claims)).encoded())
        #expect(try read(.tagged(17, signed(claims))) == token)
    }

    @Test func `a token has as many claims as it needs`() throws {
        let least = AccessToken(userId: "bob", issuedAt: Self.now)
        #expect(least.signed(with: Self.secret) == CBOR.tagged(17, signed(.map([2: "bob", 6: 1000]))).encoded())
        #expect(try read(.tagged(17, signed(.map([2: "bob", 6: 1000])))) == least)
        let long = AccessToken(userId: String(repeating: "long", count: 100), issuedAt: Self.now, clientKey: [1])
        #expect(try AccessToken(long.signed(with: Self.secret), secret: Self.secret, at: Self.now) == long)
    }

    @Test func `a structure other than that of a token is refused`() {
        let claims: CBOR = .map([2: "alice", 6: 1000])
        let notCOSE = AccessToken.Refusal.malformed("the token is not a COSE_Mac0 structure with tag 17")
        let parts = signed(claims)
        #expect(throws: notCOSE) { try read(parts) }
        #expect(throws: notCOSE) { try read(.tagged(18, parts)) }
        #expect(throws: notCOSE) { try read(.tagged(17, .map([:]))) }
        #expect(throws: notCOSE) { try read(.tagged(17, .array(Array((parts.array ?? []).dropLast())))) }
        #expect(throws: notCOSE) { try read(.tagged(17, .array((parts.array ?? []) + [0]))) }
        let headers = AccessToken.Refusal.malformed("the token's headers must be {1: 5} (HMAC 256/256) and {}")
        #expect(throws: headers) { try read(.tagged(17, signed(claims, header: [0xA1, 1, 4]))) }
        #expect(throws: headers) { try read(.tagged(17, signed(claims, header: []))) }
        #expect(throws: headers) { try read(.tagged(17, signed(claims, unprotected: .map([4: 1])))) }
        #expect(throws: headers) { try read(.tagged(17, signed(claims, unprotected: .null))) }
    }

    @Test func `a claim that cannot be read is named`() {
        func refusal(_ claims: CBOR) -> AccessToken.Refusal? {
            #expect(throws: AccessToken.Refusal.self) { try read(.tagged(17, signed(claims))) }
        }
        #expect(refusal([1, 2]) == .malformed("the claims must be a map"))
        for subject: CBOR in ["", 7, .null] {
            #expect(refusal(.map([2: subject, 6: 1000])) == .malformed("the claim sub (2) must be a text"))
        }
        #expect(refusal(.map([6: 1000])) == .malformed("the claim sub (2) must be a text"))
        let issue = AccessToken.Refusal.malformed("the claim iat (6) must be a number of seconds")
        #expect(refusal(.map([2: "alice"])) == issue)
        #expect(refusal(.map([2: "alice", 6: "now"])) == issue)
        #expect(refusal(.map([2: "alice", 6: .integer(.max)])) == issue)
        let expiry = AccessToken.Refusal.malformed("the claim exp (4) must be a number of seconds")
        #expect(refusal(.map([2: "alice", 4: "late", 6: 1000])) == expiry)
        #expect(refusal(.map([2: "alice", 4: .integer(.max), 6: 1000])) == expiry)
    }

    @Test func `the clock of an issuer may be ahead by a minute and no more`() throws {
        let token = AccessToken(userId: "alice", issuedAt: Self.now)
        let bytes = token.signed(with: Self.secret)
        _ = try AccessToken(bytes, secret: Self.secret, at: Self.now.advanced(by: .milliseconds(-60_000)))
        #expect(throws: AccessToken.Refusal.issuedAhead(at: Self.now)) {
            try AccessToken(bytes, secret: Self.secret, at: Self.now.advanced(by: .milliseconds(-60_001)))
        }
    }

    @Test func `a prover counts the requests of each server for itself, and seals for the next one`() throws {
        let pair = ServerKeyPair(tokenSecret: Self.secret)
        let prover = try #require(RequestProver(with: pair.publicKey, privateKey: [UInt8](1...32)))
        func sealed() throws -> (SharedKeys, [UInt8]) {
            var request = ConnectRequest { $0.token = [1, 2, 3] }
            prover.seal(&request, at: Self.now)
            #expect(request.token == nil)
            let key = try #require(request.clientKey)
            let shared = try #require(pair.shared(with: key))
            return (shared, try #require(request.sealedToken))
        }
        let token = SealedToken { ($0.token, $0.sentAt) = ([1, 2, 3], Self.now) }
        var (shared, bytes) = try sealed()
        #expect(shared.open(bytes, number: 0) == token && shared.open(bytes, number: 1) == nil)
        var request = CoAP.Request(code: .post, path: ["video"])
        prover.prove(&request, to: "sfu-1")
        (shared, bytes) = try sealed()
        #expect(shared.open(bytes, number: 0) == token)
        for number: UInt64 in 1...2 {
            prover.prove(&request, to: ServerName.coordinator)
            (shared, bytes) = try sealed()
            #expect(shared.open(bytes, number: number) == token && shared.open(bytes, number: number - 1) == nil)
        }
        #expect(shared.authenticationKey(for: "sfu-1") != shared.authenticationKey(for: ServerName.coordinator))
        #expect(ServerName.coordinator == "coordinator")
    }
}
