/// A timer of a participant, in the run of a scenario or of its first actions.
package struct BaseTimer: Hashable, Sendable {
    /// The participant.
    package let owner: String
    package let label: String
    /// Nanoseconds from the first step to its deadline.
    package let time: Int64
    /// The number of the scenario's actions before the timer. A later action may cancel it.
    package let eventCount: Int
    /// The calling state of its owner just before the deadline.
    package let state: String

    /// The timers that fired in a run of the first actions of a timeline.
    static func all(in history: RunHistory, of timeline: Timeline, after eventCount: Int) -> [BaseTimer] {
        history.timers.map { timer in
            BaseTimer(
                owner: timer.owner, label: timer.label, time: timer.deadline - timeline.origin, eventCount: eventCount,
                state: history.value(of: "callingState", of: timer.owner, at: timer.deadline - 1) ?? "idle")
        }
    }
}
