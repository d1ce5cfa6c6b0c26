public import Timing

/// One direction of a link, without any input or output: it is told of datagrams and answers what becomes of them.
///
/// What delays, doubles or limits acts before the datagram is sent, what loses or corrupts acts where it is received,
/// so that a capture in between shows all that went onto the wire. Each datagram takes one number from each stream of
/// chance whatever the conditions are, so a change of one condition leaves the luck of all later datagrams as it was.
public struct LinkModel: Sendable {
    /// How the link is; a change counts for the datagrams that are handed over after it.
    public var conditions: LinkConditions
    private var delays: SeededGenerator
    private var doubles: SeededGenerator
    private var doubleDelays: SeededGenerator
    private var reorderings: SeededGenerator
    private var losses: LossModel
    private var corruptions: SeededGenerator
    /// When the last datagram will have got through the bandwidth.
    private var busyUntil = Instant.start

    /// Makes a link whose chance is all in `generator`.
    public init(conditions: LinkConditions, generator: SeededGenerator) {
        self.conditions = conditions
        delays = generator.derived(for: "delay")
        doubles = generator.derived(for: "double")
        doubleDelays = generator.derived(for: "double delay")
        reorderings = generator.derived(for: "reordering")
        losses = LossModel(generator)
        corruptions = generator.derived(for: "corruption")
    }

    /// A datagram is handed to the link at `now`.
    public mutating func send(byteCount: Int, at now: Instant) -> Departure {
        var wait = Self.wait(conditions, deviation: conditions.distribution.deviation(&delays))
        let doubleWait = Self.wait(conditions, deviation: conditions.distribution.deviation(&doubleDelays))
        let isDoubled = doubles.chance(conditions.duplication)
        if reorderings.chance(conditions.reordering?.share ?? 0) {
            wait = wait.adding(max(0, (conditions.reordering?.delay ?? .zero).nanoseconds))
        }
        guard !conditions.isOffline else { return Departure(.lost(.offline)) }
        let original = depart(byteCount: byteCount, at: now, wait: wait)
        return Departure(original, double: isDoubled ? depart(byteCount: byteCount, at: now, wait: doubleWait) : nil)
    }

    /// A datagram has come over the link at `now`.
    public mutating func receive(byteCount: Int, at now: Instant) -> Arrival {
        let lost = losses.next(conditions)
        let damage = damage(byteCount: byteCount)
        if conditions.isOffline { return .lost(.offline) }
        if conditions.isCut { return .lost(.cut) }
        if let lost { return .lost(lost) }
        return damage.map { .corrupted($0) } ?? .delivered
    }
}

// MARK: Delay and rate

extension LinkModel {
    private static func wait(_ conditions: LinkConditions, deviation: Double) -> Int64 {
        let offset = Double(max(0, conditions.jitter.nanoseconds)) * deviation
        return max(0, conditions.latency.nanoseconds.adding(Int64(saturating: offset)))
    }

    private mutating func depart(byteCount: Int, at now: Instant, wait: Int64) -> Departure.Copy {
        guard let bandwidth = conditions.bandwidth else {
            return .sent(at: now.advanced(by: .nanoseconds(wait)))
        }
        let bits = Double(min(max(0, byteCount), Self.mostBytes) + Self.headers) * 8
        let start = max(now, busyUntil)
        let waiting = Double(now.duration(to: start).nanoseconds) / 1e9 * Double(bandwidth)
        // What is sent at once waits in no queue.
        guard bandwidth > 0, waiting <= 0 || waiting + bits <= Double(conditions.queue) * 8 else {
            return .lost(.queue)
        }
        busyUntil = start.advanced(by: .nanoseconds(Int64(saturating: (bits / Double(bandwidth) * 1e9).rounded(.up))))
        return .sent(at: busyUntil.advanced(by: .nanoseconds(wait)))
    }

    /// IPv4's header and UDP's, in bytes.
    private static let headers = 28
    /// No UDP datagram has more.
    private static let mostBytes = 65_535
}

// MARK: Corruption

extension LinkModel {
    /// What is changed in the datagram. Three numbers of a stream of its own, drawn whether it is changed or not.
    private mutating func damage(byteCount: Int) -> Damage? {
        let luck = corruptions.unit()
        let place = corruptions.unit()
        let mask = UInt8(truncatingIfNeeded: Int(corruptions.unit() * 255) + 1)
        let shares = conditions.corruption
        guard byteCount > 0 else { return nil }
        let index = Int(place * Double(min(byteCount, Self.mostBytes)))
        if luck < shares.bit { return .bit(index * 8 + Int(mask & 7)) }
        if luck < shares.bit + shares.byte { return .byte(at: index, mask: mask) }
        if luck < shares.bit + shares.byte + shares.truncation { return .truncation(to: index) }
        return nil
    }
}

extension Int64 {
    /// The nearest number that there is; 0 for what is none.
    fileprivate init(saturating value: Double) {
        self = value.isNaN ? 0 : Int64(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
    }

    /// The sum, or the end of the numbers.
    fileprivate func adding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
