import Chance
import Signaling
import Testing
import Timing
import Wire

@testable import BackendCore

@Suite struct DeterminismTests {
    /// Many users do many things, as a seed has it; what comes out is one list of traces.
    private func run(seed: UInt64) -> [BackendTrace] {
        var generator = SeededGenerator(seed: seed)
        let names = (0..<12).map { "user-\($0)" }
        var backend = TestBackend { $0.users = names.map { User(id: $0) } }
        for name in names { backend.connect(name) }
        let calls = (0..<3).map { CallCid(type: "default", id: "call-\($0)") }
        for _ in 0..<400 {
            let name = names[Int(generator.next() % 12)]
            let cid = calls[Int(generator.next() % 3)]
            let members = names.filter { _ in generator.chance(0.3) }.map { id in MemberRequest { $0.userId = id } }
            switch generator.next() % 8 {
            case 0:
                backend.ask(
                    name, .getOrCreate,
                    GetOrCreateCallRequest {
                        $0.data = CallData { $0.members = members }
                        $0.ring = true
                    }, cid: cid)
            case 1: backend.ask(name, .accept, cid: cid)
            case 2: backend.ask(name, .reject, RejectCallRequest { $0.reason = "decline" }, cid: cid)
            case 3: backend.join(name, as: "\(name)-\(generator.next() % 3)")
            case 4: backend.leave(name, "\(name)-\(generator.next() % 3)")
            case 5: backend.ask(name, .sendEvent, SendEventRequest { $0.custom = ["n": 1] }, cid: cid)
            case 6: backend.lose(name)
            default: backend.advance(by: .milliseconds(Int64(generator.next() % 3000)))
            }
        }
        backend.advance(by: .seconds(120))
        return backend.traces
    }

    @Test func `the same requests have the same consequences in the same order`() {
        for seed in 1...5 as ClosedRange<UInt64> {
            #expect(run(seed: seed) == run(seed: seed))
        }
    }

    @Test func `an event goes to members in their order, and then to watchers in theirs`() throws {
        var backend = TestBackend()
        backend.connect("dave", "carol", "bob", "alice", "bob.tablet")
        backend.ring("alice", "carol", "bob")
        backend.ask("dave", .get)
        backend.ask("dave", .sendEvent, SendEventRequest { $0.custom = [:] })
        let receivers = backend.traces.compactMap { trace -> [String]? in
            guard case .event("custom", _, let receivers) = trace else { return nil }
            return receivers
        }
        #expect(receivers == [["alice", "carol", "bob", "bob", "dave"]])
    }

    @Test func `the first of the watchers receives events like the others`() {
        var backend = TestBackend()
        backend.connect("alice", "dave", "carol")
        backend.ask("alice", .getOrCreate)
        backend.askRaw("alice", .disconnect, [])
        for name in ["dave", "carol"] { backend.ask(name, .get) }
        backend.ask("carol", .sendEvent, SendEventRequest { $0.custom = [:] })
        backend.advance(by: .seconds(1))
        #expect(backend.types("dave") == ["custom"] && backend.types("carol") == ["custom"])
    }

    @Test func `a hundred joins in one instant send only the needed events, in few notifications`() throws {
        let names = (0..<100).map { "user-\($0)" }
        var backend = TestBackend { $0.users = names.map { User(id: $0) } }
        for name in names { backend.connect(name) }
        for name in names { backend.join(name) }
        backend.advance(by: .seconds(1))
        // n joins times n listeners, less those who had not joined yet: not one event more.
        let received = names.reduce(0) { $0 + backend.received($1).count }
        #expect(received == 100 * 99 / 2)
        // The coordinator notifies each device of those that it lists, in datagrams that are as full as they may be.
        let events = names.reduce(0) { $0 + backend.types($1).count }
        let notifications = names.reduce(0) { $0 + (backend.devices[$1]?.notificationCount ?? 0) }
        #expect(events < 100 * (backend.configuration.participantsListed + 5))
        #expect(notifications <= 2 * names.count)
    }
}
