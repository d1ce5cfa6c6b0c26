import Testing

@testable import Inspection

/// The borders of what is read of a journal.
@Suite struct JournalLimitTests {
    private static let limit = 100_000

    @Test func `each list of a journal ends with its limit`() {
        var beside = JournalBeside()
        for number in 1...Self.limit + 1 {
            beside.wasLost(number, reason: "r")
            beside.disturbed(nil, "f\(number)", at: 0)
            beside.changed("p", "callingState", from: "idle", to: "s\(number)", cause: nil, at: 0)
            beside.received("p\(number)", in: number)
        }
        #expect(beside.losses.count == Self.limit && beside.losses[Self.limit + 1] == nil)
        #expect(beside.faults.count == Self.limit && beside.faults.last?.text == "f100000")
        #expect(beside.states.count == Self.limit && beside.states.last?.text == "s100000")
        #expect(beside.receivers.count == Self.limit && beside.receivers[Self.limit] == "p100000")
    }

    @Test func `numbers of packets are kept up to the limit, where they differ from those of their datagrams`() {
        var beside = JournalBeside()
        for packet in 1...Self.limit + 1 { beside.wasSent(packet + 1) }
        for number in Self.limit + 1...Self.limit + 3 { beside.wasLost(number, reason: "r") }
        #expect(Set(beside.losses.keys) == [Self.limit, Self.limit + 2, Self.limit + 3])
        var equal = JournalBeside()
        for packet in 1...Self.limit { equal.wasSent(packet) }
        equal.wasSent(Self.limit + 5)
        equal.wasLost(Self.limit + 5, reason: "r")
        equal.received("bob", in: Self.limit + 5)
        #expect(equal.losses == [Self.limit + 1: "r"] && equal.receivers == [Self.limit + 1: "bob"])
    }

    @Test func `after datagrams of a stream numbers are those of packets, and never fall`() {
        var beside = JournalBeside()
        func place() -> Int? {
            beside.disturbed(nil, "f", at: 0)
            return beside.faults.last?.afterPacket
        }
        beside.wasSent(1)
        #expect(place() == 1)
        beside.wereSent(last: 7)
        #expect(place() == 7)
        beside.wasSent(3)
        #expect(place() == 8)
        beside.wasLost(3, reason: "r")
        #expect(beside.losses == [3: "r"])
        beside.wasSent(nil)
        #expect(place() == 9)
        beside.wereSent(last: 4)
        beside.wereSent(last: nil)
        #expect(place() == 9)
        beside.wasSent(12)
        #expect(place() == 12)
        var unnumbered = JournalBeside()
        unnumbered.wasSent(nil)
        unnumbered.wereSent(last: nil)
        unnumbered.disturbed(nil, "f", at: 0)
        #expect(unnumbered.faults.map(\.afterPacket) == [1])
    }

    /// The number of packets before a fault that stands behind a line.
    private func packets(_ line: String) -> Int? {
        JournalBeside(lines: [line, #"{"number":2,"time":0,"kind":"fault","text":"cut"}"#]).faults.last?.afterPacket
    }

    @Test func `a datagram counts by its whole keys alone`() {
        let start = #"{"number":1,"time":0,"#
        #expect(packets(start + #""kind":"datagram","datagram":1,"fate":"sent"}"#) == 1)
        #expect(packets(start + #""kind":"datagram","datagram":1,"fate":"sent""#) == 1)
        #expect(packets(start + #""kind":"datagram","datagram":1,"fate":"sent"#) == 0)
        #expect(packets(start + #""kind":"log","attributes":{"mykind":"datagram","myfate":"sent"}}"#) == 0)
        #expect(packets(start + #""kind":"log","name":"\"kind\":\"datagram\",\"fate\":\"sent\""}"#) == 0)
        #expect(packets(start + #""kind":"datagram","datagram":1,"myfate":"sent","fate":"received"}"#) == 0)
        #expect(packets(start + #""kind":"datagram","datagram":1,"fate":"delayed"}"#) == 0)
        #expect(packets(#""kind":"datagram","fate":"sent""#) == 1 && packets("") == 0)
    }

    @Test func `the attributes of an entry are none of its fields`() {
        let start = #"{"number":1,"time":0,"#
        let attributes = #""attributes":{"kind":"datagram","datagram":7,"fate":"sent"}}"#
        for kind in ["log", "notification", "call", "fault", "step"] {
            #expect(packets(start + #""kind":"\#(kind)",\#(attributes)"#) == 0, "\(kind)")
        }
        let state = #""kind":"state","participant":"p","property":"callingState","to":"s","#
        for (fate, kind) in [("received", "datagram"), ("sent", "datagram"), ("lost", "log")] {
            let more = #""attributes":{"kind":"\#(kind)","fate":"\#(fate)"}}"#
            #expect(JournalBeside(lines: [start + state + more]).states.map(\.text) == ["s"], "\(fate)")
        }
        let lost = #""kind":"datagram","datagram":1,"fate":"lost","reason":"r","attributes":{"fate":"sent"}}"#
        #expect(JournalBeside(lines: [start + lost]).losses == [1: "r"])
    }

    /// The times and texts of a journal's states, which begin at half a second.
    private func states(_ clock: String, _ times: String...) -> [CallEvent] {
        let rest = #""kind":"state","participant":"p","property":"callingState""#
        let lines = (["0.5"] + times).enumerated().map { index, time in
            #"{"number":2,"time":\#(time),\#(rest),"to":"s\#(index)"}"#
        }
        let start = #"{"number":1,"time":0,"kind":"runStarted","scenario":"A","clock":"\#(clock)"}"#
        let history = CallHistory.reading(journal: Array(([start] + lines).joined(separator: "\n").utf8))
        #expect(history.hasStates && history.omitted == 0)
        #expect(history.events.map(\.text) == lines.indices.map { "* p: s\($0)" })
        return history.events
    }

    @Test func `states have the times of a virtual clock, as far as there are any, and those of packets otherwise`() {
        #expect(states("virtual", "2", "1.25").map(\.time) == [0, 1_500_000_000, 750_000_000])
        #expect(states("real", "2", "1.25").map(\.time) == [0, 0, 0])
        // The clock starts in 2026, so that its range ends after 236 years.
        let start: Int64 = 1_767_225_600_500_000_000
        #expect(states("virtual", "7456146436.854775807").map(\.time) == [0, .max - start])
        #expect(states("virtual", "7456146436.854775808").map(\.time) == [0, -start])
    }

    @Test func `a capture without a journal has no states`() throws {
        let scratch = try Scratch()
        let history = try CallHistory.reading(scratch.write(Talk.call().capture.bytes)).history
        #expect(!history.hasStates && history.events.first?.time == 0 && history.omitted == 0)
    }
}
