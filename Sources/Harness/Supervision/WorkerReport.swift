internal import Journal

/// The end of a task in a worker: a line of JSON.
struct WorkerReport: Hashable {
    var verdict: Verdict
    /// The transitions and joint states in the run, for a task that has its scenario's text.
    var features: [String] = []
    /// The digest of the journal, for a task that asks for it.
    var digest: UInt64?
}

extension WorkerReport {
    /// The line without its end.
    var line: [UInt8] {
        var json = JSONText()
        json.openObject()
        json.key("report")
        verdict.write(to: &json)
        if !features.isEmpty { json.field("features", features) }
        if let digest { json.field("digest", digest) }
        json.closeObject()
        return json.takeBytes()
    }

    /// Decodes a line; returns nil when a part is missing.
    init?(_ json: JSON) {
        guard let verdict = json["report"].flatMap({ Verdict($0) }) else { return nil }
        self.init(verdict: verdict, features: json["features"]?.texts ?? [], digest: json["digest"]?.unsigned)
    }
}

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
