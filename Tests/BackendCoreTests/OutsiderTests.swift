import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

/// Requests of clients that are not our own: no field is trusted, all memory has a bound, and each refusal says what is
/// wrong and what would be right.
@Suite struct OutsiderTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob")
    }

    private mutating func ask(_ change: (inout ServerRequest) -> Void) -> ServerResponse {
        let alice = backend.devices["alice"]
        var request = ServerRequest(
            method: .post, path: CoordinatorRoute.call(backend.cid, .getOrCreate).path,
            query: ["connection_id=\(alice?.connectionId ?? "")"], payload: GetOrCreateCallRequest().encoded(),
            peer: alice?.peer ?? SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1))
        change(&request)
        let effects = backend.coordinator.handle(.request(request), at: backend.now)
        for case .respond(let answer) in effects { return answer }
        return ServerResponse(.internalServerError)
    }

    @Test mutating func `a body in another format is 4_15, an answer in another one 4_06`() {
        let text = ask { $0.options.contentFormat = .json }
        #expect(text.code == .unsupportedContentFormat)
        #expect(text.refusal?.message == "the option Content-Format is 50")
        let wanted = ask { $0.options.accept = .text }
        #expect(wanted.code == .notAcceptable)
        #expect(wanted.refusal?.advice == "responses are CBOR: leave it out, or accept 60")
        #expect(ask { ($0.options.contentFormat, $0.options.accept) = (.cbor, .cbor) }.code == .created)
        #expect(
            ask { ($0.options.contentFormat, $0.payload) = (.json, CoAP.Payload()) }.code == .changed,
            "there is no body")
    }

    @Test mutating func `a user's own data has limits`() {
        func connect(_ user: User) -> ConnectRequest {
            ConnectRequest {
                $0.token = backend.token(user.id)
                $0.user = user
            }
        }
        let names = backend.reconnect("bob", connect(User(id: "bob", name: String(repeating: "n", count: 257))))
        #expect(names.refusal?.message == "user.name is 257 bytes long")
        let pictures = backend.reconnect("bob", connect(User(id: "bob", image: String(repeating: "i", count: 2049))))
        #expect(pictures.refusal?.message == "user.image is 2049 bytes long")
        let (name, image) = (String(repeating: "n", count: 256), String(repeating: "i", count: 2048))
        #expect(backend.reconnect("bob", connect(User(id: "bob", name: name, image: image))).code == .content)
        #expect(backend.coordinator.user("bob")?.name == name && backend.coordinator.user("bob")?.image == image)
        let much = CBOR.Map(dictionaryLiteral: ("text", .text(String(repeating: "x", count: 5120))))
        let data = backend.reconnect("bob", connect(User(id: "bob", custom: much)))
        #expect(data.code == .requestEntityTooLarge)
        let guest = backend.ask("nobody", .createGuest, CreateGuestRequest { $0.user = User(id: "vera", custom: much) })
        #expect(guest.code == .requestEntityTooLarge)
    }

    @Test mutating func `a session id has its limit, in whatever is remembered`() {
        let long = String(repeating: "s", count: 129)
        #expect(backend.join("alice", as: long).refusal?.message == "session_id is 129 bytes long")
        #expect(backend.leave("alice", long).code == .requestEntityTooLarge)
        #expect(backend.join("alice", as: String(repeating: "s", count: 128)).code == .content)
    }

    @Test func `however many ask to be guests, and never come, the last ten thousand are remembered`() throws {
        var backend = TestBackend { $0.rateLimit = nil }
        for number in 1...10_010 {
            backend.ask("nobody", .createGuest, CreateGuestRequest { $0.user = .guest("g\(number)") })
        }
        #expect(backend.coordinator.guests.count == 10_000)
        #expect(backend.coordinator.users.count == 10_000 + backend.configuration.users.count)
        let known = try backend.ask("nobody", .createGuest, CreateGuestRequest { $0.user = .guest("g10010") }).read(
            CreateGuestResponse.self)
        #expect(known.user.id != "guest-g10010", "somebody has that one")
    }

    @Test mutating func `the SFU checks admission too`() throws {
        let limits = CallSettingsRequest { $0.limits = LimitsSettingsRequest { $0.maxParticipants = 1 } }
        backend.ask(
            "alice", .getOrCreate, GetOrCreateCallRequest { $0.data = CallData { $0.settingsOverride = limits } })
        let alice = backend.ask("alice", .join, JoinCallRequest())
        let bob = backend.ask("bob", .join, JoinCallRequest())
        #expect(alice.code == .changed && bob.code == .changed, "nobody is there yet")
        func enter(_ name: String, _ answer: ServerResponse) throws -> ServerResponse {
            let credentials = try JoinCallResponse(decoding: answer.payload).credentials
            return backend.enter(
                name, credentials,
                SFUJoinRequest {
                    $0.token = credentials.token
                    $0.sessionId = name
                })
        }
        #expect(try enter("bob", bob).code == .content)
        #expect(try enter("alice", alice).refusal?.message.hasPrefix("default:standup is full") == true)
    }
}
