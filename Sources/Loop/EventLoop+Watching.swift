internal import CLinux

/// Names one watched descriptor.
public struct WatchID: Hashable, Sendable {
    let slot: Int
    let generation: UInt64
}

extension EventLoop {
    /// Calls `onReadable` whenever the descriptor is readable, until ``unwatch(_:)``.
    ///
    /// Of several that are readable, the one with the lowest slot is served first; a slot that was given up is the next
    /// to be taken again.
    public func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) throws(LoopError) -> WatchID {
        let id = watches.add(descriptor, onReadable)
        do throws(LoopError) {
            try poller.add(descriptor, key: id.slot)
        } catch {
            _ = watches.remove(id)
            throw error
        }
        return id
    }

    /// Ends the watch; to be called before the descriptor is closed.
    public func unwatch(_ id: WatchID) {
        if let descriptor = watches.remove(id) { poller.remove(descriptor) }
    }

    /// Says that the descriptor is readable, which saves asking the kernel; its callback finds out whether it is.
    public func expectReadable(_ id: WatchID) {
        watches.mark(id)
    }
}
