import ScenarioDrivers
import Timing

/// The result of performing the next action of a run.
enum StepProgress {
    /// Something was started; its effects come first.
    case started
    /// Time must pass, at most until the instant; without one, until no event is possible.
    case waiting(until: Instant?)
    case finished
    case failed(ExpectationFailure)
}
