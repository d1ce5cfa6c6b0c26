internal import CLinux
internal import Containers
import Timing

/// The watched descriptors by slot, with marks on those that may be readable.
struct WatchTable {
    private struct Watch {
        let descriptor: Int32
        let label: String
        let action: @MainActor () -> Void
        var isMarked = false
        /// True when the kernel watches it.
        var isPolled = false
    }

    private var watches = SlotMap<Watch>()
    private var marked: [Int] = []
    private var served: [Int] = []
    private var nextServed = 0

    var count: Int { watches.count }
    var hasMarked: Bool { !marked.isEmpty }

    mutating func add(_ descriptor: Int32, _ label: String, _ action: @escaping @MainActor () -> Void) -> WatchID {
        watches.insert(Watch(descriptor: descriptor, label: label, action: action))
    }

    /// Removes a watch and returns its descriptor, or nil when it had ended.
    mutating func remove(_ id: WatchID) -> Int32? { watches.remove(id)?.descriptor }

    /// The watches that the kernel does not know, with their descriptors.
    var unpolled: [(id: WatchID, descriptor: Int32)] {
        watches.ids.compactMap { id in
            watches[id].flatMap { $0.isPolled ? nil : (id, $0.descriptor) }
        }
    }

    func isPolled(_ id: WatchID) -> Bool { watches[id]?.isPolled ?? false }

    mutating func setPolled(_ id: WatchID) { watches[id]?.isPolled = true }

    /// Removes all watches. Later ones take slots from the first on.
    mutating func forgetAll() {
        watches.removeAll()
        marked.removeAll(keepingCapacity: true)
    }

    mutating func mark(_ id: WatchID) {
        guard let watch = watches[id], !watch.isMarked else { return }
        watches[id]?.isMarked = true
        marked.append(id.slot)
    }

    mutating func mark(slot: Int) {
        if let id = watches.id(at: slot) { mark(id) }
    }

    /// Starts to serve the slots that are marked, in order.
    mutating func beginServing() {
        served.removeAll(keepingCapacity: true)
        swap(&marked, &served)
        served.sort()
        nextServed = 0
    }

    /// Returns the next action to call. Watches that ended meanwhile are skipped.
    ///
    /// - Parameter choose: Chooses one of some watches; nil for the first of them.
    @MainActor
    mutating func next(_ choose: (@MainActor (FreeChoice) -> Int)?) -> (@MainActor () -> Void)? {
        while nextServed < served.count {
            if let choose { moveToFront(choose) }
            let id = watches.id(at: served[nextServed])
            nextServed += 1
            guard let id else { continue }
            watches[id]?.isMarked = false
            return watches[id]?.action
        }
        return nil
    }

    /// Moves the chosen one of the watches that are left to their front. The others keep their order.
    @MainActor
    private mutating func moveToFront(_ choose: @MainActor (FreeChoice) -> Int) {
        let live = (nextServed..<served.count).filter { watches.id(at: served[$0]) != nil }
        guard live.count > 1 else { return }
        let labels = live.map { position in watches.id(at: served[position]).flatMap { watches[$0]?.label } ?? "" }
        let chosen = live[choose(FreeChoice(count: live.count) { labels[$0] })]
        served.insert(served.remove(at: chosen), at: nextServed)
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
        // Sound: the call writes at most this number of keys.
        let count = keys.withUnsafeMutableBufferPointer { keys in
            clx_poll_wait(descriptor, keys.baseAddress, Int32(keys.count), nanoseconds)
        }
        guard count > 0 else { return }
        for key in keys.prefix(Int(count)) { table.mark(slot: Int(key)) }
    }
}
