/// An interceptor of the embedding program, which is written for one call library.
public struct RegisteredInterceptor: Sendable {
    /// Creates the interceptor for a participant's client; nil for a client of another library.
    package let make: @MainActor @Sendable (_ client: AnyObject) -> (any Sendable)?

    package init(make: @escaping @MainActor @Sendable (_ client: AnyObject) -> (any Sendable)?) {
        self.make = make
    }
}
