package import Timing

/// The reason for the end of a run.
public enum EndOfRun: Hashable, Sendable {
    /// The body returned.
    case finished
    /// No event can happen any more, although the body has not returned.
    case nothingLeft
    /// ``EventLoop/stop()`` was called.
    case stopped
    /// The number of turns within a millisecond of virtual time exceeded the limit.
    case goingInCircles(turns: Int)
}

extension EndOfRun: CustomStringConvertible {
    /// A short description.
    public var description: String {
        switch self {
        case .finished: "finished"
        case .nothingLeft: "no further event is possible"
        case .stopped: "stopped"
        case .goingInCircles(let turns): "\(turns) turns passed within a millisecond: something repeats itself for ever"
        }
    }
}

/// The decision at an idle point.
package enum QuietAnswer: Hashable, Sendable {
    /// New work was added: evaluate again before the clock advances.
    case again
    /// Advance the clock.
    case proceed
    /// Stop the run.
    case stop
}

/// Counts of one run.
package struct LoopStatistics: Hashable, Sendable {
    /// Executed jobs of tasks.
    package internal(set) var jobs = 0
    /// Fired timers, of tasks and of callbacks.
    package internal(set) var timersFired = 0
    /// Idle points.
    package internal(set) var quietInstants = 0
    /// Turns with work to do.
    package internal(set) var turns = 0
    /// Calls of the kernel for readable descriptors.
    package internal(set) var polls = 0
    /// Jobs from other threads. Under the virtual clock each of them violates determinism.
    package internal(set) var foreignJobs = 0
    /// Tasks that were still waiting at the end of the run and never resume.
    package internal(set) var abandonedTasks = 0
    /// Datagrams that arrived after `sendto` had returned, a little later in real time.
    package internal(set) var lateArrivals = 0
}

/// The pending work at one instant.
package struct PendingWork: Hashable, Sendable {
    /// One pending timer.
    package struct Timer: Hashable, Sendable {
        /// The instant at which it fires.
        package let deadline: Instant
        /// The purpose, for messages.
        package let label: String
    }

    /// The current instant.
    package let now: Instant
    /// All timers, the next one first.
    package let timers: [Timer]
    /// Jobs that are ready to run.
    package let readyJobs: Int
    /// Watched descriptors.
    package let watchedDescriptors: Int
    /// Other threads of the process. Code that waits for one of them cannot run in virtual time.
    package let otherThreads: Int
}

extension PendingWork: CustomStringConvertible {
    /// A description with the first ten timers.
    package var description: String {
        let shown = timers.prefix(10).map { timer in
            timer.deadline == .distantFuture ? "\(timer.label), for ever" : "\(timer.label) at \(timer.deadline)"
        }
        let rest = [
            (timers.count - shown.count, "more deadlines"), (readyJobs, "ready jobs"),
            (watchedDescriptors, "watched descriptors"), (otherThreads, "other threads in the process"),
        ]
        let others = rest.compactMap { count, what in count > 0 ? "\(count) \(what)" : nil }
        return "at \(now): " + ((timers.isEmpty ? ["no deadline"] : shown) + others).joined(separator: ", ")
    }
}
