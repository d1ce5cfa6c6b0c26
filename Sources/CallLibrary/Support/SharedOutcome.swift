/// The outcome of one piece of work that several callers wait for.
///
/// A caller that is cancelled stops waiting with `CancellationError`; when the last one does, the work is abandoned.
@MainActor
final class SharedOutcome<Value: Sendable> {
    typealias Listener = @MainActor (Result<Value, any Error>) -> Void

    /// Each is told exactly once: they are told by being taken out of here.
    private var waiting: [(number: Int, tell: Listener)] = []
    /// What it came to. A closure, since a field whose type is known only while the program runs has its metadata looked
    /// up when this goes.
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

    /// Gives everybody the result; only the first one counts.
    func settle(_ result: Result<Value, any Error>) {
        guard self.result == nil else { return }
        self.result = { try result.get() }
        let woken = waiting
        waiting = []
        for waiter in woken { waiter.tell(result) }
    }

    /// Tells the result when it is there; a listener counts as one who waits until then.
    func whenSettled(_ tell: @escaping Listener) {
        if let result { return tell(Result { try result() }) }
        add(tell)
    }

    /// Waits for the result.
    func value() async throws -> Value {
        if let result { return try result() }
        let number = nextNumber
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                add { continuation.resume(with: $0) }
                if Task.isCancelled { stopWaiting(number) }
            }
        } onCancel: {
            Task { @MainActor in stopWaiting(number) }
        }
    }

    private func add(_ tell: @escaping Listener) {
        waiting.append((nextNumber, tell))
        nextNumber += 1
    }

    private func stopWaiting(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        let waiter = waiting.remove(at: index)
        waiter.tell(.failure(CancellationError()))
        if waiting.isEmpty, result == nil { onAbandoned() }
    }
}
