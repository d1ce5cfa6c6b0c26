import ScenarioLanguage
import Timing

/// The error of an interceptor that a scenario configures to throw.
public struct InterceptorVeto: Error, CustomStringConvertible {
    /// The text in scenarios.
    public var description: String { "InterceptorVeto" }
}

/// Returns, throws or hangs, immediately or after a delay.
package struct BuiltInInterceptor: Sendable {
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

    /// Returns, throws or hangs, for a join of any library.
    package func run() async throws {
        if let delay { try await Task.sleep(for: delay) }
        switch end {
        case .returns: return
        case .throws: throw InterceptorVeto()
        case .hangs:
            // Sound: a continuation that is never resumed only leaks its task. The interceptor ignores cancellation too.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
    }
}
