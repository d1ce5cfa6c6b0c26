import ScenarioLanguage

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

    private init(_ timer: RunHistory.Timer, in history: RunHistory, from origin: Int64, after eventCount: Int) {
        (owner, label, time) = (timer.owner, timer.label, timer.deadline - origin)
        self.eventCount = eventCount
        state = history.value(of: "callingState", of: timer.owner, at: timer.deadline - 1) ?? "idle"
    }

    /// The timers that were armed in a run of a timeline, each with the number of actions before it.
    static func armed(in history: RunHistory, of timeline: Timeline) -> [BaseTimer] {
        history.armed.map { timer in
            let armed = (timer.armed ?? 0) - timeline.origin
            let count = timeline.events.count { $0.time <= armed }
            return BaseTimer(timer, in: history, from: timeline.origin, after: count)
        }
    }

    /// The timers that fired in a run of the first actions of a timeline.
    static func all(in history: RunHistory, of timeline: Timeline, after eventCount: Int) -> [BaseTimer] {
        history.timers.map { BaseTimer($0, in: history, from: timeline.origin, after: eventCount) }
    }
}

extension ProbeRunner {
    /// Finds the timers that later actions of a scenario cancel, by runs that end after each of its actions.
    package mutating func addTimers(to base: inout Base) throws(Interruption) {
        let events = base.timeline.events
        let probes = events.indices.prefix(Base.maxParts).map { index in
            let part = base.timeline.scenario(
                events: Array(events[...index]), until: events[index].time + Base.reach)
            return Probe(id: base.id, file: base.file, text: part.text(), seed: 1, wantsJournal: true)
        }
        for (index, result) in try results(of: probes).enumerated() {
            base.add(timersIn: RunHistory(journal: result.journal), after: index + 1)
        }
    }
}
