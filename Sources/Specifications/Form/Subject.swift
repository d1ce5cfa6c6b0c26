import Timing

/// A participant, a call or a session with its state in a table.
struct Subject<Memory: Sendable>: Sendable {
    let name: String
    var state: String
    var since: Instant
    var memory: Memory
    /// The demands to leave the present state.
    private(set) var deadlines: [Deadline] = []

    /// A demand that the subject leaves its state.
    struct Deadline: Sendable {
        let text: String
        let deadline: Instant
    }

    init(_ name: String, state: String, since: Instant, memory: Memory) {
        self.name = name
        self.state = state
        self.since = since
        self.memory = memory
    }

    /// Demands that the subject leaves its state.
    mutating func mustLeaveState(by deadline: Instant, since text: String) {
        deadlines.append(Deadline(text: text, deadline: deadline))
    }

    /// Removes all demands.
    mutating func clearDeadlines() { deadlines = [] }

    mutating func enter(_ state: String, at now: Instant) {
        self.state = state
        since = now
        deadlines = []
    }
}

/// The subjects of one table.
struct Subjects<Memory: Sendable>: Sendable {
    private let table: TransitionTable<Memory>
    private let initialState: String
    private let makeMemory: @Sendable () -> Memory
    private var known: [String: Subject<Memory>] = [:]
    /// The earliest deadline of a subject.
    private var earliest = Instant.distantFuture

    init(_ table: TransitionTable<Memory>, in state: String, _ memory: @autoclosure @escaping @Sendable () -> Memory) {
        self.table = table
        initialState = state
        makeMemory = memory
    }

    subscript(name: String) -> Subject<Memory>? { known[name] }

    var names: [String] { known.keys.sorted() }

    /// Changes a subject's state. Returns a refusal when the table does not allow the transition.
    mutating func move(_ name: String, to state: String, at now: Instant) -> Refusal? {
        var subject = subject(name, now)
        let refusal = table.refusal(subject, to: state, at: now)
        subject.enter(state, at: now)
        put(subject)
        return refusal
    }

    /// Changes the memory or the deadlines of a subject.
    mutating func update(_ name: String, at now: Instant, _ change: (inout Subject<Memory>) -> Void) {
        var subject = subject(name, now)
        change(&subject)
        put(subject)
    }

    /// Changes all known subjects.
    mutating func updateAll(_ change: (inout Subject<Memory>) -> Void) {
        for name in known.keys {
            guard var subject = known[name] else { continue }
            change(&subject)
            put(subject)
        }
    }

    mutating func forget(_ name: String) { known[name] = nil }

    /// Returns the refusal of the first deadline that passed before `now`.
    mutating func elapse(to now: Instant, slack: Duration) -> Refusal? {
        guard earliest.advanced(by: slack) < now else { return nil }
        let late = known.values.filter { deadline(of: $0).advanced(by: slack) < now }.min { $0.name < $1.name }
        let refusal = late.map(refusal)
        if let late { known[late.name]?.enter(late.state, at: .distantFuture) }
        earliest = known.values.map(deadline).min() ?? .distantFuture
        return refusal
    }

    private func subject(_ name: String, _ now: Instant) -> Subject<Memory> {
        known[name] ?? Subject(name, state: initialState, since: now, memory: makeMemory())
    }

    private mutating func put(_ subject: Subject<Memory>) {
        known[subject.name] = subject
        earliest = min(earliest, deadline(of: subject))
    }

    private func deadline(of subject: Subject<Memory>) -> Instant {
        let limit = table.limit(subject)?.deadline ?? .distantFuture
        return subject.deadlines.reduce(limit) { min($0, $1.deadline) }
    }

    private func refusal(_ subject: Subject<Memory>) -> Refusal {
        let lasting = "remains \(subject.state) (since \(subject.since))"
        if let deadline = subject.deadlines.min(by: { $0.deadline < $1.deadline }) {
            return Refusal(
                subject.name, lasting, allowed: ["another state by \(deadline.deadline), since \(deadline.text)"])
        }
        let limit = table.limit(subject)
        return Refusal(
            subject.name, lasting, allowed: limit.map { ["another state by \($0.deadline): at most \($0.name)"] } ?? [])
    }
}
