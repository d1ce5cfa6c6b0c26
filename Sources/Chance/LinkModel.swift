public import Timing

/// One direction of a link, as a model without I/O: it decides the fate of each datagram.
///
/// Delay, duplication and rate apply before a datagram is sent. Loss and damage apply where it is received, so a
/// capture in between shows every datagram that was sent. Each datagram draws one number from each random stream in
/// any case, so a change of one condition does not affect later draws.
public struct LinkModel: Sendable {
    /// The current conditions. A change applies to later datagrams.
    public var conditions: LinkConditions
    private var delays: RandomStream
    private var doubles: RandomStream
    private var doubleDelays: RandomStream
    private var reorderings: RandomStream
    private var losses: LossModel
    private var corruptions: RandomStream
    /// The instant at which the rate limiter is idle again.
    private var busyUntil = Instant.start

    /// Creates a link that draws from `randomStream` alone.
    public init(conditions: LinkConditions, randomStream: RandomStream) {
        self.conditions = conditions
        delays = randomStream.derived(for: "delay")
        doubles = randomStream.derived(for: "double")
        doubleDelays = randomStream.derived(for: "double delay")
        reorderings = randomStream.derived(for: "reordering")
        losses = LossModel(randomStream)
        corruptions = randomStream.derived(for: "corruption")
    }

    /// Returns the fate of a datagram that is sent at `now`.
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

    /// Returns the fate of a datagram that arrives at `now`.
    public mutating func receive(byteCount: Int, at now: Instant) -> Arrival {
        let lost = losses.next(conditions)
        let damage = damage(byteCount: byteCount)
        if conditions.isOffline { return .lost(.offline) }
        if conditions.isCut { return .lost(.cut) }
        if let lost { return .lost(lost) }
        guard let damage else { return .delivered }
        return conditions.corruption.arrives ? .corrupted(damage) : .lost(.checksum)
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
        let bits = Double(min(max(0, byteCount), Self.maxBytes) + Self.headers) * 8
        let start = max(now, busyUntil)
        let waiting = Double(now.duration(to: start).nanoseconds) / 1e9 * Double(bandwidth)
        // A datagram that is sent at once needs no room in the queue.
        guard bandwidth > 0, waiting <= 0 || waiting + bits <= Double(conditions.queue) * 8 else {
            return .lost(.queue)
        }
        busyUntil = start.advanced(by: .nanoseconds(Int64(saturating: (bits / Double(bandwidth) * 1e9).rounded(.up))))
        return .sent(at: busyUntil.advanced(by: .nanoseconds(wait)))
    }

    /// The headers of IPv4 and UDP in bytes.
    private static let headers = 28
    /// The longest UDP datagram in bytes.
    private static let maxBytes = 65_535
}

// MARK: Corruption

extension LinkModel {
    /// Returns the damage of a datagram, if any. It always draws three numbers from a stream of its own.
    private mutating func damage(byteCount: Int) -> Damage? {
        let draw = corruptions.unit()
        let place = corruptions.unit()
        let mask = UInt8(truncatingIfNeeded: Int(corruptions.unit() * 255) + 1)
        let shares = conditions.corruption
        guard byteCount > 0 else { return nil }
        let index = Int(place * Double(min(byteCount, Self.maxBytes)))
        if draw < shares.bit { return .bit(index * 8 + Int(mask & 7)) }
        if draw < shares.bit + shares.byte { return .byte(at: index, mask: mask) }
        if draw < shares.bit + shares.byte + shares.truncation { return .truncation(to: index) }
        return nil
    }
}

extension Int64 {
    /// Clamps to `Int64`; not-a-number becomes 0.
    fileprivate init(saturating value: Double) {
        self = value.isNaN ? 0 : Int64(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
    }

    /// Returns the sum, clamped to the range.
    fileprivate func adding(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}

/// Decides which datagrams a link loses, independently and in bursts.
struct LossModel: Sendable {
    private var single: RandomStream
    private var changes: RandomStream
    private var inBursts: RandomStream
    private var isInBurst = false

    init(_ randomStream: RandomStream) {
        single = randomStream.derived(for: "loss")
        changes = randomStream.derived(for: "burst")
        inBursts = randomStream.derived(for: "burst loss")
    }

    /// Returns the reason for the loss of the next datagram, or nil. It always draws one number from each stream.
    mutating func next(_ conditions: LinkConditions) -> LossReason? {
        let isLost = single.chance(conditions.loss)
        let change = changes.unit()
        let draw = inBursts.unit()
        if let burst = conditions.burst {
            isInBurst = isInBurst ? !(change < burst.end) : change < burst.start
            if isInBurst, draw < burst.loss { return .burst }
        } else {
            isInBurst = false
        }
        return isLost ? .chance : nil
    }
}
