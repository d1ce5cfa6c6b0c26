/// A piece of work that is ready to run.
enum ReadyJob {
    /// A task, up to its next suspension.
    case task(UnownedJob)
    case action(@MainActor () -> Void)
}

/// The ready jobs, first in, first out: a ring buffer that allocates only to grow.
struct JobQueue {
    private var ring: [ReadyJob?] = Array(repeating: nil, count: 64)
    private var head = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ job: ReadyJob) {
        if count == ring.count { grow() }
        // The capacity is a power of two.
        ring[(head + count) & (ring.count - 1)] = job
        count += 1
    }

    mutating func popFirst() -> ReadyJob? {
        guard count > 0 else { return nil }
        defer {
            head = (head + 1) & (ring.count - 1)
            count -= 1
        }
        return ring[head].take()
    }

    private mutating func grow() {
        ring = Array(ring[head...] + ring[..<head]) + Array(repeating: nil, count: ring.count)
        head = 0
    }
}
