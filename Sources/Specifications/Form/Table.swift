import Timing

/// A condition with a name.
struct Guard<Memory: Sendable>: Sendable {
    let name: String
    let isMet: @Sendable (Subject<Memory>, Instant) -> Bool

    init(_ name: String, _ isMet: @escaping @Sendable (Subject<Memory>, Instant) -> Bool) {
        self.name = name
        self.isMet = isMet
    }

    /// A condition on what a subject remembers.
    init(_ name: String, when path: any KeyPath<Memory, Bool> & Sendable) {
        self.init(name) { subject, _ in subject.memory[keyPath: path] }
    }
}

/// A row of a table: the allowed next states, and the conditions of which one must be met.
struct Row<Memory: Sendable>: Sendable {
    let from: String
    let to: [String]
    let guards: [Guard<Memory>]

    init(_ from: String, to: String..., when guards: Guard<Memory>...) {
        self.from = from
        self.to = to
        self.guards = guards
    }
}

/// The longest time that a subject may remain in a state.
struct Limit<Memory: Sendable>: Sendable {
    let state: String
    let name: String
    /// Returns the limit, or nil without one.
    let duration: @Sendable (Memory) -> Duration?

    init(_ state: String, _ name: String, _ duration: @escaping @Sendable (Memory) -> Duration?) {
        self.state = state
        self.name = name
        self.duration = duration
    }
}

/// A state machine as one table.
struct Table<Memory: Sendable>: Sendable {
    let rows: [Row<Memory>]
    var limits: [Limit<Memory>] = []

    /// The arrows of the diagram.
    var arrows: [SpecificationPage.Arrow] {
        let moves = rows.flatMap { row in
            row.to.map { SpecificationPage.Arrow(from: row.from, to: $0, guards: row.guards.map(\.name)) }
        }
        return moves + limits.map { .init(from: $0.state, to: $0.state, guards: ["at most \($0.name)"]) }
    }

    /// Returns why a subject may not take a state; nil when it may.
    func refusal(_ subject: Subject<Memory>, to state: String, at now: Instant) -> Refusal? {
        var refused: [String] = []
        for row in rows where row.from == subject.state && row.to.contains(state) {
            if row.guards.isEmpty || row.guards.contains(where: { $0.isMet(subject, now) }) { return nil }
            refused += row.guards.map(\.name)
        }
        let allowed = rows.filter { $0.from == subject.state }.flatMap(\.to)
        return Refusal(
            subject.name, "from \(subject.state) (since \(subject.since)) to \(state)",
            allowed: allowed.isEmpty ? ["no other state"] : allowed, refused: refused)
    }

    /// Returns the limit of the subject's present state.
    func limit(_ subject: Subject<Memory>) -> (name: String, deadline: Instant)? {
        for limit in limits where limit.state == subject.state {
            guard let duration = limit.duration(subject.memory) else { continue }
            return (limit.name, subject.since.advanced(by: duration))
        }
        return nil
    }
}
