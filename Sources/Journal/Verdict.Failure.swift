package import Timing

extension Verdict {
    /// The reason that a scenario did not pass, and the circumstances.
    package struct Failure: Hashable, Sendable {
        /// The failure in one sentence.
        package var reason: String
        /// The number of the step, from 1.
        package var step: Int?
        /// The file of the step, when it is an included one.
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
        /// All failed expectations of the step, one line each, where `expected` and `actual` are not sufficient.
        package var findings: [String] = []
        /// The last faults of the network and of servers, oldest first, one line each.
        package var faults: [String] = []
        /// The datagrams that were lost, damaged, refused or unanswered near the last change of state, oldest first.
        package var troubles: [String] = []
        /// The differences between the actual and the expected calls, as a patch.
        package var differences: [String] = []
        /// The nearest candidates and their differences, one line each.
        package var candidates: [String] = []
        /// The state of every participant at the failure.
        package var participants: [ParticipantSnapshot] = []
        /// The last datagrams before the failure, oldest first.
        package var datagrams: [String] = []
        /// The last entries of the journal, oldest first, where no better evidence exists.
        package var lastEntries: [String] = []
        /// The last lines that the process wrote to its standard output and error.
        package var output: [String] = []
        /// The command that repeats the run.
        package var replay: String?

        /// Creates a failure from its reason; other facts are set afterwards.
        package init(_ reason: String) {
            self.reason = reason
        }
    }

    /// The state of one participant.
    package struct ParticipantSnapshot: Hashable, Sendable {
        /// The participant.
        package var participant: String
        /// Its calling state.
        package var callingState: String
        /// The instant of the last change of the calling state; nil when it never changed.
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
