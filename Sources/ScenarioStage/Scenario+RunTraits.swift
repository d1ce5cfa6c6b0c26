import ScenarioDrivers
package import ScenarioLanguage
package import ScenarioVocabulary
import Timing

/// The precision of a scenario's times. An outside program keeps times only approximately.
extension Scenario {
    /// The first time with millisecond precision, such as one just before a limit; nil without one.
    var exactTime: Duration? { exactTime(of: network) ?? exactTime(of: steps) }

    private func exactTime(of steps: [Step]) -> Duration? {
        for step in steps {
            if let offset = step.time?.offset, offset.isExact { return offset }
            switch step.action {
            case .wait(let duration) where duration.isExact: return duration
            case .network(let changes): if let time = exactTime(of: changes) { return time }
            default: break
            }
            if let time = exactTime(of: step.action.inner) { return time }
        }
        return nil
    }

    private func exactTime(of changes: [NetworkChange]) -> Duration? {
        for case .link(let change) in changes {
            for case .latency(let latency) in change.conditions where latency.isExact { return latency }
        }
        return nil
    }
}

extension Scenario {
    /// True when a part of the run has sockets of its own, in other processes.
    var hasOutsiders: Bool { !programs.isEmpty || participants.contains { $0.driver != nil } }

    /// True when it makes choices that only the loop under the virtual clock can make.
    var needsVirtualTime: Bool {
        settings.order != .usual || Self.choosesTimes(network) || steps.contains(where: choosesTimes)
    }

    private func choosesTimes(_ step: Step) -> Bool {
        if case .network(let changes) = step.action { return Self.choosesTimes(changes) }
        return step.action.inner.contains(where: choosesTimes)
    }

    private static func choosesTimes(_ changes: [NetworkChange]) -> Bool {
        changes.contains { change in
            if case .drop(let choice) = change { choice.effect != .loss } else { false }
        }
    }
}

extension Duration {
    /// True for a duration of at least 100 ms that is given in single milliseconds.
    fileprivate var isExact: Bool { self >= .milliseconds(100) && nanoseconds % 10_000_000 != 0 }
}

extension Scenario {
    /// An estimate of the work in a run, by which runs are ordered: the seconds that it waits, times the links that
    /// carry media. 0 without media, because all other work is short.
    package var weight: Int {
        guard hasMedia else { return 0 }
        let seconds = Int(clamping: shortestDuration.nanoseconds / 1_000_000_000) + 1
        let links = participants.count * participants.count
        return seconds.multipliedReportingOverflow(by: links).overflow ? .max : seconds * links
    }

    private var hasMedia: Bool { media != .off || participants.contains { $0.media.isOn ?? false } }
}

extension Scenario {
    /// Returns true when a run calls code that an embedding program registered.
    package func runsCode(of registry: Registry) -> Bool {
        registry.guest != nil || participants.contains { $0.part != nil || $0.interceptor?.isRegistered ?? false }
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
