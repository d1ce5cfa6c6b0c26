/// A timer with at most one pending action. Setting it again replaces that action.
@MainActor
package final class SingleTimer {
    private let scheduler: any Scheduler
    private var pending: (wake: WakeID, deadline: Instant)?

    /// Creates a timer without an action.
    package init(_ scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    /// The deadline of the pending action; nil when there is none.
    package var deadline: Instant? { pending?.deadline }

    /// True when an action is pending.
    package var isSet: Bool { pending != nil }

    /// Runs `action` at `deadline`, in place of the pending one. The timer can be set again from the action.
    ///
    /// - Parameters:
    ///   - label: Describes the action in messages.
    ///   - name: The end of the label; both are joined only when it is read.
    package func set(
        at deadline: Instant, _ label: String, _ name: String = "", _ action: @escaping @MainActor () -> Void
    ) {
        cancel()
        let wake = scheduler.schedule(at: deadline, label, name) { [self] in
            pending = nil
            action()
        }
        pending = (wake, deadline)
    }

    /// Runs `action` after a time, in place of the pending one.
    package func set(
        after time: Duration, _ label: String, _ name: String = "", _ action: @escaping @MainActor () -> Void
    ) {
        set(at: scheduler.now.advanced(by: time), label, name, action)
    }

    /// Cancels the pending action, if there is one.
    package func cancel() {
        guard let pending else { return }
        scheduler.cancel(pending.wake)
        self.pending = nil
    }
}
