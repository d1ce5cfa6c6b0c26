/// How far something that leaves a call has come.
enum EgressPhase: Hashable, Sendable {
    /// Nobody asked for it, or it is over.
    case off
    /// It was asked for.
    case starting
    /// It is going on.
    case running

    /// What can happen to it.
    enum Step: CaseIterable {
        /// A user asks for it.
        case start
        /// Whatever makes it is ready.
        case begin
        /// A user stops it, or the session ends.
        case stop
        /// Whatever makes it breaks.
        case fail
    }

    /// What a step comes to.
    enum Outcome: Hashable {
        /// It is in that phase from now on.
        case becomes(EgressPhase)
        /// A user asks for what cannot be, for that reason.
        case refused(String)
        /// There is nothing that it could happen to.
        case nothing
    }

    /// What a step comes to in this phase.
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
