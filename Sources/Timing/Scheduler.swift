/// Names one wake-up that was asked of a ``Scheduler``.
public struct WakeID: Hashable, Sendable {
    /// The timer behind it.
    public let timer: TimerID

    /// Makes the name of a wake-up from its timer.
    public init(timer: TimerID) {
        self.timer = timer
    }
}

/// What a shell needs to know of time: the instant, the date, and to be woken.
///
/// The loop is the one that products use, under the virtual and under the real clock. Machines never see it: they are
/// told the instant.
@MainActor
public protocol Scheduler: AnyObject, Sendable {
    /// The instant at which everything happens just now.
    var now: Instant { get }

    /// The date that belongs to ``now``.
    var date: Timestamp { get }

    /// Runs `action` at `deadline`, or at once when that has passed; `label` says for people what is waited for.
    @discardableResult
    func schedule(at deadline: Instant, _ label: String, _ action: @escaping @MainActor () -> Void) -> WakeID

    /// Runs `action` at `deadline` as well, with a label in two pieces that are joined only for who reads it.
    @discardableResult
    func schedule(
        at deadline: Instant, _ label: String, _ name: String, _ action: @escaping @MainActor () -> Void
    ) -> WakeID

    /// Forgets a wake-up; without effect when it has happened.
    func cancel(_ wake: WakeID)

    /// Runs `action` behind everything that is ready, as a task would that begins now.
    func soon(_ action: @escaping @MainActor () -> Void)
}

extension Scheduler {
    /// Joins the pieces of the label, for schedulers that read it anyway.
    @discardableResult
    public func schedule(
        at deadline: Instant, _ label: String, _ name: String, _ action: @escaping @MainActor () -> Void
    ) -> WakeID {
        schedule(at: deadline, label + name, action)
    }

    /// Runs `action` in a task, for schedulers that do not know what is ready.
    public func soon(_ action: @escaping @MainActor () -> Void) {
        Task { @MainActor in action() }
    }
}
