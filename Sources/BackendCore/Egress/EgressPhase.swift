/// The phase of egress.
enum EgressPhase: Hashable, Sendable {
    /// The egress was not requested, or has ended.
    case off
    /// The egress was requested.
    case starting
    /// The egress is running.
    case running

    /// An event of egress.
    enum Step: CaseIterable {
        /// A user requests the egress.
        case start
        /// The egress is ready.
        case begin
        /// A user stops the egress, or the session ends.
        case stop
        /// The egress fails.
        case fail
    }

    /// The result of a step.
    enum Outcome: Hashable {
        /// The egress enters the phase.
        case becomes(EgressPhase)
        /// The request is refused for the given reason.
        case refused(String)
        /// The step has no effect.
        case nothing
    }

    /// Returns the result of a step in this phase.
    func after(_ step: Step) -> Outcome {
        switch (self, step) {
        case (.off, .start): .becomes(.starting)
        case (.off, .stop): .refused("is not going on")
        case (.off, .begin), (.off, .fail): .nothing
        case (.starting, .start): .refused("is starting already")
        case (.starting, .begin): .becomes(.running)
        case (.starting, .stop), (.starting, .fail): .becomes(.off)
        case (.running, .start): .refused("is going on already")
        case (.running, .begin): .nothing
        case (.running, .stop), (.running, .fail): .becomes(.off)
        }
    }
}
