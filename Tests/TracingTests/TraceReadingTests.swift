import Journal
import Testing
import Timing
import Wire

@testable import Tracing

/// Entries of a journal, read back from their lines.
@Suite struct TraceReadingTests {
    private static let from = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    private static let to = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)

    static let events: [JournalEvent] = [
        .runStarted(.init(scenario: "A-1", file: "a.yaml", seed: .max, clock: "virtual")),
        .step(.init(index: 1, line: 6, text: "alice: ring", phase: .began)),
        .step(.init(index: 2, line: 7, file: "common.yaml", text: "wait: 2s", phase: .failed)),
        .call(.init(participant: "alice", call: 1, name: "ring", arguments: [.init("cid", "default:standup")])),
        .returned(.init(participant: "alice", call: 1, name: "ring", outcome: .value([1, "a", true]))),
        .returned(.init(participant: "bob", call: 2, outcome: .thrown(type: "APIError", message: "no"))),
        .state(.init(participant: "bob", property: "callingState", from: "idle", to: "incoming", cause: 15)),
        .state(.init(participant: "bob", property: "level", from: nil, to: 0.5)),
        .event(.init(participant: "bob", type: "call.ring", cid: "default:standup", datagram: 15)),
        .datagram(.init(number: 1, from: from, to: to, byteCount: 9, fate: .sent, summary: "CON 1 POST /x")),
        .datagram(.init(number: 1, from: from, to: to, byteCount: 9, fate: .lost(reason: "cut"))),
        .datagram(.init(number: 1, from: from, to: to, byteCount: 9, fate: .delayed(until: Instant(nanoseconds: 5)))),
        .datagram(.init(number: nil, from: from, to: to, byteCount: 9, fate: .undeliverable)),
        .datagrams(
            .init(from: from, to: to, ssrc: 7, numbers: 3...9, sent: 7, received: 6, delayed: 0, byteCount: 700)),
        .fault(.init(target: "bob", text: "offline")), .fault(.init(text: "loss 5%")),
        .timer(.init(owner: "bob", label: "ring", phase: .armed(until: Instant(nanoseconds: 9_000_000_000)))),
        .timer(.init(owner: "bob", label: "ring", phase: .fired)),
        .timer(.init(owner: "bob", label: "ring", phase: .cancelled)),
        .notification(.init(participant: "bob", name: "callEnded", attributes: [.init("cid", "default:standup")])),
        .datagram(.init(number: 1, from: from, to: to, byteCount: 9, fate: .received)),
        .timer(.init(owner: "bob", label: "ring", phase: .fired, armed: Instant(nanoseconds: 4))),
        .log(.init(source: "a \"b\"", name: "é\n")), .log(.init(name: "x", attributes: [.init("user", "bob")])),
        .log(.init(source: "backend", name: "event call.ring")), .log(.init(name: "the steps are done")),
        .expectation(.init(index: 3, line: 9, text: "bob.callingState: idle", outcome: .held)),
        .expectation(.init(index: nil, line: 9, text: "x", outcome: .failed(expected: "1", actual: "2"))),
        .verdict(.init(kind: .failed, reason: "step 3")),
    ]

    @Test(arguments: events) func `an entry is read back as it was written`(_ event: JournalEvent) throws {
        let entry = JournalEntry(number: 1, time: Instant(nanoseconds: 1_500_000_001), event: event)
        let trace = try RunTrace(journal: JournalLine.bytes(of: entry))
        #expect(trace.entries == [entry])
    }

    @Test(arguments: events) func `another program may write an entry with spaces`(_ event: JournalEvent) throws {
        let line = "\(JournalEntry(number: 1, time: Instant(nanoseconds: 7), event: event))"
        let spaced = "{ " + line.dropFirst()
        #expect(try RunTrace(journal: Array(spaced.utf8)).entries == RunTrace(journal: Array(line.utf8)).entries)
    }

    @Test func `lines of every form follow one another`() throws {
        let entries = Self.events.enumerated().map {
            JournalEntry(number: $0 + 1, time: Instant(nanoseconds: Int64($0)), event: $1)
        }
        let lines = entries.flatMap { JournalLine.bytes(of: $0) + [UInt8(ascii: "\n")] }
        #expect(try RunTrace(journal: lines).entries == entries)
        let cut = "{\"number\":9,\"time\":0.000000000,\"kind\":\"timer\",\"owner\":"
        #expect {
            try RunTrace(journal: lines + Array(cut.utf8))
        } throws: {
            "\($0)".hasPrefix("line \(2 * entries.count + 1) of the journal: ")
        }
    }

    @Test(arguments: [
        ("", "line 1 of the journal: the journal is empty"),
        ("{\"number\":1,\"time\":0.0,\"kind\":\"walk\"}", "line 1 of the journal: it is not an entry of a journal"),
        ("{\"number\"", "line 1 of the journal: "), ("[]", "line 1 of the journal: it is not an entry"),
    ]) func `a line that is not an entry is named`(_ text: String, _ message: String) {
        #expect { try RunTrace(journal: Array(text.utf8)) } throws: { "\($0)".hasPrefix(message) }
    }

    @Test(arguments: [
        ([2, 3], "line 1 of the journal: this is entry 2, and entry 1 is expected: it is missing"),
        ([1, 2, 5], "line 3 of the journal: this is entry 5, and entry 3 is expected: entries 3 to 4 are missing"),
        (
            [1, 2, 2],
            "line 3 of the journal: this is entry 2, and entry 3 is expected: the line is there twice, or not in its place"
        ),
        ([1, 3, 2], "line 2 of the journal: this is entry 3, and entry 2 is expected: it is missing"),
    ]) func `a line that is missing, doubled or elsewhere is named`(_ numbers: [Int], _ message: String) {
        for event in [Self.events[0], Self.events[16]] {
            let lines = numbers.flatMap {
                JournalLine.bytes(of: JournalEntry(number: $0, time: Instant(nanoseconds: 0), event: event))
            }
            #expect { try RunTrace(journal: lines) } throws: { "\($0)" == message }
        }
    }

    @Test func `hosts have the names of their participants and servers`() throws {
        let sent = JournalEvent.datagram(.init(number: 1, from: Self.to, to: Self.from, byteCount: 1, fate: .sent))
        let event = JournalEvent.event(.init(participant: "alice", type: "call.ring", datagram: 1))
        let trace = RunTrace(
            [sent, event].enumerated().map { JournalEntry(number: $0 + 1, time: Instant(nanoseconds: 0), event: $1) })
        #expect(trace.name(of: Self.from) == "alice" && trace.name(of: Self.to) == "coordinator")
        #expect(trace.name(of: SocketAddress(host: HostAddress(127, 0, 1, 2), port: 1)) == "sfu-2")
    }
}
