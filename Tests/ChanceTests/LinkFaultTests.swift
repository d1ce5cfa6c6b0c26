import Chance
import Testing
import Timing

@Suite
struct LinkFaultTests {
    @Test(arguments: [0.001, 0.02, 0.5])
    func `the share of duplicates is as configured`(_ share: Double) {
        var link = link(.perfect.with { $0.duplication = share })
        let doubles = departures(of: 100_000, on: &link).count { $0.double != nil }
        #expect(abs(Double(doubles) - 100_000 * share) < 5 * (100_000 * share * (1 - share)).squareRoot())
    }

    @Test
    func `a double waits for itself`() {
        var link = link(
            LinkConditions(latency: .milliseconds(20), jitter: .milliseconds(5)).with { $0.duplication = 1 })
        let departures = departures(of: 1000, on: &link)
        #expect(departures.allSatisfy { $0.instants.count == 2 && $0.original != $0.double })
        let overtaking = departures.count { departure in
            departure.double.map { .sent(at: departure.instants[0]) == $0 } ?? false
        }
        #expect(abs(overtaking - 500) < 80)
    }

    @Test
    func `the share of delayed datagrams and the delay are as configured`() {
        var link = link(
            LinkConditions(latency: .milliseconds(20)).with {
                $0.reordering = Reordering(share: 0.1, delay: .milliseconds(30))
            })
        let waits = waits(of: 100_000, on: &link)
        #expect(waits.allSatisfy { $0 == 20_000_000 || $0 == 50_000_000 })
        #expect(abs(waits.count { $0 == 50_000_000 } - 10_000) < 475)
    }

    @Test
    func `a cut link sends and delivers nothing`() {
        var link = link(LinkConditions(latency: .milliseconds(5)).with { $0.isCut = true })
        #expect(waits(of: 10, on: &link) == Array(repeating: 5_000_000, count: 10))
        #expect(fates(of: 10, on: &link).allSatisfy { $0 == .lost(.cut) })
    }

    @Test
    func `without a network nothing is sent and nothing delivered`() {
        var link = link(.perfect.with { $0.isOffline = true })
        #expect(departures(of: 10, on: &link).allSatisfy { $0 == Departure(.lost(.offline)) })
        #expect(fates(of: 10, on: &link).allSatisfy { $0 == .lost(.offline) })
    }
}

@Suite
struct BandwidthTests {
    /// 97 bytes and the headers are a thousand bits.
    private func send(_ link: inout LinkModel, at now: Instant = .start) -> Departure.Copy {
        link.send(byteCount: 97, at: now).original
    }

    private func instant(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

    @Test
    func `datagrams follow one another as fast as the bandwidth lets them`() {
        var link = link(LinkConditions(latency: .milliseconds(20)).with { $0.bandwidth = 1_000_000 })
        let copies = (0..<10).map { _ in send(&link) }
        #expect(copies == (1...10).map { .sent(at: instant(20 + $0)) })
        // The link is free again at 10 ms.
        let later = send(&link, at: instant(50))
        #expect(later == .sent(at: instant(71)))
    }

    @Test
    func `datagrams beyond the queue are lost, until there is room`() {
        var link = link(.perfect.with { ($0.bandwidth, $0.queue) = (1_000_000, 500) })
        let copies = (0..<6).map { _ in send(&link) }
        #expect(copies == (1...4).map { .sent(at: instant($0)) } + [.lost(.queue), .lost(.queue)])
        let next = (0..<2).map { _ in send(&link, at: instant(1)) }
        #expect(next == [.sent(at: instant(5)), .lost(.queue)])
    }

    @Test
    func `a datagram larger than the queue is sent when the queue is empty`() {
        var link = link(.perfect.with { ($0.bandwidth, $0.queue) = (1_000_000, 10) })
        let copies = (0..<2).map { _ in send(&link) }
        #expect(copies == [.sent(at: instant(1)), .lost(.queue)])
    }

    @Test
    func `a duplicate uses bandwidth, and may exceed the queue`() {
        var link = link(.perfect.with { ($0.bandwidth, $0.queue, $0.duplication) = (1_000_000, 300, 1) })
        let first = link.send(byteCount: 97, at: .start)
        #expect(first == Departure(.sent(at: instant(1)), double: .sent(at: instant(2))))
        let second = link.send(byteCount: 97, at: instant(1))
        #expect(second == Departure(.sent(at: instant(3)), double: .lost(.queue)))
    }

    @Test
    func `a bandwidth of nothing loses all, and figures out of range do not trap`() {
        for (bandwidth, queue) in [(Int64(0), Int64(1000)), (-1, 1000), (.min, .max)] {
            var link = link(.perfect.with { ($0.bandwidth, $0.queue) = (bandwidth, queue) })
            let copy = send(&link)
            #expect(copy == .lost(.queue))
        }
        for count in [Int.min, -1, 0, Int.max] {
            var link = link(.perfect.with { ($0.bandwidth, $0.queue) = (1, .max) })
            for _ in 0..<100 { _ = link.send(byteCount: count, at: Instant(nanoseconds: .max - 1)) }
            let departure = link.send(byteCount: count, at: Instant(nanoseconds: .max - 1))
            #expect(departure.instants == [.distantFuture])
        }
    }
}

@Suite
struct CorruptionTests {
    private func damages(_ corruption: Corruption, byteCount: Int = 100, count: Int = 30_000) -> [Damage] {
        var link = link(
            .perfect.with {
                $0.corruption = corruption
                $0.corruption.arrives = true
            })
        return (0..<count).compactMap { _ in
            if case .corrupted(let damage) = link.receive(byteCount: byteCount, at: .start) { damage } else { nil }
        }
    }

    @Test
    func `the shares of each kind are as configured`() {
        let damages = damages(Corruption(bit: 0.01, byte: 0.05, truncation: 0.2))
        let counts = damages.reduce(into: (bit: 0, byte: 0, truncation: 0)) { counts, damage in
            switch damage {
            case .bit: counts.bit += 1
            case .byte: counts.byte += 1
            case .truncation: counts.truncation += 1
            }
        }
        #expect(abs(counts.bit - 300) < 87)
        #expect(abs(counts.byte - 1500) < 189)
        #expect(abs(counts.truncation - 6000) < 347)
    }

    @Test
    func `damage arrives only where the checksum is computed again`() {
        var dropping = link(.perfect.with { $0.corruption = Corruption(share: 0.5) })
        var arriving = link(
            .perfect.with {
                $0.corruption = Corruption(share: 0.5)
                $0.corruption.arrives = true
            })
        for (dropped, damaged) in zip(fates(of: 1000, on: &dropping), fates(of: 1000, on: &arriving)) {
            if case .corrupted = damaged {
                #expect(dropped == .lost(.checksum))
            } else {
                #expect(dropped == .delivered && damaged == .delivered)
            }
        }
    }

    @Test
    func `one share is shared by the kinds`() {
        #expect(Corruption(share: 0.75) == Corruption(bit: 0.25, byte: 0.25, truncation: 0.25))
    }

    @Test
    func `every bit of a datagram is hit alike`() {
        var counts = [Int](repeating: 0, count: 32)
        for damage in damages(Corruption(bit: 1), byteCount: 4) {
            guard case .bit(let position) = damage, counts.indices.contains(position) else {
                Issue.record("\(damage)")
                return
            }
            counts[position] += 1
        }
        #expect(counts.allSatisfy { abs($0 - 937) < 160 })
    }

    @Test
    func `damage affects its configured part only`() {
        let bytes: [UInt8] = [0, 0xFF, 0x0F]
        #expect(Damage.bit(0).done(to: bytes) == [0x80, 0xFF, 0x0F])
        #expect(Damage.bit(23).done(to: bytes) == [0, 0xFF, 0x0E])
        #expect(Damage.byte(at: 1, mask: 0x0F).done(to: bytes) == [0, 0xF0, 0x0F])
        #expect(Damage.truncation(to: 1).done(to: bytes) == [0])
        let outside: [Damage] = [
            .bit(24), .bit(-1), .byte(at: 3, mask: 1), .byte(at: -1, mask: 1), .truncation(to: 3),
        ]
        for damage in outside { #expect(damage.done(to: bytes) == bytes) }
        #expect(Damage.truncation(to: -1).done(to: bytes) == [])
    }

    @Test(arguments: [1, 2, 3, 100, 1500])
    func `a damaged datagram is never the one that was sent`(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let damages = damages(Corruption(share: 1), byteCount: count, count: 3000)
        #expect(damages.count == 3000)
        #expect(damages.allSatisfy { $0.done(to: bytes) != bytes })
    }

    @Test
    func `in an empty datagram nothing can be damaged`() {
        #expect(damages(Corruption(share: 1), byteCount: 0).isEmpty)
    }
}
