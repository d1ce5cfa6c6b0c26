import CallLibrary
import Timing

/// What an interceptor that a scenario tells to throw throws.
public struct InterceptorVeto: Error, CustomStringConvertible {
    /// What the scenario shows of it.
    public var description: String { "InterceptorVeto" }
}

/// Counts how often an interceptor is called and how often it is cancelled, and passes both on.
@MainActor
final class CountingInterceptor: CallJoinIntercepting {
    private let inner: any CallJoinIntercepting
    private(set) var calls = 0
    private(set) var cancellations = 0

    init(_ inner: any CallJoinIntercepting) {
        self.inner = inner
    }

    func callReadyToJoin(_ call: Call) async throws {
        calls += 1
        try await withTaskCancellationHandler {
            try await inner.callReadyToJoin(call)
        } onCancel: {
            Task { @MainActor in self.cancellations += 1 }
        }
    }
}

/// Returns, throws or hangs, at once or after a while.
struct BuiltInInterceptor: CallJoinIntercepting {
    enum End: Sendable {
        case returns
        case `throws`
        case hangs
    }

    let end: End
    let delay: Duration?

    func callReadyToJoin(_ call: Call) async throws {
        if let delay { try await Task.sleep(for: delay) }
        switch end {
        case .returns: return
        case .throws: throw InterceptorVeto()
        case .hangs:
            // Whoever hangs does not hear of cancellation either: nothing ever resumes this.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
    }
}
