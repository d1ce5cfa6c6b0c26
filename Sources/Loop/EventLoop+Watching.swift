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
    ///
    /// - Parameter isAnnounced: Whether ``expectReadable(_:)`` tells of all that comes. Under the virtual clock the kernel is
    ///   not asked then, which would cost it a twelfth of what a datagram costs, until something is late or
    ///   ``askKernelAlways()`` is called.
    public func watch(
        descriptor: Int32, isAnnounced: Bool = false, onReadable: @escaping @MainActor () -> Void
    ) throws(LoopError) -> WatchID {
        let id = watches.add(descriptor, onReadable)
        guard !isAnnounced || asksKernelAlways else { return id }
        do throws(LoopError) {
            try poller.add(descriptor, key: id.slot)
            watches.setPolled(slot: id.slot)
        } catch {
            _ = watches.remove(id)
            throw error
        }
        return id
    }

    /// Ends the watch; to be called before the descriptor is closed.
    public func unwatch(_ id: WatchID) {
        let wasPolled = watches.isPolled(id)
        if let descriptor = watches.remove(id), wasPolled { poller.remove(descriptor) }
    }

    /// Has the kernel be asked, until the run ends, about all that is watched: more may come than is announced.
    public func askKernelAlways() {
        asksKernelAlways = true
        pollAll()
    }

    /// Has the kernel be asked about those that it was not asked about yet.
    func pollAll() {
        for (slot, descriptor) in watches.unpolled where (try? poller.add(descriptor, key: slot)) != nil {
            watches.setPolled(slot: slot)
        }
    }

    /// Says that the descriptor is readable, which saves asking the kernel; its callback finds out whether it is.
    public func expectReadable(_ id: WatchID) {
        watches.mark(id)
    }
}
