extension JournalEvent {
    /// The first entry of a run: what is needed to repeat it.
    public struct RunStarted: Hashable, Sendable {
        /// The scenario's id.
        public let scenario: String
        /// The scenario's file, as it was named on the command line.
        public let file: String
        /// The seed of the run.
        public let seed: UInt64
        /// `virtual` or `real`.
        public let clock: String

        /// Makes the first entry.
        public init(scenario: String, file: String, seed: UInt64, clock: String) {
            self.scenario = scenario
            self.file = file
            self.seed = seed
            self.clock = clock
        }
    }

    /// A step's beginning or end.
    public struct Step: Hashable, Sendable {
        /// Whether the step begins or ends.
        public enum Phase: String, Hashable, Sendable, CaseIterable {
            /// The step begins.
            case began
            /// The step did what it says.
            case ended
            /// The step could not do what it says.
            case failed
        }

        /// The place among the scenario's steps, from 1.
        public let index: Int
        /// The line of the file.
        public let line: Int
        /// The file, when it is one that the scenario includes.
        public let file: String?
        /// The step in words.
        public let text: String
        /// Whether it begins or ends.
        public let phase: Phase

        /// Makes the entry of a step.
        public init(index: Int, line: Int, file: String? = nil, text: String, phase: Phase) {
            self.index = index
            self.line = line
            self.file = file
            self.text = text
            self.phase = phase
        }
    }

    /// How an expectation was judged.
    public struct Expectation: Hashable, Sendable {
        /// What became of an expectation.
        public enum Outcome: Hashable, Sendable {
            /// It held.
            case held
            /// It did not hold.
            case failed(expected: String, actual: String)
        }

        /// The place of the step among the scenario's steps, from 1; nil for a rule of the whole run.
        public let index: Int?
        /// The line of the file.
        public let line: Int
        /// The file, when it is one that the scenario includes.
        public let file: String?
        /// The expectation in words.
        public let text: String
        /// What became of it.
        public let outcome: Outcome

        /// Makes the entry of an expectation.
        public init(index: Int?, line: Int, file: String? = nil, text: String, outcome: Outcome) {
            self.index = index
            self.line = line
            self.file = file
            self.text = text
            self.outcome = outcome
        }
    }

    /// The last entry: how the run was judged.
    public struct Judgement: Hashable, Sendable {
        /// The verdict.
        public let kind: Verdict.Kind
        /// Why, when it is not ``Verdict/Kind/passed``.
        public let reason: String?

        /// Makes the last entry.
        public init(kind: Verdict.Kind, reason: String? = nil) {
            self.kind = kind
            self.reason = reason
        }
    }

    /// A disturbance that the scenario asked for.
    public struct Fault: Hashable, Sendable {
        /// The participant or host that is disturbed; nil when all are.
        public let target: String?
        /// The disturbance in words.
        public let text: String

        /// Makes the entry of a disturbance.
        public init(target: String? = nil, text: String) {
            self.target = target
            self.text = text
        }
    }
}
