package import CallLibrary
package import ScenarioVocabulary

/// Counts the calls and the cancellations of an interceptor, and forwards both.
@MainActor
final class CountingInterceptor: CallJoinIntercepting {
    private let inner: any CallJoinIntercepting
    private(set) var calls = 0
    private(set) var cancellations = 0

    private let note: @MainActor (_ phase: String, _ cid: String) -> Void

    /// Wraps an interceptor. `note` is called when it begins, returns and throws.
    init(
        _ inner: any CallJoinIntercepting, note: @escaping @MainActor (_ phase: String, _ cid: String) -> Void
    ) {
        self.inner = inner
        self.note = note
    }

    func callReadyToJoin(_ call: Call) async throws {
        calls += 1
        note("began", call.cId)
        do {
            try await withTaskCancellationHandler {
                try await inner.callReadyToJoin(call)
            } onCancel: {
                Task { @MainActor in self.cancellations += 1 }
            }
        } catch {
            note("threw", call.cId)
            throw error
        }
        note("returned", call.cId)
    }
}

extension BuiltInInterceptor: CallJoinIntercepting {
    package func callReadyToJoin(_ call: Call) async throws { try await run() }
}
