import Testing
import Wire

@testable import ScenarioStage

/// The rule of whole runs that the reason of a refusal is true, and that tokens are accepted until they expire.
@Suite struct RefusalReasonsTests {
    private static let path = "call/default/x"

    private static func refuse(_ wire: inout WireConversation, _ message: String, code: CBOR, _ response: UInt8) {
        wire.exchange("alice", .get, path, code: response, ["code": code, "message": .text(message)])
    }

    private static func falsehood(_ message: String) -> String {
        "it refuses a request, and its reason is false: \(message)"
    }

    @Test func `a call that was created is there until it is deleted`() {
        let message = "there is no call default:x"
        var wire = WireConversation("alice")
        Self.refuse(&wire, message, code: 16, 0x84)
        #expect(wire.violation == nil)
        var created: CBOR.Map = SampleBody.answer(["custom": [:]]).map ?? [:]
        created["created"] = true
        wire.exchange("alice", .post, Self.path, [:], code: 0x41, .map(created))
        var deleting = wire
        deleting.exchange("alice", .post, "\(Self.path)/delete", [:], ["as_of": 1, "call": SampleBody.call()])
        Self.refuse(&deleting, message, code: 16, 0x84)
        #expect(deleting.violation == nil)
        Self.refuse(&wire, message, code: 16, 0x84)
        #expect(wire.violation == Self.falsehood(message))
    }

    @Test func `a refusal that arrives after a later creation may be true`() {
        var wire = WireConversation("alice")
        let early = wire.ask("alice", .get, Self.path)
        var created: CBOR.Map = SampleBody.answer(["custom": [:]]).map ?? [:]
        created["created"] = true
        wire.exchange("alice", .post, Self.path, [:], code: 0x41, .map(created))
        wire.answer("alice", early, ["code": 16, "message": "there is no call default:x"], code: 0x84)
        #expect(wire.violation == nil)
    }

    @Test func `a query that is there is not missing`() {
        var wire = WireConversation("alice")
        Self.refuse(&wire, "the query connection_id is missing", code: 4, 0x80)
        #expect(wire.violation == Self.falsehood("the query connection_id is missing"))
    }

    @Test func `in a disturbed run a connection may be lost`() {
        var wire = WireConversation("alice")
        Self.refuse(&wire, "there is no such connection_id", code: 44, 0x81)
        #expect(wire.violation == nil)
    }

    // MARK: Tokens

    /// Returns a token with claims, which nothing signs.
    private static func token(_ claims: CBOR) -> CBOR {
        let payload = CBOR.bytes(claims.encoded())
        return .bytes(CBOR.tagged(17, [.bytes([]), [:], payload, .bytes([])]).encoded())
    }

    @Test func `a token has a call and an expiry, or none`() throws {
        let expiring = try #require(TokenClaims(Self.token(.map(CBOR.Map([(4, 100)])))))
        #expect(expiring.isValid(at: 99_999) && !expiring.isValid(at: 100_000))
        #expect(!expiring.hasExpired(before: 100_999) && expiring.hasExpired(before: 101_000))
        #expect(expiring.call == nil)
        let own = Self.token(.map(CBOR.Map([(2, "alice")])))
        #expect(TokenClaims(own)?.user == "alice")
        let lasting = try #require(TokenClaims(Self.token(["call_cid": "default:x"])))
        #expect(lasting.isValid(at: .max) && !lasting.hasExpired(before: .max))
        #expect(lasting.call == "default:x")
        #expect(TokenClaims(.bytes([1])) == nil)
    }

    private static let client = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)

    /// Returns what is known after a connect with a token.
    private static func connected(with token: CBOR) throws -> (reasons: RefusalReasons, connect: RequestFacts) {
        var reasons = RefusalReasons()
        let connect = try RequestFacts.sample(5, "video/connect", ["token": token])
        reasons.open("c", connect, of: client)
        return (reasons, connect)
    }

    private static func violation(
        _ reasons: RefusalReasons, _ message: String, _ facts: RequestFacts, at date: Int64 = 0
    ) -> String? {
        reasons.violation(ofRefusal: message, to: facts, of: client, at: date, isUndisturbed: true)
    }

    @Test func `a token is accepted for its call alone`() throws {
        var (reasons, _) = try Self.connected(with: Self.token(["call_cid": "default:x"]))
        let (own, other) = try (
            RequestFacts.sample(1, "video/call/default/x"), RequestFacts.sample(1, "video/call/default/y")
        )
        #expect(reasons.violation(ofGrant: [:], to: own, order: 2, at: 0) == nil)
        #expect(
            reasons.violation(ofGrant: [:], to: other, order: 3, at: 0)
                == "it accepts a token of default:x for default:y")
        let message = "the token is not for the call default:x"
        #expect(Self.violation(reasons, message, own) == Self.falsehood(message))
        #expect(Self.violation(reasons, message, other) == nil)
    }

    @Test func `a token is accepted until it expires`() throws {
        var (reasons, connect) = try Self.connected(with: Self.token(.map(CBOR.Map([(4, 100)]))))
        #expect(reasons.violation(ofGrant: [:], to: connect, order: 2, at: 100_500) == nil)
        #expect(
            reasons.violation(ofGrant: [:], to: connect, order: 3, at: 101_000) == "it accepts a token that has expired"
        )
        let message = "the token has expired"
        #expect(Self.violation(reasons, message, connect, at: 99_999) == Self.falsehood(message))
        #expect(Self.violation(reasons, message, connect, at: 100_000) == nil)
    }

    @Test func `a token that a server has issued or accepted is readable`() throws {
        var (reasons, connect) = try Self.connected(with: Self.token([:]))
        let issued = Self.token(["call_cid": "default:x"])
        let join = try RequestFacts.sample(5, "sfu/join", ["token": issued])
        let message = "token: its tag is wrong"
        #expect(Self.violation(reasons, message, connect) == Self.falsehood(message))
        #expect(Self.violation(reasons, message, join) == nil)
        let request = try RequestFacts.sample(2, "video/call/default/x/join")
        _ = reasons.violation(ofGrant: ["credentials": ["token": issued]], to: request, order: 2, at: 0)
        #expect(Self.violation(reasons, message, join) == Self.falsehood(message))
    }

    @Test(arguments: [("alice", true), ("bob", false)])
    func `a token is refused for another user than its own`(user: CBOR, isFalse: Bool) throws {
        let token = Self.token(.map(CBOR.Map([(2, "alice")])))
        let connect = try RequestFacts.sample(5, "video/connect", ["token": token, "user": ["id": user]])
        let message = "the user is \(user), but the token is for alice"
        #expect((Self.violation(RefusalReasons(), message, connect) != nil) == isFalse)
    }

    @Test func `an open connection is known`() throws {
        var (reasons, _) = try Self.connected(with: Self.token([:]))
        let request = try RequestFacts.sample(1, "video/call/default/x")
        let message = "there is no such connection_id"
        #expect(Self.violation(reasons, message, request) == Self.falsehood(message))
        reasons.begin(try RequestFacts.sample(4, "video/connect"))
        #expect(Self.violation(reasons, message, request) == nil)
    }
}
