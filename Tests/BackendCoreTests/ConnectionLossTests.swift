import Containers
import Signaling
import Testing
import Timing

@testable import BackendCore

/// The ends of streams that the coordinator decides on.
@Suite struct ConnectionLossTests {
    private var backend = TestBackend { $0.timeouts.silence = .seconds(60) }

    private func request(_ user: String, expiresAfter lifetime: Duration? = nil, resume: String? = nil)
        -> ConnectRequest
    {
        ConnectRequest {
            $0.token = backend.token(user, expiresAfter: lifetime)
            $0.user = User(id: user)
            $0.resume = resume
            $0.lastEvent = backend.devices[user]?.lastNumber
        }
    }

    /// Lets time pass while the users' clients ask for their health.
    private mutating func advance(by duration: Duration, hearing users: String...) {
        for _ in 0..<Int(duration / .seconds(5)) {
            backend.advance(by: .seconds(5))
            for user in users { backend.askRaw(user, .health, []) }
        }
    }

    @Test mutating func `a stream whose client is silent ends after the limit`() {
        backend.connect("alice")
        backend.advance(by: .milliseconds(59_999))
        #expect(backend.devices["alice"]?.end == nil)
        backend.advance(by: .milliseconds(1))
        #expect(backend.devices["alice"]?.end?.refusal?.code == APIError.Code.connectionNotFound.rawValue)
        #expect(backend.askRaw("alice", .health, []).refusal?.code == APIError.Code.connectionNotFound.rawValue)
    }

    @Test mutating func `a silent connection is forgotten after the time for a reconnect`() {
        backend.connect("alice")
        backend.advance(by: .milliseconds(119_999))
        #expect(backend.coordinator.connectionCount == 1)
        backend.advance(by: .milliseconds(1))
        #expect(backend.coordinator.connectionCount == 0)
        #expect(backend.coordinator.nextWake == nil)
        let changes = backend.traces.compactMap { trace in
            if case .connection(let change, _, "alice") = trace { change } else { nil }
        }
        #expect(changes.suffix(2) == [.lost, .forgotten])
    }

    @Test mutating func `the date of a forgotten connection is known for a day`() throws {
        backend.connect("alice")
        let id = try #require(backend.devices["alice"]?.connectionId)
        backend.advance(by: .seconds(120))
        #expect(backend.coordinator.absences.count == 1)
        let end = backend.date.advanced(by: .seconds(86_400))
        #expect(backend.coordinator.absences.value(for: id, at: end.advanced(by: .milliseconds(-1))) != nil)
        #expect(backend.coordinator.absences.value(for: id, at: end) == nil)
        #expect(backend.coordinator.absences.storedCount == 0)
    }

    @Test mutating func `requests and acknowledgements keep a stream`() {
        backend.connect("alice", "bob")
        advance(by: .seconds(50), hearing: "alice")
        backend.ring("alice", "bob")
        advance(by: .seconds(50), hearing: "alice")
        #expect(backend.devices["alice"]?.end == nil)
        #expect(backend.devices["bob"]?.end == nil)
    }

    @Test mutating func `a silent client that returns in time resumes its stream`() {
        backend.connect("alice")
        let id = backend.devices["alice"]?.connectionId
        backend.advance(by: .seconds(119))
        backend.reconnect("alice", request("alice", resume: id))
        #expect(backend.devices["alice"]?.connectionId == id)
        backend.advance(by: .seconds(59))
        #expect(backend.coordinator.connectionCount == 1)
    }

    @Test mutating func `no event follows the end of a token`() {
        backend.connect("alice", "bob")
        backend.reconnect("bob", request("bob", expiresAfter: .seconds(10)))
        advance(by: .seconds(10), hearing: "alice")
        #expect(backend.devices["bob"]?.end?.refusal?.code == APIError.Code.tokenExpired.rawValue)
        backend.ring("alice", "bob")
        advance(by: .seconds(10), hearing: "alice", "bob")
        #expect(backend.types("bob").isEmpty)
    }

    @Test mutating func `a new token brings the events since the end of the former one`() {
        backend.connect("alice", "bob")
        backend.reconnect("bob", request("bob", expiresAfter: .seconds(10)))
        advance(by: .seconds(10), hearing: "alice")
        backend.ring("alice", "bob")
        let id = backend.devices["bob"]?.connectionId
        backend.reconnect("bob", request("bob", expiresAfter: .seconds(10), resume: id))
        backend.settle()
        #expect(backend.types("bob") == ["call.created", "call.ring"])
    }

    @Test(arguments: [10, nil] as [Int?], [10, 20, nil] as [Int?])
    mutating func `a resumed stream lasts as long as its new token`(former: Int?, next: Int?) {
        backend.connect("bob")
        backend.reconnect("bob", request("bob", expiresAfter: former.map { .seconds($0) }))
        advance(by: .seconds(5), hearing: "bob")
        let id = backend.devices["bob"]?.connectionId
        backend.reconnect("bob", request("bob", expiresAfter: next.map { .seconds($0) }, resume: id))
        #expect(backend.devices["bob"]?.connectionId == id)
        let end = next ?? 100
        advance(by: .seconds(end - 5), hearing: "bob")
        #expect(backend.devices["bob"]?.end == nil)
        advance(by: .seconds(5), hearing: "bob")
        let refusal = backend.devices["bob"]?.end?.refusal
        #expect(refusal?.code == (next == nil ? nil : APIError.Code.tokenExpired.rawValue))
    }

    @Test mutating func `the record names the cause of an end before the end is sent`() {
        backend.connect("alice")
        let effects = backend.coordinator.wake(at: backend.now.advanced(by: .seconds(60)))
        let order = effects.compactMap { effect -> String? in
            switch effect {
            case .trace(.timer): "review"
            case .end: "end"
            default: nil
            }
        }
        #expect(order == ["review", "end"])
    }
}
