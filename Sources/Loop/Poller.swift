internal import CLinux
import Timing

/// Asks the kernel for readable descriptors.
struct Poller {
    /// The epoll descriptor; negative when the kernel provided none.
    let descriptor = clx_poll_create()
    private var keys = [UInt32](repeating: 0, count: 64)

    mutating func add(_ watched: Int32, key: Int) throws(LoopError) {
        let result = clx_poll_add(descriptor, watched, UInt32(truncatingIfNeeded: key))
        guard result == 0 else { throw .unwatchable(descriptor: watched, error: -result) }
        // One call returns all keys, because the order of service is right only when all are known.
        while key >= keys.count { keys = Array(repeating: 0, count: keys.count * 2) }
    }

    func remove(_ watched: Int32) {
        _ = clx_poll_remove(descriptor, watched)
    }

    /// Marks the readable descriptors and waits for `limit` at most; nil waits without limit.
    mutating func wait(_ limit: Duration?, marking table: inout WatchTable) {
        let nanoseconds = limit.map { max(0, $0.nanoseconds) } ?? -1
        let count = keys.withUnsafeMutableBufferPointer { keys in
            clx_poll_wait(descriptor, keys.baseAddress, Int32(keys.count), nanoseconds)
        }
        guard count > 0 else { return }
        for key in keys.prefix(Int(count)) { table.mark(slot: Int(key)) }
    }
}
