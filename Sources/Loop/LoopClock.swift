public import Timing

/// The loop's time for code that takes `any Clock<Duration>`.
///
/// A cancelled sleep removes its timer. A cancelled `Task.sleep` leaves its deadline in the loop.
public struct LoopClock: Clock {
    private let loop: EventLoop

    /// Creates the clock of a loop.
    public init(_ loop: EventLoop = .shared) {
        self.loop = loop
    }

    /// The current instant. Read it on the loop's thread, where all code of a run executes.
    public var now: Instant { MainActor.assumeIsolated { loop.now } }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Returns at the deadline, or throws at once when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let sleeper = await Sleeper(loop)
        try await withTaskCancellationHandler {
            try await sleeper.sleep(until: deadline)
        } onCancel: {
            // A task keeps the order of the loop for a cancellation from any thread.
            Task { @MainActor in sleeper.cancel() }
        }
    }
}

/// One sleeping task.
@MainActor
private final class Sleeper {
    private let loop: EventLoop
    private var waiting: (continuation: CheckedContinuation<Void, any Error>, wake: WakeID)?

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    func sleep(until deadline: Instant) async throws {
        try Task.checkCancellation()
        try await withCheckedThrowingContinuation { continuation in
            let wake = loop.schedule(at: deadline, "a sleeping task") { [self] in take()?.resume() }
            waiting = (continuation, wake)
        }
    }

    func cancel() {
        guard let wake = waiting?.wake else { return }
        loop.cancel(wake)
        take()?.resume(throwing: CancellationError())
    }

    private func take() -> CheckedContinuation<Void, any Error>? {
        defer { waiting = nil }
        return waiting?.continuation
    }
}
