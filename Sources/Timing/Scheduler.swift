/// Identifies one scheduled action of a ``Scheduler``.
public struct WakeID: Hashable, Sendable {
    /// The timer behind it.
    public let timer: TimerID

    /// Creates the identifier of a timer.
    public init(timer: TimerID) {
        self.timer = timer
    }
}

/// The time that shells need: the current instant, the date, and scheduled actions.
///
/// Products use the event loop, under the virtual or the real clock. State machines never see a scheduler; each event
/// carries its instant.
@MainActor
public protocol Scheduler: AnyObject, Sendable {
    /// The current instant. It does not change during a turn.
    var now: Instant { get }

    /// The date that belongs to ``now``.
    var date: Timestamp { get }

    /// Runs `action` at `deadline`, or in the next turn when that has passed. `label` describes the action in
    /// messages.
    @discardableResult
    func schedule(at deadline: Instant, _ label: String, _ action: @escaping @MainActor () -> Void) -> WakeID

    /// Runs `action` at `deadline`. The label's two parts are joined only when it is read.
    @discardableResult
    func schedule(
        at deadline: Instant, _ label: String, _ name: String, _ action: @escaping @MainActor () -> Void
    ) -> WakeID

    /// Cancels an action. It has no effect once the action has run.
    func cancel(_ wake: WakeID)

    /// Runs `action` after the jobs that are ready, like a task that starts now.
    func enqueue(_ action: @escaping @MainActor () -> Void)
}

extension Scheduler {
    /// The date of ``Instant/start``.
    package var epoch: Timestamp { date.advanced(by: .zero - .nanoseconds(now.nanoseconds)) }

    /// Joins the parts of the label for schedulers that store it as one.
    @discardableResult
    public func schedule(
        at deadline: Instant, _ label: String, _ name: String, _ action: @escaping @MainActor () -> Void
    ) -> WakeID {
        schedule(at: deadline, label + name, action)
    }

    /// Runs `action` in a task, for schedulers without a queue of ready jobs.
    public func enqueue(_ action: @escaping @MainActor () -> Void) {
        Task { @MainActor in action() }
    }
}
