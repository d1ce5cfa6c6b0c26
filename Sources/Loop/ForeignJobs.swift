internal import CLinux
import Synchronization
import Timing

/// What other threads have enqueued, until the loop takes it over.
final class ForeignJobs: Sendable {
    struct Entry: Sendable {
        let job: UnownedJob
        let delay: Duration?
    }

    /// Readable while something waits.
    let descriptor = clx_wake_create()
    private let entries = Mutex<[Entry]>([])

    /// Adds a job, ready after `delay` or at once, and wakes the loop.
    func add(_ job: UnownedJob, after delay: Duration?) {
        entries.withLock { $0.append(Entry(job: job, delay: delay)) }
        clx_wake_signal(descriptor)
    }

    /// Takes what there is, in the order in which it came.
    func takeAll() -> [Entry] {
        // Before the taking, so that what comes between makes the descriptor readable again.
        clx_wake_clear(descriptor)
        return entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }
}
