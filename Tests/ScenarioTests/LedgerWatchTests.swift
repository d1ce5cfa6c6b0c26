import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The check of the life of datagrams.
@Suite struct LedgerWatchTests {
    private static let alice = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
    private static let bob = SocketAddress(host: HostAddress(127, 1, 0, 2), port: 2)

    private static func record(_ number: Int, _ fate: DatagramRecord.Fate, at time: Instant = .start) -> DatagramRecord
    {
        DatagramRecord(number: number, time: time, from: alice, to: bob, bytes: [UInt8(number)], fate: fate)
    }

    private static func violation(_ records: [DatagramRecord], isImmediate: Bool = true) -> String? {
        var watch = LedgerWatch()
        watch.isImmediate = isImmediate
        for record in records { watch.take(record) }
        return watch.violation
    }

    @Test func `A socket receives in the order of sending`() {
        let sent = [Self.record(1, .sent), Self.record(2, .sent)]
        #expect(Self.violation(sent + [Self.record(1, .received), Self.record(2, .received)]) == nil)
        let other = sent + [Self.record(2, .received), Self.record(1, .received)]
        #expect(Self.violation(other)?.hasSuffix("it arrives after #2, which was sent later") == true)
        #expect(Self.violation(other, isImmediate: false) == nil)
    }

    @Test func `A datagram arrives at the instant of its sending`() {
        let late = Instant.start.advanced(by: .milliseconds(3))
        let records = [Self.record(1, .sent), Self.record(1, .received, at: late)]
        #expect(Self.violation(records)?.hasSuffix("it arrives 3 ms after it was sent") == true)
        #expect(Self.violation(records, isImmediate: false) == nil)
    }

    @Test func `A datagram has one final fate and the bytes that were sent`() {
        #expect(Self.violation([Self.record(1, .sent), Self.record(1, .received), Self.record(1, .received)]) != nil)
        #expect(Self.violation([Self.record(2, .sent), Self.record(1, .sent)]) != nil)
    }

    @Test func `The counts of a network are those of the recorded events`() {
        let fates: [DatagramRecord.Fate] = [
            .sent, .sent, .sent, .received, .duplicated, .kernelDropped, .undeliverable,
        ]
        var counts = NetworkLedger.Counts()
        for fate in fates { counts.add(Self.record(1, fate)) }
        let unsent = DatagramRecord(
            number: nil, time: .start, from: Self.alice, to: Self.bob, bytes: [1], fate: .undeliverable)
        counts.add(unsent)
        var ledger = NetworkLedger()
        (ledger.sent, ledger.received, ledger.duplicated) = (3, 1, 1)
        (ledger.kernelDropped, ledger.undeliverable, ledger.refused) = (1, 1, 1)
        #expect(counts.difference(from: ledger) == nil)
        ledger.refused = 2
        #expect(counts.difference(from: ledger) == "the network counts 2 datagrams as refused, and 1 were")
        (ledger.refused, ledger.received) = (1, 0)
        #expect(counts.difference(from: ledger) == "the network counts 0 datagrams as received, and 1 were")
    }
}
