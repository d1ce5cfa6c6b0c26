public import CallLibrary
import ScenarioLanguage
public import ScenarioVocabulary

extension RegisteredInterceptor {
    /// Creates an interceptor for a participant's client.
    public typealias Factory = @MainActor @Sendable (StreamVideo) -> any CallJoinIntercepting

    /// Registers an interceptor of Rollcall's call library.
    public init(_ factory: @escaping Factory) {
        self.init { client in (client as? StreamVideo).map { factory($0) } }
    }
}

extension Registry {
    /// Creates a registry with interceptors of Rollcall's call library.
    public init(
        interceptors: [String: RegisteredInterceptor.Factory], steps: [String: RegisteredStep] = [:],
        participants: [String: ParticipantKind] = [:], errors: [any Error.Type] = [], guest: GuestLibrary? = nil
    ) {
        self.init(
            interceptors: interceptors.mapValues { RegisteredInterceptor($0) }, steps: steps,
            participants: participants, errors: errors, guest: guest)
    }

    /// Makes the interceptor that a scenario defines, for a client of the library.
    @MainActor
    func makeInterceptor(_ spec: InterceptorSpec, _ client: StreamVideo) -> any CallJoinIntercepting {
        switch spec.behaviour {
        case .returns: BuiltInInterceptor(end: .returns, delay: spec.after)
        case .throws: BuiltInInterceptor(end: .throws, delay: spec.after)
        case .hangs: BuiltInInterceptor(end: .hangs, delay: spec.after)
        case .ready: ParticipantReadyCallJoinInterceptor(streamVideo: client)
        case .registered(let name):
            interceptors[name]?.make(client) as? any CallJoinIntercepting
                ?? BuiltInInterceptor(end: .throws, delay: nil)
        }
    }
}
