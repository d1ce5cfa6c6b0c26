import Capture
import Testing
import Wire

@testable import Inspection

@Suite struct ConversationsTests {
    private func signals(_ capture: CaptureBytes) throws -> (signals: [Signal?], reader: PacketReader) {
        let scratch = try Scratch()
        let file = try CaptureFile(scratch.write(capture.bytes))
        var reader = PacketReader(linkType: file.linkType)
        var signals: [Signal?] = []
        while try file.withNext({ record, bytes in signals.append(reader.read(record, bytes).signal) }) {}
        return (signals, reader)
    }

    @Test func `every message of a call is identified`() throws {
        let (signals, reader) = try signals(Talk.call().capture)
        let roles = signals.map { $0?.role.rawValue ?? "none" }
        #expect(
            roles == [
                "request", "response", "request", "response", "request", "response", "notification",
                "acknowledgement", "request", "request", "response", "request", "notification", "reset", "request",
                "response", "malformed", "request",
            ])
        #expect(
            reader.conversations.counts
                == .init(
                    requests: 6, responses: 5, notifications: 2, retransmissions: 1, duplicates: 1, resets: 1,
                    malformed: 1))
    }

    @Test func `answers know their requests, also when they are copies`() throws {
        let (signals, _) = try signals(Talk.call().capture)
        #expect(signals[5]?.path == "/video/call/default/standup")
        #expect(signals[5]?.answers == 5)
        #expect(signals[9]?.copy == .init(number: 9, isRetransmission: true))
        #expect(signals[11]?.copy == .init(number: 9, isRetransmission: false))
        #expect(signals[10]?.waited == 2_200_000_000)
        #expect(signals[13]?.answers == 13)
        #expect(signals[15]?.status == .notFound)
        #expect(signals[6]?.events.map(\.type) == ["call.created", "call.ring"])
        #expect(signals[6]?.cids == ["default:standup"])
    }

    @Test func `unanswered and unacknowledged messages are left over`() throws {
        let (_, reader) = try signals(Talk.call().capture)
        #expect(reader.conversations.unanswered.map(\.number) == [18])
        #expect(reader.conversations.unacknowledged.isEmpty)
    }

    @Test func `a reset is an answer, and ends an observation`() throws {
        var talk = Talk()
        let request = talk.request(.get, "a", from: Talk.alice, token: 1, observe: true, at: 0)
        talk.empty(.reset, request, from: Talk.coordinator, to: Talk.alice, at: 1)
        let ping = CoAP.Message(type: .confirmable, code: .empty, messageID: 9)
        talk.add(ping.encoded(), from: Talk.alice, to: Talk.coordinator, at: 2)
        talk.empty(.reset, ping, from: Talk.coordinator, to: Talk.alice, at: 3)
        let (signals, reader) = try signals(talk.capture)
        #expect(signals.map { $0?.role } == [.request, .reset, .ping, .pong])
        #expect(reader.conversations.unanswered.isEmpty)
        #expect(reader.conversations.counts.resets == 1)
    }

    @Test func `a message id that is used again for other bytes is a new message`() throws {
        var talk = Talk()
        let first = talk.request(.get, "a", from: Talk.alice, token: 1, at: 0)
        var second = first
        second.token = CoAP.Token([2]) ?? .empty
        talk.add(second.encoded(), from: Talk.alice, to: Talk.coordinator, at: 10)
        talk.add(first.encoded(), from: Talk.alice, to: Talk.coordinator, at: 300_000)
        let (_, reader) = try signals(talk.capture)
        #expect(reader.conversations.counts.requests == 3)
        #expect(reader.conversations.counts.retransmissions == 0)
    }

    @Test(arguments: [
        (CoAP.MessageType.confirmable, Int64(246), 1), (.confirmable, 248, 2), (.nonConfirmable, 144, 1),
        (.nonConfirmable, 146, 2),
    ])
    func `a message is a copy within the lifetime of its type`(
        _ type: CoAP.MessageType, _ seconds: Int64, _ requests: Int
    ) throws {
        var talk = Talk()
        let message = CoAP.Message(type: type, code: .get, messageID: 7, token: CoAP.Token([1]) ?? .empty)
        for time in [0, seconds * 1000] {
            talk.add(message.encoded(), from: Talk.alice, to: Talk.coordinator, at: time)
        }
        let (_, reader) = try signals(talk.capture)
        #expect(reader.conversations.counts.requests == requests)
    }

    @Test func `CoAP on another port must make sense to count as CoAP`() throws {
        var talk = Talk()
        talk.request(.get, "a", from: Talk.alice, to: "127.0.0.1:7000", token: 1, at: 0)
        talk.add([0x40, 0x1F, 0, 1], from: Talk.alice, to: "127.0.0.1:7000", at: 1)
        talk.add(Array("Hello".utf8), from: Talk.alice, to: "127.0.0.1:7000", at: 2)
        let (signals, reader) = try signals(talk.capture)
        #expect(signals.map { $0?.role } == [.request, nil, nil])
        #expect(reader.conversations.counts.malformed == 0)
    }

    @Test func `memory is bounded, and unanswered messages that are dropped are counted`() {
        var conversations = Conversations(capacity: 10)
        let client = UDPEndpoint(host: IPAddress(HostAddress(127, 0, 0, 2)), port: 1)
        let server = UDPEndpoint(host: IPAddress(HostAddress(127, 0, 0, 1)), port: 5683)
        for number in 1...1000 {
            let message = CoAP.Message(
                type: .confirmable, code: .get, messageID: UInt16(number),
                token: CoAP.Token(CaptureBytes.big(number)) ?? .empty)
            _ = conversations.read(
                message.encoded(), number: number, time: 0, from: client, to: server, mustBeCoAP: true)
        }
        #expect(conversations.unanswered.map(\.number) == Array(991...1000))
        #expect(conversations.counts.forgotten == 990)
    }

    @Test func `events in a body that is cut into blocks are found as far as the block reaches`() {
        let payload = Talk.events(("call.created", "alice"), ("call.ring", "alice")).encoded()
        #expect(Signal.Event.list(in: payload).map(\.user) == ["alice", "alice"])
        let cut = Array(payload.dropLast(60))
        #expect(Signal.Event.list(in: cut).map(\.type) == ["call.created"])
        #expect(Signal.Event.list(in: []).isEmpty)
    }
}
