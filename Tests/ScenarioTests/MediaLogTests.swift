import Chance
import Journal
import Testing
import Timing
import Wire

@testable import ScenarioVocabulary
@testable import Sockets

/// The runs of RTP datagrams in the journal.
@Suite struct MediaLogTests {
    private static let alice = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    private static let sfu = SocketAddress(host: HostAddress(127, 0, 1, 1), port: 5004)

    private var log = MediaLog()

    /// Adds an event at a time in milliseconds; returns the entry before it, with a mark when it has one of its own.
    private mutating func add(
        _ number: Int?, _ fate: DatagramRecord.Fate, at milliseconds: Int64, source: UInt8 = 9, length: Int = 20,
        from: SocketAddress = alice, to: SocketAddress = sfu
    ) -> String? {
        let (run, isWritten) = log.add(
            DatagramRecord(
                number: number, time: Instant(nanoseconds: milliseconds * 1_000_000), from: from, to: to,
                bytes: SampleDatagram.rtp(1, source: source, length: length), fate: fate))
        let shown = run.map { String($0.shown.dropFirst("datagrams: from 127.1.0.1:50000, to 127.0.1.1:5004, ".count)) }
        return isWritten ? "\(shown ?? "-") and its own" : shown
    }

    @Test mutating func `the first datagram has an entry at once, and the others one for each second`() {
        #expect(add(3, .sent, at: 0) == "ssrc 9, first 3, last 3, sent 1, received 0, byteCount 20")
        #expect(add(3, .received, at: 200) == nil)
        #expect(add(nil, .delayed(until: .start), at: 300) == nil && add(4, .sent, at: 500, length: 30) == nil)
        #expect(add(6, .sent, at: 1199, length: 25) == nil)
        #expect(
            add(7, .sent, at: 1200) == "ssrc 9, first 4, last 6, sent 2, received 1, delayed 1, byteCount 55")
        #expect(add(7, .received, at: 2199) == nil)
        #expect(add(8, .received, at: 5000) == "ssrc 9, first 7, last 7, sent 1, received 1, byteCount 20")
        #expect(
            log.endAll().map(\.shown) == [
                "datagrams: from 127.1.0.1:50000, to 127.0.1.1:5004, ssrc 9, sent 0, received 1, byteCount 0"
            ])
        #expect(log.endAll() == [])
    }

    @Test mutating func `a stream that begins late shows what was delayed before`() {
        #expect(add(nil, .delayed(until: .start), at: 0) == nil && add(nil, .delayed(until: .start), at: 10) == nil)
        #expect(add(1, .sent, at: 1000) == "ssrc 9, sent 0, received 0, delayed 2, byteCount 0")
        #expect(add(2, .sent, at: 1100) == nil)
        #expect(add(3, .sent, at: 2000) == "ssrc 9, first 1, last 2, sent 2, received 0, byteCount 40")
        var early = Self()
        #expect(early.add(nil, .delayed(until: .start), at: 0) == nil)
        #expect(early.add(1, .sent, at: 999) == "ssrc 9, first 1, last 1, sent 1, received 0, delayed 1, byteCount 20")
    }

    static let others: [DatagramRecord.Fate] = [
        .lost(.chance), .corrupted(.bit(0)), .duplicated, .kernelDropped, .undeliverable,
    ]

    @Test(arguments: others)
    mutating func `another fate has an entry of its own and is not counted`(_ fate: DatagramRecord.Fate) {
        _ = add(1, .sent, at: 0)
        #expect(add(1, fate, at: 0) == "- and its own")
        #expect(add(2, .sent, at: 100) == nil)
        #expect(add(2, fate, at: 1099) == "- and its own")
        #expect(
            add(2, fate, at: 1100) == "ssrc 9, first 2, last 2, sent 1, received 0, byteCount 20 and its own")
        #expect(log.count({ _, _ in true }, size: { _ in true }) == 2)
    }

    @Test mutating func `a datagram without a number is counted, and a short one has no source`() {
        #expect(add(nil, .sent, at: 0) == "ssrc 9, sent 1, received 0, byteCount 20")
        let header: [UInt8] = [0x80, 0, 1, 2, 1, 2, 3, 4, 5, 6, 7, 8]
        for (length, ssrc) in [(11, 0), (12, 0x0506_0708)] {
            let bytes = header.prefix(length)
            let record = DatagramRecord(
                number: 1, time: .start, from: Self.alice, to: Self.sfu, bytes: Array(bytes), fate: .sent)
            guard case .datagrams(let run)? = log.add(record).run else {
                Issue.record("a stream begins without an entry")
                continue
            }
            #expect(run.ssrc == UInt32(ssrc) && run.byteCount == length)
        }
    }

    @Test mutating func `each stream between two addresses has runs of its own, in the order of their beginning`() {
        let back = "datagrams: from 127.0.1.1:5004, to 127.1.0.1:50000, ssrc 9, "
        let there = "datagrams: from 127.1.0.1:50000, to 127.0.1.1:5004, ssrc "
        _ = add(1, .sent, at: 0, from: Self.sfu, to: Self.alice)
        for source: UInt8 in [20, 10] { _ = add(2, .sent, at: 0, source: source) }
        for source: UInt8 in [10, 20] { #expect(add(3, .received, at: 10, source: source) == nil) }
        #expect(add(4, .received, at: 20, from: Self.sfu, to: Self.alice) == nil)
        #expect(
            log.endAll().map(\.shown) == [
                back + "sent 0, received 1, byteCount 0", there + "20, sent 0, received 1, byteCount 0",
                there + "10, sent 0, received 1, byteCount 0",
            ])
    }

    @Test mutating func `datagrams that were sent are counted by their hosts and lengths, also in runs that ended`() {
        for (index, length) in [20, 30, 30].enumerated() {
            _ = add(index, .sent, at: Int64(index) * 2000, length: length)
        }
        _ = add(3, .sent, at: 0, length: 20, from: Self.sfu, to: Self.alice)
        _ = add(3, .received, at: 0, length: 20)
        _ = log.endAll()
        #expect(log.count({ _, _ in true }, size: { _ in true }) == 4)
        #expect(log.count({ from, _ in from == Self.alice.host }, size: { $0 == 30 }) == 2)
        #expect(log.count({ _, to in to == Self.alice.host }, size: { $0 < 30 }) == 1)
        #expect(log.count({ from, to in from == to }, size: { _ in true }) == 0)
        #expect(log.count({ _, _ in true }, size: { $0 > 30 }) == 0)
    }
}
