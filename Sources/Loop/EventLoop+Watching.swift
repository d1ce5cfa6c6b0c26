internal import CLinux
package import Containers

/// Identifies one watched descriptor.
package typealias WatchID = SlotID

extension EventLoop {
    /// Calls `onReadable` whenever the descriptor is readable, until ``unwatch(_:)``.
    ///
    /// Of several readable descriptors, the one with the lowest slot is served first. A freed slot is reused first.
    ///
    /// - Parameters:
    ///   - label: The label of the watch, for a ``FreeChoice``.
    ///   - isAnnounced: True when every arrival is announced with ``expectReadable(_:)``. Under the virtual clock the
    ///     kernel is then not asked, which saves a twelfth of the cost of a datagram, until a datagram is late or
    ///     ``pollKernelAlways()`` is called.
    package func watch(
        descriptor: Int32, label: String = "another descriptor", isAnnounced: Bool = false,
        onReadable: @escaping @MainActor () -> Void
    ) throws(LoopError) -> WatchID {
        let id = watches.add(descriptor, label, onReadable)
        guard !isAnnounced || inFlight.asksKernel else { return id }
        do throws(LoopError) {
            try poller.add(descriptor, key: id.slot)
            watches.setPolled(id)
        } catch {
            _ = watches.remove(id)
            throw error
        }
        return id
    }

    /// Stops watching. Call it before closing the descriptor.
    package func unwatch(_ id: WatchID) {
        let wasPolled = watches.isPolled(id)
        if let descriptor = watches.remove(id), wasPolled { poller.remove(descriptor) }
    }

    /// Asks the kernel about every descriptor until the run ends, because unannounced datagrams may arrive.
    package func pollKernelAlways() {
        inFlight.asksKernel = true
        pollAll()
    }

    /// Registers the descriptors that the kernel does not watch yet.
    func pollAll() {
        for (id, descriptor) in watches.unpolled where (try? poller.add(descriptor, key: id.slot)) != nil {
            watches.setPolled(id)
        }
    }

    /// Announces that a descriptor is readable, which saves asking the kernel. Its callback checks for itself.
    package func expectReadable(_ id: WatchID) {
        watches.mark(id)
    }
}

/// Datagrams that were sent to sockets of this process and have not arrived yet.
///
/// While there are any, no instant is an idle point. If the kernel is late, the loop waits in real time, for ``limit`` at
/// most, and then gives them up.
package struct InFlight {
    /// The number of datagrams, kept by the network that sends and receives them.
    package var count = 0

    /// Called when datagrams have not arrived within ``limit``; ``count`` is 0 by then.
    package var onOverdue: (@MainActor () -> Void)?

    /// The longest time in which an idle point is postponed.
    var limit = Duration.milliseconds(200)

    /// True when the kernel is asked about announced descriptors, too.
    var asksKernel = true
}
