import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Timing

/// How exact the times of a scenario are, which an outside program can keep only roughly.
extension Scenario {
    /// The first time that is meant to the millisecond, as just before a limit; nil when there is none.
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

extension Duration {
    /// Whether it is told to the millisecond although it is a hundred times as long.
    fileprivate var isExact: Bool { self >= .milliseconds(100) && nanoseconds % 10_000_000 != 0 }
}
