import ScenarioLanguage

/// Detects threads that code of the embedding program started during a run in virtual time.
///
/// Virtual time moves when the loop has nothing left to do. It cannot see work of other threads, so it runs ahead of
/// them, and what they do comes too late.
struct ThreadWatch {
    private let countAtStart: Int

    /// Remembers the threads that the process has before the run.
    init() {
        countAtStart = Self.count
    }

    /// Returns what to do about threads that were started since; nil when there are none.
    var advice: String? {
        let own = Self.count - countAtStart
        guard own > 0 else { return nil }
        let threads = own == 1 ? "a thread" : "\(own) threads"
        return "code of this program runs on \(threads) of its own, for which virtual time does not wait: "
            + "use Swift concurrency in it, or run it with `--clock real`"
    }

    private static var count: Int { ScenarioFile.entries(of: "/proc/self/task")?.count ?? 1 }
}
