import Chance
import Testing
import Timing

/// A fault that is switched on leaves alone what the others do.
@Suite
struct LinkStreamTests {
    struct Fault: CustomTestStringConvertible, Sendable {
        let name: String
        let change: @Sendable (inout LinkConditions) -> Void
        var testDescription: String { name }
    }

    private static let base = LinkConditions(latency: .milliseconds(20), jitter: .milliseconds(5), loss: 0.1).with {
        $0.corruption = Corruption(share: 0.1)
        $0.burst = BurstLoss(start: 0.02, end: 0.2)
    }

    static let faults: [Fault] = [
        Fault(name: "duplication") { $0.duplication = 0.3 },
        Fault(name: "reordering") { $0.reordering = Reordering(share: 0.3) },
        Fault(name: "more loss") { $0.loss = 0.5 },
        Fault(name: "no bursts") { $0.burst = nil },
        Fault(name: "longer bursts") { $0.burst = BurstLoss(start: 0.1, end: 0.01) },
        Fault(name: "corruption") { $0.corruption = Corruption(share: 0.9) },
        Fault(name: "bandwidth") { $0.bandwidth = 100_000 },
        Fault(name: "cut") { $0.isCut = true },
        Fault(name: "offline") { $0.isOffline = true },
    ]

    private func link(_ conditions: LinkConditions) -> LinkModel {
        LinkModel(conditions: conditions, randomStream: RandomStream(seed: 11))
    }

    @Test(arguments: faults)
    func `the fates after a fault are those without it`(_ fault: Fault) {
        var disturbed = link(Self.base.with(fault.change))
        var undisturbed = link(Self.base)
        for _ in 0..<200 {
            _ = (departures(of: 1, on: &disturbed), fates(of: 1, on: &disturbed))
            _ = (departures(of: 1, on: &undisturbed), fates(of: 1, on: &undisturbed))
        }
        disturbed.conditions = Self.base.with { $0.burst = nil }
        undisturbed.conditions = disturbed.conditions
        #expect(departures(of: 200, on: &disturbed) == departures(of: 200, on: &undisturbed))
        #expect(fates(of: 200, on: &disturbed) == fates(of: 200, on: &undisturbed))
    }

    @Test
    func `doubles and held back datagrams leave the others' waits alone`() {
        var disturbed = link(
            Self.base.with {
                $0.duplication = 0.3
                $0.reordering = Reordering(share: 0.3, delay: .seconds(1))
            })
        var undisturbed = link(Self.base)
        var equal = 0
        for (one, other) in zip(departures(of: 1000, on: &disturbed), departures(of: 1000, on: &undisturbed)) {
            guard case .sent(let late) = one.original, case .sent(let early) = other.original else { continue }
            #expect(late == early || late == early.advanced(by: .seconds(1)))
            equal += late == early ? 1 : 0
        }
        #expect(abs(equal - 700) < 75)
    }

    @Test
    func `bursts and corruption leave the single losses alone`() {
        var disturbed = link(Self.base)
        var undisturbed = link(LinkConditions(loss: 0.1))
        for (one, other) in zip(fates(of: 2000, on: &disturbed), fates(of: 2000, on: &undisturbed)) {
            #expect(one == .lost(.burst) || (one == .lost(.chance)) == (other == .lost(.chance)))
        }
    }

    @Test
    func `more of a kind of corruption damages the same datagrams and others besides`() {
        var little = link(.perfect.with { $0.corruption = Corruption(bit: 0.1) })
        var much = link(.perfect.with { $0.corruption = Corruption(bit: 0.4) })
        for (some, more) in zip(fates(of: 1000, on: &little), fates(of: 1000, on: &much)) where some != .delivered {
            #expect(more == some)
        }
    }
}

@Suite
struct LinkProfileTests {
    @Test
    func `each profile is found by its name`() {
        #expect(Set(LinkProfile.all.map(\.name)).count == LinkProfile.all.count)
        for profile in LinkProfile.all { #expect(LinkProfile.named(profile.name) == profile) }
        #expect(LinkProfile.named("4g") == nil)
        #expect(["3g", "lossy-wifi", "satellite", "lift"].allSatisfy { LinkProfile.named($0) != nil })
    }

    @Test(arguments: LinkProfile.all)
    func `each profile delivers most datagrams, within its bandwidth`(_ profile: LinkProfile) {
        for conditions in [profile.up, profile.down] {
            var link = link(conditions)
            var sent = 0
            var arrived = 0
            var last = Instant.start
            for number in 0..<10_000 {
                let now = Instant(nanoseconds: Int64(number) * 20_000_000)
                let instants = link.send(byteCount: 100, at: now).instants
                sent += instants.count
                #expect(instants.allSatisfy { $0 >= now.advanced(by: conditions.latency - conditions.jitter * 6) })
                last = max(last, instants.last ?? last)
                if case .delivered = link.receive(byteCount: 100, at: now) { arrived += 1 }
            }
            #expect(sent >= 10_000)
            #expect(arrived > 6000)
            #expect(last.nanoseconds < 202_000_000_000)
        }
    }
}
