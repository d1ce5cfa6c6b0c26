/// The outcome of one piece of work that several callers wait for.
///
/// A caller that is cancelled stops waiting with `CancellationError`; when the last one does, the work is abandoned.
@MainActor
final class SharedOutcome<Value: Sendable> {
    private var waiting: [(number: Int, continuation: CheckedContinuation<Value, any Error>)] = []
    private var result: Result<Value, any Error>?
    private var nextNumber = 0
    private let onAbandoned: @MainActor () -> Void

    init(onAbandoned: @escaping @MainActor () -> Void) {
        self.onAbandoned = onAbandoned
    }

    /// Gives everybody the result; only the first one counts.
    func settle(_ result: Result<Value, any Error>) {
        guard self.result == nil else { return }
        self.result = result
        let woken = waiting
        waiting = []
        for waiter in woken { waiter.continuation.resume(with: result) }
    }

    /// Waits for the result.
    func value() async throws -> Value {
        if let result { return try result.get() }
        let number = nextNumber
        nextNumber += 1
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting.append((number, continuation))
                if Task.isCancelled { stopWaiting(number) }
            }
        } onCancel: {
            Task { @MainActor in stopWaiting(number) }
        }
    }

    private func stopWaiting(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        let waiter = waiting.remove(at: index)
        waiter.continuation.resume(throwing: CancellationError())
        if waiting.isEmpty, result == nil { onAbandoned() }
    }
}
