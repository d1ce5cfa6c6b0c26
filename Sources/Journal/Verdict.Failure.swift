package import Timing

extension Verdict {
    /// Why a scenario did not pass, with what was going on around.
    package struct Failure: Hashable, Sendable {
        /// The failure in one sentence.
        package var reason: String
        /// The place of the step among the scenario's steps, from 1.
        package var step: Int?
        /// The file in which the step stands, when it is one that the scenario includes.
        package var file: String?
        /// The line of the file, from 1.
        package var line: Int?
        /// The column of the file, from 1.
        package var column: Int?
        /// The lines of the scenario around the step, with the step marked.
        package var frame: String?
        /// The expected value.
        package var expected: String?
        /// The actual value.
        package var actual: String?
        /// Every wrong expectation of the step, a line each, where there is more to say than `expected` and `actual`.
        package var findings: [String] = []
        /// The last faults of the network and of servers, oldest first, a line each.
        package var faults: [String] = []
        /// The datagrams that were lost, damaged or refused near the last change of state, oldest first.
        package var troubles: [String] = []
        /// How the calls differ from those that are expected, as a patch.
        package var differences: [String] = []
        /// The nearest candidates and their differences, a line each.
        package var candidates: [String] = []
        /// The state of every participant at the failure.
        package var participants: [Sight] = []
        /// The last datagrams before it went wrong, oldest first.
        package var datagrams: [String] = []
        /// The last entries of the journal, oldest first, where nothing better is known.
        package var lastEntries: [String] = []
        /// The last lines that the process wrote to its standard output and error.
        package var output: [String] = []
        /// The command that repeats the run.
        package var replay: String?

        /// Makes a failure from its reason; what else is known is set afterwards.
        package init(_ reason: String) {
            self.reason = reason
        }
    }

    /// The state of one participant.
    package struct Sight: Hashable, Sendable {
        /// The participant.
        package var participant: String
        /// Its calling state.
        package var callingState: String
        /// When its calling state last changed; nil when it never did.
        package var since: Instant?
        /// Further properties, such as the roster.
        package var details: [JournalAttribute]

        package init(
            participant: String, callingState: String, since: Instant?, details: [JournalAttribute] = []
        ) {
            self.participant = participant
            self.callingState = callingState
            self.since = since
            self.details = details
        }
    }
}
