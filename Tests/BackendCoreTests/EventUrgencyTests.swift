import Signaling
import Testing
import Timing

@testable import BackendCore

struct EventUrgencyTests {
    private var backend = TestBackend()

    init() {
        backend.connect("alice", "bob")
        backend.ring("alice", "bob")
        backend.advance(by: .seconds(1))
    }

    @Test(arguments: [CallAction.markEnded, .delete, .reject])
    func `an event that ends a ring reaches the device that asked for it at once`(action: CallAction) {
        var backend = backend
        let before = backend.types("alice").count
        backend.ask("alice", action)
        backend.settle()
        #expect(backend.types("alice").count > before)
        #expect(backend.types("alice").last == backend.types("bob").last)
    }

    @Test mutating func `an event that its answer repeats reaches the asking device later than the others`() {
        backend.ask("bob", .accept)
        backend.settle()
        #expect(backend.types("alice").last == CallAcceptedEvent.type)
        #expect(backend.types("bob").last != CallAcceptedEvent.type)
        backend.advance(by: BackendTimeouts().eventDelay)
        #expect(backend.types("bob").last == CallAcceptedEvent.type)
    }

    @Test mutating func `the coordinator's events of a session wait for others`() {
        backend.join("alice")
        backend.settle()
        #expect(!backend.types("bob").contains(CallSessionStartedEvent.type))
        backend.advance(by: BackendTimeouts().eventDelay)
        #expect(backend.types("bob").contains(CallSessionStartedEvent.type))
    }

    @Test mutating func `an event that leaves at once takes those before it along, in order`() {
        backend.join("alice")
        backend.ask("alice", .markEnded)
        backend.settle()
        let types = backend.types("bob")
        let joined = types.firstIndex(of: CallSessionParticipantJoinedEvent.type)
        let ended = types.firstIndex(of: CallEndedEvent.type)
        #expect(joined != nil && ended != nil && (joined ?? 0) < (ended ?? 0))
    }
}
