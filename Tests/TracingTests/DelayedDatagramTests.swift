import Journal
import Testing
import Timing
import Wire

@testable import Tracing

/// Datagrams that links delay, which have a number only when they are sent.
@Suite struct DelayedDatagramTests {
    private let alice = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    private let bob = SocketAddress(host: HostAddress(127, 1, 0, 2), port: 50_000)

    private func datagram(
        _ number: Int?, _ fate: JournalEvent.Datagram.Fate, byteCount: Int = 9, summary: String? = nil
    ) -> JournalEvent {
        .datagram(.init(number: number, from: alice, to: bob, byteCount: byteCount, fate: fate, summary: summary))
    }

    private func trace(_ events: [(Int64, JournalEvent)]) -> RunTrace {
        RunTrace(
            events.enumerated().map { index, entry in
                JournalEntry(number: index + 1, time: Instant(nanoseconds: entry.0), event: entry.1)
            })
    }

    /// Two datagrams of one size, which both links delay.
    private var delayed: RunTrace {
        func until(_ time: Int64) -> JournalEvent { datagram(nil, .delayed(until: Instant(nanoseconds: time))) }
        func call(_ name: String) -> JournalEvent {
            .call(.init(participant: "\(alice)", call: 1, name: name, arguments: []))
        }
        return trace([
            (1, call("first")), (1, until(4)),
            (2, call("second")), (2, until(5)),
            (4, until(8)), (5, until(9)),
            (8, datagram(1, .sent, summary: "CON 1 POST /x")), (8, datagram(1, .received)),
            (9, datagram(2, .sent, summary: "CON 2 POST /x")), (9, datagram(2, .received)),
        ])
    }

    private func spans(_ trace: RunTrace) throws -> [JSON] {
        let json = try JSON(parsing: OTLPExport.bytes(of: ExportTimeline(trace), trace.start).dropLast())
        return (json["resourceSpans"]?.elements ?? []).flatMap { $0["scopeSpans"]?.elements ?? [] }
            .flatMap { $0["spans"]?.elements ?? [] }
    }

    @Test func `a delayed datagram is a span from its first delay to its arrival`() throws {
        let spans = try spans(delayed).filter { $0["name"]?.text?.hasPrefix("CON ") == true }
        #expect(spans.map { $0["startTimeUnixNano"]?.text } == ["1", "2"])
        #expect(spans.map { $0["endTimeUnixNano"]?.text } == ["8", "9"])
        #expect(spans.allSatisfy { $0["status"] == nil })
    }

    @Test func `comments name the beginning of a delay by two links`() {
        let comments = PacketComments(delayed)
        for (packet, start) in [(1, 1), (2, 2)] {
            let text = "delayed by the network since \(Instant(nanoseconds: Int64(start)))"
            #expect(comments[packet].contains(text), "\(comments[packet])")
        }
    }

    @Test func `a datagram that two links delay has the cause from before the first delay`() {
        let finder = CauseFinder(trace: delayed)
        #expect([6, 8].map { finder.cause(of: $0, effect: nil) } == [0, 2])
    }

    @Test func `two datagrams that wait until one instant are distinguished by their order`() {
        let event = datagram(nil, .delayed(until: Instant(nanoseconds: 5)))
        let trace = trace([
            (1, event), (2, event), (5, datagram(1, .sent, summary: "CON 1 POST /x")),
            (5, datagram(2, .sent, summary: "CON 2 POST /x")),
        ])
        let sent = ExportTimeline(trace).spans.filter { $0.departing != nil }
        #expect(sent.map(\.departing) == [1, 2] && sent.map(\.start) == [1, 2])
    }

    @Test(arguments: [JournalEvent.Datagram.Fate.lost(reason: "loss"), .undeliverable])
    func `a packet that was lost without an entry of its sending has a status`(
        _ fate: JournalEvent.Datagram.Fate
    ) throws {
        let spans = try spans(trace([(3, datagram(7, fate)), (4, datagram(nil, fate))]))
        let lost = spans.filter { $0["parentSpanId"] != nil }
        #expect(lost.count == 2 && lost.allSatisfy { $0["status"]?["code"]?.integer == 2 })
    }
}
