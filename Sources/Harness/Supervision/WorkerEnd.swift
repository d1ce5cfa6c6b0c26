internal import Journal

/// The end of a worker's task.
struct WorkerEnd {
    /// The ways to end.
    enum Way {
        /// The worker sent a report.
        case reported(WorkerReport)
        /// The worker exited without a verdict.
        case exited(status: Int32)
        /// A signal killed the worker.
        case died(signal: Int32)
        /// The worker died because it got no more memory.
        case exhausted(MemoryLimit)
        /// The worker exceeded its time limit, and was killed.
        case overran(limit: Double)
        /// The worker sent an invalid report.
        case unreadable(reason: String)
        /// The worker could not be started.
        case unstartable(reason: String)
    }

    var way: Way
    /// The last lines of output.
    var output: [String] = []
    /// The duration.
    var wallSeconds: Double = 0
}
