public import Timing

/// How a run of the loop ended.
public enum EndOfRun: Hashable, Sendable {
    /// The body returned.
    case finished
    /// Nothing could happen any more although the body had not returned.
    case nothingLeft
    /// Somebody stopped the loop.
    case stopped
    /// That many turns passed without the virtual clock moving.
    case goingInCircles(turns: Int)
}

extension EndOfRun: CustomStringConvertible {
    /// What happened, for people.
    public var description: String {
        switch self {
        case .finished: "finished"
        case .nothingLeft: "nothing is left to happen"
        case .stopped: "stopped"
        case .goingInCircles(let turns): "\(turns) turns passed without time moving: something repeats itself for ever"
        }
    }
}

/// What is to follow upon a quiet instant.
public enum QuietAnswer: Hashable, Sendable {
    /// There is new work: look again before the clock moves.
    case again
    /// Let time pass.
    case proceed
    /// End the run.
    case stop
}

/// What the loop has done in a run.
public struct LoopStatistics: Hashable, Sendable {
    /// Pieces of tasks that ran.
    public internal(set) var jobs = 0
    /// Deadlines that were met, of tasks and of callbacks.
    public internal(set) var timersFired = 0
    /// Instants at which nothing was ready and nothing readable.
    public internal(set) var quietInstants = 0
    /// Rounds in which there was something to do.
    public internal(set) var turns = 0
    /// How often the kernel was asked for readable descriptors.
    public internal(set) var polls = 0
    /// Jobs that came from other threads; under the virtual clock each is a breach of determinism.
    public internal(set) var foreignJobs = 0
    /// Tasks that still waited for their turn or for a deadline when the run ended, and never go on.
    public internal(set) var abandonedTasks = 0
    /// How often a datagram was not there when `sendto` had returned, and came a little later in real time.
    public internal(set) var lateArrivals = 0
}

/// What the loop waits for at an instant.
public struct PendingWork: Hashable, Sendable {
    /// One deadline.
    public struct Timer: Hashable, Sendable {
        /// When it falls due.
        public let deadline: Instant
        /// What it is for.
        public let label: String
    }

    /// The instant of asking.
    public let now: Instant
    /// All deadlines, the next one first.
    public let timers: [Timer]
    /// Pieces of tasks that could run.
    public let readyJobs: Int
    /// Descriptors that would be served.
    public let watchedDescriptors: Int
    /// Threads of the process beside the loop's; code that waits for one of them cannot be virtual.
    public let otherThreads: Int
}

extension PendingWork: CustomStringConvertible {
    /// What is waited for, for people; the first ten deadlines are enough.
    public var description: String {
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
