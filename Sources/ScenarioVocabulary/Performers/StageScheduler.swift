import Journal
package import Loop
import ScenarioLanguage
package import Timing

/// The loop's time for one owner; fired wake-ups are journaled with the owner's name.
///
/// Wake-ups of the message layer and quiet ones, such as those of media, are not journaled: they occur for every
/// datagram, and retransmissions have entries of their own.
@MainActor
package final class StageScheduler: Scheduler {
    /// The beginning of the labels of journaled wake-ups.
    private let prefix: String
    private let loop: EventLoop
    /// The labels of the wake-ups that are not journaled.
    private let quiet: Set<String>
    private let onFired: @MainActor (_ label: String, _ armed: Instant) -> Void
    /// Called for each wake-up that is journaled when it fires.
    private let onArmed: (@MainActor (_ label: String, _ deadline: Instant) -> Void)?
    /// The wake-ups that have not fired.
    private var waiting: Set<WakeID> = []
    private var isCancelled = false

    package init(
        owner: String, loop: EventLoop, quiet: Set<String> = [],
        onArmed: (@MainActor (_ label: String, _ deadline: Instant) -> Void)? = nil,
        onFired: @escaping @MainActor (_ label: String, _ armed: Instant) -> Void
    ) {
        prefix = "\(owner): "
        self.loop = loop
        self.quiet = quiet
        self.onArmed = onArmed
        self.onFired = onFired
    }

    package var now: Instant { loop.now }
    package var date: Timestamp { loop.date }

    @discardableResult
    package func schedule(at deadline: Instant, _ label: String, _ action: @escaping @MainActor () -> Void) -> WakeID {
        let isQuiet = label.hasPrefix("CoAP") || quiet.contains(label)
        let ticket = Ticket()
        let armed = loop.now
        if !isQuiet { onArmed?(label, deadline) }
        let wake = loop.schedule(at: deadline, isQuiet ? "" : prefix, label) { [self, onFired] in
            if let wake = ticket.wake { waiting.remove(wake) }
            if !isQuiet { onFired(label, armed) }
            action()
        }
        ticket.wake = wake
        if isCancelled { loop.cancel(wake) } else { waiting.insert(wake) }
        return wake
    }

    package func cancel(_ wake: WakeID) {
        waiting.remove(wake)
        loop.cancel(wake)
    }

    package func enqueue(_ action: @escaping @MainActor () -> Void) {
        loop.enqueue(action)
    }

    /// Cancels all wake-ups; nothing fires after this call.
    package func cancelAll() {
        isCancelled = true
        for wake in waiting { loop.cancel(wake) }
        waiting = []
    }

    /// Passes a wake-up its own identifier.
    private final class Ticket {
        var wake: WakeID?
    }
}
