import ScenarioDrivers
package import ScenarioLanguage
package import ScenarioVocabulary

extension Scenario {
    /// Whether a run of it runs code that an embedding program registered.
    package func runsCode(of registry: Registry) -> Bool {
        participants.contains { $0.part != nil || $0.interceptor?.isRegistered ?? false }
            || steps.contains { $0.runsCode(of: registry) }
    }
}

extension InterceptorSpec {
    fileprivate var isRegistered: Bool {
        if case .registered = behaviour { true } else { false }
    }
}

extension Step {
    fileprivate func runsCode(of registry: Registry) -> Bool {
        if case .command(let call) = action, registry.steps[call.command.spec.name] != nil { return true }
        return action.inner.contains { $0.runsCode(of: registry) }
    }
}
