package import CallLibrary
import ScenarioLanguage
import Timing

/// What an interceptor that a scenario tells to throw throws.
public struct InterceptorVeto: Error, CustomStringConvertible {
    /// What the scenario shows of it.
    public var description: String { "InterceptorVeto" }
}

/// Counts how often an interceptor is called and how often it is cancelled, and passes both on.
@MainActor
package final class CountingInterceptor: CallJoinIntercepting {
    private let inner: any CallJoinIntercepting
    package private(set) var calls = 0
    package private(set) var cancellations = 0

    package init(_ inner: any CallJoinIntercepting) {
        self.inner = inner
    }

    package func callReadyToJoin(_ call: Call) async throws {
        calls += 1
        try await withTaskCancellationHandler {
            try await inner.callReadyToJoin(call)
        } onCancel: {
            Task { @MainActor in self.cancellations += 1 }
        }
    }
}

/// Returns, throws or hangs, at once or after a while.
package struct BuiltInInterceptor: CallJoinIntercepting {
    package enum End: Sendable {
        case returns
        case `throws`
        case hangs
    }

    package let end: End
    package let delay: Duration?

    package init(end: End, delay: Duration?) {
        self.end = end
        self.delay = delay
    }

    package func callReadyToJoin(_ call: Call) async throws {
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
