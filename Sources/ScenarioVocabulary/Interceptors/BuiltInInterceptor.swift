package import CallLibrary
import ScenarioLanguage
import Timing

/// The error of an interceptor that a scenario configures to throw.
public struct InterceptorVeto: Error, CustomStringConvertible {
    /// The text in scenarios.
    public var description: String { "InterceptorVeto" }
}

/// Counts the calls and the cancellations of an interceptor, and forwards both.
@MainActor
package final class CountingInterceptor: CallJoinIntercepting {
    private let inner: any CallJoinIntercepting
    package private(set) var calls = 0
    package private(set) var cancellations = 0

    private let note: @MainActor (_ phase: String, _ cid: String) -> Void

    /// Wraps an interceptor. `note` is called when it begins, returns and throws.
    package init(
        _ inner: any CallJoinIntercepting, note: @escaping @MainActor (_ phase: String, _ cid: String) -> Void
    ) {
        self.inner = inner
        self.note = note
    }

    package func callReadyToJoin(_ call: Call) async throws {
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

/// Returns, throws or hangs, immediately or after a delay.
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

    package func callReadyToJoin(_ call: Call) async throws { try await run() }

    /// Returns, throws or hangs, for a join of any library.
    package func run() async throws {
        if let delay { try await Task.sleep(for: delay) }
        switch end {
        case .returns: return
        case .throws: throw InterceptorVeto()
        case .hangs:
            // A hanging interceptor ignores cancellation too: the continuation is never resumed.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
    }
}
