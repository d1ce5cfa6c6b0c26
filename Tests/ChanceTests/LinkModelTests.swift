import Chance
import Testing
import Timing

@Suite
struct LinkModelTests {
    @Test
    func `a perfect link sends at once and loses nothing`() {
        var link = link(.perfect)
        for number in 0..<1000 {
            let now = Instant(nanoseconds: Int64(number))
            let departure = link.send(byteCount: 100, at: now)
            let arrival = link.receive(byteCount: 100, at: now)
            #expect(departure.instants == [now])
            #expect(arrival == .delivered)
        }
    }

    @Test
    func `without jitter every datagram waits exactly the latency`() {
        var link = link(LinkConditions(latency: .milliseconds(20)))
        #expect(waits(of: 1000, on: &link).allSatisfy { $0 == 20_000_000 })
        let departure = link.send(byteCount: 1, at: Instant(nanoseconds: 5))
        #expect(departure.instants == [Instant(nanoseconds: 20_000_005)])
    }

    @Test
    func `waits lie within the jitter, and are spread evenly over it`() {
        var link = link(LinkConditions(latency: .milliseconds(20), jitter: .milliseconds(5)))
        var counts = [Int](repeating: 0, count: 10)
        var total: Int64 = 0
        for wait in waits(of: 100_000, on: &link) {
            guard (15_000_000..<25_000_000).contains(wait) else {
                Issue.record("a datagram waits \(wait) ns")
                return
            }
            counts[Int((wait - 15_000_000) / 1_000_000)] += 1
            total += wait
        }
        // Five standard deviations: 475 for a tenth of the datagrams, 46 µs for the mean.
        #expect(counts.allSatisfy { abs($0 - 10_000) < 475 })
        #expect(abs(total / 100_000 - 20_000_000) < 46_000)
    }

    @Test
    func `no wait is below zero, even where jitter exceeds latency`() {
        var link = link(LinkConditions(latency: .milliseconds(1), jitter: .milliseconds(4)))
        let waits = waits(of: 10_000, on: &link)
        #expect(waits.allSatisfy { (0..<5_000_000).contains($0) })
        // Three of eight would be negative and are at once.
        #expect(abs(waits.count { $0 == 0 } - 3750) < 250)
    }

    @Test(arguments: [0.001, 0.01, 0.2, 0.5, 0.99])
    func `the share of loss is as configured`(loss: Double) {
        var link = link(LinkConditions(loss: loss))
        let lost = fates(of: 100_000, on: &link).count { $0 == .lost(.chance) }
        let deviation = (100_000 * loss * (1 - loss)).squareRoot()
        #expect(abs(Double(lost) - 100_000 * loss) < 5 * deviation)
    }

    @Test
    func `losses come independently of one another`() {
        var link = link(LinkConditions(loss: 0.2))
        let fates = fates(of: 100_000, on: &link)
        let pairs = zip(fates, fates.dropFirst()).count { $0 == .lost(.chance) && $1 == .lost(.chance) }
        // A loss after a loss is as likely as any: 4 % of the pairs, here within five standard deviations.
        #expect(abs(pairs - 4000) < 350)
    }

    @Test
    func `loss of nothing, of all and of no number`() {
        for (loss, lost) in [(0.0, 0), (-1, 0), (.nan, 0), (1, 1000), (2, 1000)] {
            var link = link(LinkConditions(loss: loss))
            #expect(fates(of: 1000, on: &link).count { $0 == .lost(.chance) } == lost)
        }
    }

    @Test
    func `conditions out of any range neither trap nor send into the past`() {
        let ends: [Duration] = [
            .nanoseconds(Int64.min), .seconds(Int64.max), .seconds(Int64.min), .nanoseconds(Int64.max), .zero,
        ]
        for latency in ends {
            for jitter in ends {
                var link = link(LinkConditions(latency: latency, jitter: jitter))
                #expect(waits(of: 100, on: &link).allSatisfy { $0 >= 0 })
                let late = Instant(nanoseconds: .max - 1)
                let departure = link.send(byteCount: 1, at: late)
                #expect(departure.instants.allSatisfy { $0 >= late })
            }
        }
    }
}

@Suite
struct LinkModelDeterminismTests {
    private let conditions = LinkConditions(latency: .milliseconds(20), jitter: .milliseconds(5), loss: 0.2)

    @Test
    func `one seed gives one run`() {
        var first = link(conditions, seed: 7)
        var second = link(conditions, seed: 7)
        #expect(waits(of: 1000, on: &first) == waits(of: 1000, on: &second))
        #expect(fates(of: 1000, on: &first) == fates(of: 1000, on: &second))
    }

    @Test
    func `another seed gives another run`() {
        var first = link(conditions, seed: 7)
        var second = link(conditions, seed: 8)
        #expect(waits(of: 1000, on: &first) != waits(of: 1000, on: &second))
        #expect(fates(of: 1000, on: &first) != fates(of: 1000, on: &second))
    }

    @Test
    func `sending and receiving do not change one another's draws`() {
        var apart = link(conditions)
        var mixed = link(conditions)
        let apartWaits = waits(of: 100, on: &apart)
        let apartFates = fates(of: 100, on: &apart)
        var mixedWaits: [Int64] = []
        var mixedFates: [Arrival] = []
        for _ in 0..<100 {
            mixedFates += fates(of: 1, on: &mixed)
            mixedWaits += waits(of: 1, on: &mixed)
        }
        #expect(mixedWaits == apartWaits)
        #expect(mixedFates == apartFates)
    }

    @Test
    func `a change of conditions in mid-run keeps the draws for later datagrams`() {
        var changed = link(.perfect)
        var unchanged = link(conditions)
        #expect(waits(of: 100, on: &changed).allSatisfy { $0 == 0 })
        #expect(fates(of: 100, on: &changed).allSatisfy { $0 == .delivered })
        changed.conditions = conditions
        #expect(waits(of: 100, on: &changed) == Array(waits(of: 200, on: &unchanged).dropFirst(100)))
        #expect(fates(of: 100, on: &changed) == Array(fates(of: 200, on: &unchanged).dropFirst(100)))
    }

    @Test
    func `more loss loses the same datagrams and others besides`() {
        var little = link(LinkConditions(loss: 0.1))
        var much = link(LinkConditions(loss: 0.4))
        for (some, more) in zip(fates(of: 1000, on: &little), fates(of: 1000, on: &much)) where some != .delivered {
            #expect(more == some)
        }
    }
}
