public import Timing

extension Verdict {
    /// Why a scenario did not pass, with what was going on around.
    public struct Failure: Hashable, Sendable {
        /// What went wrong, in one sentence.
        public var reason: String
        /// The place of the step among the scenario's steps, from 1.
        public var step: Int?
        /// The file in which the step stands, when it is one that the scenario includes.
        public var file: String?
        /// The line of the file, from 1.
        public var line: Int?
        /// The column of the file, from 1.
        public var column: Int?
        /// The lines of the scenario around the step, with the step marked.
        public var frame: String?
        /// What was expected.
        public var expected: String?
        /// What was the case.
        public var actual: String?
        /// Every wrong expectation of the step, a line each, where there is more to say than `expected` and `actual`.
        public var findings: [String] = []
        /// The last faults of the network and of servers, oldest first, a line each.
        public var faults: [String] = []
        /// The datagrams that were lost, damaged or refused near the last change of state, oldest first.
        public var troubles: [String] = []
        /// How the calls differ from those that are expected, as a patch.
        public var differences: [String] = []
        /// What comes nearest to what was expected, and how it differs, each a line.
        public var candidates: [String] = []
        /// What every participant saw when it went wrong.
        public var participants: [Sight] = []
        /// The last datagrams before it went wrong, oldest first.
        public var datagrams: [String] = []
        /// The last entries of the journal, oldest first, where nothing better is known.
        public var lastEntries: [String] = []
        /// The last lines that the process wrote to its standard output and error.
        public var output: [String] = []
        /// The command that repeats the run.
        public var replay: String?

        /// Makes a failure from its reason; what else is known is set afterwards.
        public init(_ reason: String) {
            self.reason = reason
        }
    }

    /// What one participant saw.
    public struct Sight: Hashable, Sendable {
        /// The participant.
        public var participant: String
        /// Its calling state.
        public var callingState: String
        /// When its calling state last changed; nil when it never did.
        public var since: Instant?
        /// What else is worth knowing, such as the roster.
        public var details: [JournalAttribute]

        /// Makes what one participant saw.
        public init(
            participant: String, callingState: String, since: Instant?, details: [JournalAttribute] = []
        ) {
            self.participant = participant
            self.callingState = callingState
            self.since = since
            self.details = details
        }
    }
}
