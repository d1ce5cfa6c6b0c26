/// The outcome of an operation that several callers await.
///
/// A cancelled caller stops waiting with `CancellationError`. When no caller waits any longer, `onAbandoned` is called.
@MainActor
final class SharedOutcome<Value: Sendable> {
    typealias Listener = @MainActor (Result<Value, any Error>) -> Void

    /// The pending listeners. Each is removed before its only call.
    private var waiting: [(number: Int, resume: Listener)] = []
    /// Returns the result; nil before it is known. A closure, because a field of a generic type costs a lookup of its
    /// metadata at each deallocation.
    private var result: (() throws -> Value)?
    private var nextNumber = 0
    private let onAbandoned: @MainActor () -> Void

    init(onAbandoned: @escaping @MainActor () -> Void) {
        self.onAbandoned = onAbandoned
    }

    /// Creates the outcome of work that succeeded before.
    convenience init(_ value: Value) {
        self.init(onAbandoned: {})
        settle(.success(value))
    }

    /// Delivers the result to all listeners. Only the first result counts.
    func settle(_ result: Result<Value, any Error>) {
        guard self.result == nil else { return }
        self.result = { try result.get() }
        let woken = waiting
        waiting = []
        for waiter in woken { waiter.resume(result) }
    }

    /// Calls the listener with the result, now or later. A listener counts as a waiting caller until then.
    func whenSettled(_ resume: @escaping Listener) {
        if let result { return resume(Result { try result() }) }
        add(resume)
    }

    /// Waits for the result.
    func value() async throws -> Value {
        if let result { return try result() }
        let number = nextNumber
        return try await withTaskCancellationHandler {
            // Sound: each listener is removed when it is called.
            try await withUnsafeThrowingContinuation { continuation in
                add { continuation.resume(with: $0) }
                if Task.isCancelled { stopWaiting(number) }
            }
        } onCancel: {
            Task { @MainActor in stopWaiting(number) }
        }
    }

    private func add(_ resume: @escaping Listener) {
        waiting.append((nextNumber, resume))
        nextNumber += 1
    }

    private func stopWaiting(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        let waiter = waiting.remove(at: index)
        waiter.resume(.failure(CancellationError()))
        if waiting.isEmpty, result == nil { onAbandoned() }
    }
}
