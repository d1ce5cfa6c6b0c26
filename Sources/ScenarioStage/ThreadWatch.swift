import ScenarioLanguage

/// Detects threads that code of the embedding program started during a run in virtual time.
///
/// Virtual time advances when the loop is idle. It does not wait for other threads, so their results come too late.
struct ThreadWatch {
    private let countAtStart: Int

    /// Records the process's threads before the run.
    init() {
        countAtStart = Self.count
    }

    /// A suggestion about threads that were started since; nil without such threads.
    var advice: String? {
        let own = Self.count - countAtStart
        guard own > 0 else { return nil }
        let threads = own == 1 ? "a thread" : "\(own) threads"
        return "code of this program runs on \(threads) of its own, for which virtual time does not wait: "
            + "use Swift concurrency in it, or run it with `--clock real`"
    }

    private static var count: Int { ScenarioFile.entries(of: "/proc/self/task")?.count ?? 1 }
}
