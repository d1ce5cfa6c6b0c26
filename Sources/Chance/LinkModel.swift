public import Timing

/// When a datagram gets onto the wire.
public struct Departure: Hashable, Sendable {
    /// One instant for each copy that is sent, the earliest first; never before the datagram was handed over.
    public let instants: [Instant]
}

/// What becomes of a datagram where it is received.
public enum Arrival: Hashable, Sendable {
    /// The receiver gets it.
    case delivered
    /// The receiver never learns of it.
    case lost(LossReason)
}

/// Why a datagram that was on the wire is not delivered.
public enum LossReason: String, Hashable, Sendable {
    /// By the link's share of loss.
    case chance
}

/// One direction of a link, without any input or output: it is told of datagrams and answers what becomes of them.
///
/// What delays acts before the datagram is sent, what loses acts where it is received, so that a capture in between
/// shows all that went onto the wire. Each datagram takes one number from each stream of chance whatever the
/// conditions are, so a change of the conditions leaves the luck of all later datagrams as it was.
public struct LinkModel: Sendable {
    /// How the link is; a change counts for the datagrams that are handed over after it.
    public var conditions: LinkConditions
    private var delays: SeededGenerator
    private var losses: SeededGenerator

    /// Makes a link whose chance is all in `generator`.
    public init(conditions: LinkConditions, generator: SeededGenerator) {
        self.conditions = conditions
        delays = generator.derived(for: "delay")
        losses = generator.derived(for: "loss")
    }

    /// A datagram is handed to the link at `now`.
    public mutating func send(byteCount: Int, at now: Instant) -> Departure {
        // In -1..<1, so the product stays in the range of Int64.
        let deviation = delays.unit() * 2 - 1
        let offset = Int64(deviation * Double(max(0, conditions.jitter.nanoseconds)))
        let (sum, overflow) = conditions.latency.nanoseconds.addingReportingOverflow(offset)
        let wait = overflow ? (offset > 0 ? .max : 0) : max(0, sum)
        return Departure(instants: [now.advanced(by: .nanoseconds(wait))])
    }

    /// A datagram has come over the link at `now`.
    public mutating func receive(byteCount: Int, at now: Instant) -> Arrival {
        losses.chance(conditions.loss) ? .lost(.chance) : .delivered
    }
}
