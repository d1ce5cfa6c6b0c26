internal import CLinux
import Timing

/// The watched descriptors by slot, with marks on those that may be readable.
struct WatchTable {
    private struct Watch {
        let descriptor: Int32
        /// The generation of the watch; zero when it has ended.
        var generation: UInt64
        var isMarked = false
        /// True when the kernel watches it.
        var isPolled = false
        var action: @MainActor () -> Void
    }

    private var watches: [Watch] = []
    private var freeSlots: [Int] = []
    private var nextGeneration: UInt64 = 1
    private var marked: [Int] = []
    private var served: [Int] = []
    private var nextServed = 0

    var count: Int { watches.count - freeSlots.count }
    var hasMarked: Bool { !marked.isEmpty }

    mutating func add(_ descriptor: Int32, _ action: @escaping @MainActor () -> Void) -> WatchID {
        let watch = Watch(descriptor: descriptor, generation: nextGeneration, action: action)
        let slot = freeSlots.popLast() ?? watches.count
        if slot == watches.count { watches.append(watch) } else { watches[slot] = watch }
        nextGeneration += 1
        return WatchID(slot: slot, generation: watch.generation)
    }

    /// Removes a watch and returns its descriptor, or nil when it had ended.
    mutating func remove(_ id: WatchID) -> Int32? {
        guard id.slot < watches.count, watches[id.slot].generation == id.generation else { return nil }
        watches[id.slot].generation = 0
        watches[id.slot].action = {}
        freeSlots.append(id.slot)
        return watches[id.slot].descriptor
    }

    /// The slots and descriptors that the kernel does not watch.
    var unpolled: [(slot: Int, descriptor: Int32)] {
        watches.indices.compactMap { slot in
            let watch = watches[slot]
            return watch.generation != 0 && !watch.isPolled ? (slot, watch.descriptor) : nil
        }
    }

    func isPolled(_ id: WatchID) -> Bool {
        id.slot < watches.count && watches[id.slot].generation == id.generation && watches[id.slot].isPolled
    }

    mutating func setPolled(slot: Int) {
        watches[slot].isPolled = true
    }

    /// Removes all watches. Later ones take slots from the first on.
    mutating func forgetAll() {
        watches.removeAll(keepingCapacity: true)
        freeSlots.removeAll(keepingCapacity: true)
        marked.removeAll(keepingCapacity: true)
        served.removeAll(keepingCapacity: true)
        nextServed = 0
    }

    mutating func mark(_ id: WatchID) {
        if id.slot < watches.count, watches[id.slot].generation == id.generation { mark(slot: id.slot) }
    }

    mutating func mark(slot: Int) {
        guard slot < watches.count, watches[slot].generation != 0, !watches[slot].isMarked else { return }
        watches[slot].isMarked = true
        marked.append(slot)
    }

    /// Starts to serve the slots that are marked, in order.
    mutating func beginServing() {
        served.removeAll(keepingCapacity: true)
        swap(&marked, &served)
        served.sort()
        nextServed = 0
    }

    /// Returns the next action to call. Watches that ended meanwhile are skipped.
    mutating func next() -> (@MainActor () -> Void)? {
        while nextServed < served.count {
            let slot = served[nextServed]
            nextServed += 1
            guard watches[slot].generation != 0 else { continue }
            watches[slot].isMarked = false
            return watches[slot].action
        }
        return nil
    }
}

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
