import CallLibrary
import Journal
import Loop
import Timing

/// The loop's time as one owner sees it: what falls due is journaled with the owner's name.
///
/// The message layer's own wake-ups are not, nor those of media: there is one for every datagram, and retransmissions
/// are told anyway.
@MainActor
final class StageScheduler: Scheduler {
    private let owner: String
    private let loop: EventLoop
    private let onFired: @MainActor (String) -> Void

    init(owner: String, loop: EventLoop, onFired: @escaping @MainActor (String) -> Void) {
        self.owner = owner
        self.loop = loop
        self.onFired = onFired
    }

    var now: Instant { loop.now }
    var date: Timestamp { loop.date }

    @discardableResult
    func schedule(at deadline: Instant, _ label: String, _ action: @escaping @MainActor () -> Void) -> WakeID {
        guard !label.hasPrefix("CoAP"), label != Call.mediaLabel else {
            return loop.schedule(at: deadline, label, action)
        }
        return loop.schedule(at: deadline, "\(owner): \(label)") { [onFired] in
            onFired(label)
            action()
        }
    }

    func cancel(_ wake: WakeID) {
        loop.cancel(wake)
    }
}
