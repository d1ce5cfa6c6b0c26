import Timing

/// A condition with a name.
struct Guard<Memory: Sendable>: Sendable {
    let name: String
    let isMet: @Sendable (Subject<Memory>, Instant) -> Bool

    init(_ name: String, _ isMet: @escaping @Sendable (Subject<Memory>, Instant) -> Bool) {
        self.name = name
        self.isMet = isMet
    }

    /// A condition on the memory of a subject.
    init(_ name: String, when path: any KeyPath<Memory, Bool> & Sendable) {
        self.init(name) { subject, _ in subject.memory[keyPath: path] }
    }

    /// A condition that a subject has been in its state for a time. A limit of nil is never over.
    init(_ name: String, after limit: any KeyPath<Memory, Duration?> & Sendable) {
        self.init(name) { subject, now in
            subject.memory[keyPath: limit].map { subject.since.advanced(by: $0) <= now } ?? false
        }
    }
}

/// A row of a table: each first state may be followed by each second one, when one of the conditions is met.
struct TransitionRow<Memory: Sendable>: Sendable {
    let from: [String]
    let to: [String]
    /// The conditions; empty for unconditional transitions.
    let guards: [Guard<Memory>]

    init(_ from: String..., to: String..., when guards: Guard<Memory>...) {
        self.from = from
        self.to = to
        self.guards = guards
    }
}

/// The longest time that a subject may remain in a state.
struct Limit<Memory: Sendable>: Sendable {
    let states: [String]
    let name: String
    /// Returns the longest time; nil when there is no limit.
    let duration: @Sendable (Memory) -> Duration?

    init(_ states: String..., atMost name: String, _ duration: @escaping @Sendable (Memory) -> Duration?) {
        self.states = states
        self.name = name
        self.duration = duration
    }

    init(_ states: String..., atMost name: String, _ duration: Duration) {
        self.states = states
        self.name = name
        self.duration = { _ in duration }
    }
}

/// A state machine as one table.
struct TransitionTable<Memory: Sendable>: Sendable {
    let rows: [TransitionRow<Memory>]
    var limits: [Limit<Memory>] = []

    /// The arrows of the diagram.
    var arrows: [SpecificationPage.Arrow] {
        let moves = rows.flatMap { row in
            row.from.flatMap { from in
                row.to.map { SpecificationPage.Arrow(from: from, to: $0, guards: row.guards.map(\.name)) }
            }
        }
        let remaining = limits.flatMap { limit in
            limit.states.map { SpecificationPage.Arrow(from: $0, to: $0, guards: ["at most \(limit.name)"]) }
        }
        return moves + remaining
    }

    /// Returns the refusal of a transition to `state`; nil when it is allowed.
    func refusal(_ subject: Subject<Memory>, to state: String, at now: Instant) -> Refusal? {
        var refused: [String] = []
        for row in rows where row.from.contains(subject.state) && row.to.contains(state) {
            if row.guards.isEmpty || row.guards.contains(where: { $0.isMet(subject, now) }) { return nil }
            refused += row.guards.map(\.name)
        }
        let allowed = rows.filter { $0.from.contains(subject.state) }.flatMap(\.to)
        return Refusal(
            subject.name, "from \(subject.state) (since \(subject.since)) to \(state)",
            allowed: allowed.isEmpty ? ["no other state"] : allowed, refused: refused)
    }

    /// Returns the limit of the subject's present state.
    func limit(_ subject: Subject<Memory>) -> (name: String, deadline: Instant)? {
        for limit in limits where limit.states.contains(subject.state) {
            guard let duration = limit.duration(subject.memory) else { continue }
            return (limit.name, subject.since.advanced(by: duration))
        }
        return nil
    }
}
