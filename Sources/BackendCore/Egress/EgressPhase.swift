/// How far something that leaves a call has come.
enum EgressPhase: Hashable, Sendable {
    /// It was not requested, or has ended.
    case off
    /// It was asked for.
    case starting
    /// It is going on.
    case running

    /// An occurrence in the life of egress.
    enum Step: CaseIterable {
        /// A user asks for it.
        case start
        /// The egress is ready.
        case begin
        /// A user stops it, or the session ends.
        case stop
        /// The egress fails.
        case fail
    }

    /// The outcome of a step.
    enum Outcome: Hashable {
        /// It is in that phase from now on.
        case becomes(EgressPhase)
        /// A user asks for what cannot be, for that reason.
        case refused(String)
        /// There is nothing that it could happen to.
        case nothing
    }

    /// Returns the outcome of a step in this phase.
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
