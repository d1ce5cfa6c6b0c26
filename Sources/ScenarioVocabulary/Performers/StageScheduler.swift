import CallLibrary
import Journal
package import Loop
import ScenarioLanguage
package import Timing

/// The loop's time as one owner sees it: what falls due is journaled with the owner's name.
///
/// The message layer's own wake-ups are not, nor those of media: there is one for every datagram, and retransmissions
/// are told anyway.
@MainActor
package final class StageScheduler: Scheduler {
    private let owner: String
    private let loop: EventLoop
    private let onFired: @MainActor (String) -> Void
    /// What has not fired yet.
    private var waiting: Set<WakeID> = []
    private var isDead = false

    package init(owner: String, loop: EventLoop, onFired: @escaping @MainActor (String) -> Void) {
        self.owner = owner
        self.loop = loop
        self.onFired = onFired
    }

    package var now: Instant { loop.now }
    package var date: Timestamp { loop.date }

    @discardableResult
    package func schedule(at deadline: Instant, _ label: String, _ action: @escaping @MainActor () -> Void) -> WakeID {
        let isQuiet = label.hasPrefix("CoAP") || label == Call.mediaLabel
        let ticket = Ticket()
        let wake = loop.schedule(at: deadline, isQuiet ? label : "\(owner): \(label)") { [self, onFired] in
            if let wake = ticket.wake { waiting.remove(wake) }
            if !isQuiet { onFired(label) }
            action()
        }
        ticket.wake = wake
        if isDead { loop.cancel(wake) } else { waiting.insert(wake) }
        return wake
    }

    package func cancel(_ wake: WakeID) {
        waiting.remove(wake)
        loop.cancel(wake)
    }

    package func soon(_ action: @escaping @MainActor () -> Void) {
        loop.soon(action)
    }

    /// Nothing falls due any more.
    package func die() {
        isDead = true
        for wake in waiting { loop.cancel(wake) }
        waiting = []
    }

    /// Lets what is scheduled know as what.
    private final class Ticket {
        var wake: WakeID?
    }
}
