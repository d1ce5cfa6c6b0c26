internal import CLinux
import Glibc
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

/// One thread of the process.
struct ThreadIdentity: Sendable {
    private let handle: pthread_t

    /// The current thread.
    static var current: ThreadIdentity { ThreadIdentity(handle: pthread_self()) }

    /// True on this thread.
    var isCurrent: Bool { pthread_equal(handle, pthread_self()) != 0 }

    /// The number of threads of the process according to the kernel, or nil when it is unknown.
    static var count: Int? {
        guard let folder = opendir("/proc/self/task") else { return nil }
        defer { closedir(folder) }
        var entries = 0
        while readdir(folder) != nil { entries += 1 }
        return entries - 2  // without the entries for the folder and its parent
    }
}
