internal import Journal

/// How a worker process ended.
struct WorkerEnd {
    /// The ways to end.
    enum Way {
        /// It handed over a verdict.
        case reported(Verdict)
        /// It left without a verdict.
        case exited(status: Int32)
        /// A signal killed it.
        case died(signal: Int32)
        /// It died because it got no more memory.
        case exhausted(MemoryLimit)
        /// It did not end within its limit, and was killed.
        case overran(limit: Double)
        /// It handed over something that is no verdict.
        case unreadable(reason: String)
        /// It could not be started.
        case unstartable(reason: String)
    }

    var way: Way
    /// The last lines that it wrote.
    var output: [String] = []
    /// How long it took.
    var wallSeconds: Double = 0
}
