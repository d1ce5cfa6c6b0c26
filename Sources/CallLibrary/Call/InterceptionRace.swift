import CallCore
import Timing

/// Runs an interceptor with a time limit (`semantics.md` 1.3). At the limit the join continues as if the interceptor
/// had returned.
@MainActor
final class InterceptionRace {
    private var task: Task<Void, Never>?
    private var finish: CheckedContinuation<Result<Void, any Error>, Never>?

    /// Returns when the join may continue. Throws ``CallJoinInterceptionError`` on a veto, and `CancellationError` when
    /// the surrounding task is cancelled.
    func run(
        _ interceptor: any CallJoinIntercepting, for call: Call, limit duration: Duration, on scheduler: any Scheduler
    ) async throws {
        let timer = SingleTimer(scheduler)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                finish = continuation
                start(interceptor, for: call)
                guard duration > .zero, !Task.isCancelled else {
                    end(Task.isCancelled ? .failure(CancellationError()) : .success(()))
                    return
                }
                let label = "join interceptor of \(call.cId)"
                timer.set(after: duration, label) { [weak self] in self?.end(.success(())) }
            }
        } onCancel: {
            Task { @MainActor in end(.failure(CancellationError())) }
        }
        timer.cancel()
        try result.get()
    }

    private func start(_ interceptor: any CallJoinIntercepting, for call: Call) {
        task = Task { @MainActor in
            do {
                try await interceptor.callReadyToJoin(call)
                end(.success(()))
            } catch {
                end(.failure(CallJoinInterceptionError(underlyingError: error)))
            }
        }
    }

    /// Ends the race with the first result. A running interceptor is cancelled without a wait.
    private func end(_ result: Result<Void, any Error>) {
        guard let finish else { return }
        self.finish = nil
        task?.cancel()
        finish.resume(returning: result)
    }
}
