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

    /// The owner and the label, which timers of one purpose share.
    var kind: String { "\(owner): \(label)" }

    /// The timers that were armed in a run of a timeline, each with the number of actions before it.
    static func armed(in course: Course, of timeline: Timeline) -> [BaseTimer] {
        course.armed.map { timer in
            let (armed, time) = ((timer.armed ?? 0) - timeline.origin, timer.deadline - timeline.origin)
            return BaseTimer(
                owner: timer.owner, label: timer.label, time: time,
                eventCount: timeline.events.count { $0.time <= armed },
                state: course.value(of: "callingState", of: timer.owner, at: timer.deadline - 1) ?? "idle")
        }
    }

    /// The timers that fired in a run of the first actions of a timeline.
    static func all(in course: Course, of timeline: Timeline, after eventCount: Int) -> [BaseTimer] {
        course.timers.map { timer in
            BaseTimer(
                owner: timer.owner, label: timer.label, time: timer.deadline - timeline.origin, eventCount: eventCount,
                state: course.value(of: "callingState", of: timer.owner, at: timer.deadline - 1) ?? "idle")
        }
    }
}
