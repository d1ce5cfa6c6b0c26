internal import CLinux
import Synchronization
import Timing

/// Jobs that other threads enqueued, until the loop takes them.
final class ForeignJobs: Sendable {
    struct Entry: Sendable {
        let job: UnownedJob
        let delay: Duration?
    }

    /// A descriptor that is readable while jobs are waiting.
    let descriptor = clx_wake_create()
    private let entries = Mutex<[Entry]>([])

    /// Adds a job that is ready after `delay`, or at once, and wakes the loop.
    func add(_ job: UnownedJob, after delay: Duration?) {
        entries.withLock { $0.append(Entry(job: job, delay: delay)) }
        clx_wake_signal(descriptor)
    }

    /// Removes and returns the jobs in the order of arrival.
    func takeAll() -> [Entry] {
        // Cleared first, so that a job that arrives meanwhile makes the descriptor readable again.
        clx_wake_clear(descriptor)
        return entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }
}
