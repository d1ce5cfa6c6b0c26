extension JournalEvent {
    /// The first entry of a run, with everything that a repetition needs.
    package struct RunStarted: Hashable, Sendable {
        package let scenario: String
        package let file: String
        package let seed: UInt64
        package let clock: String

        package init(scenario: String, file: String, seed: UInt64, clock: String) {
            self.scenario = scenario
            self.file = file
            self.seed = seed
            self.clock = clock
        }
    }

    /// A step's beginning or end.
    package struct Step: Hashable, Sendable {
        /// The phase of a step.
        package enum Phase: String, Hashable, Sendable, CaseIterable {
            /// The step begins.
            case began
            /// The step was performed.
            case ended
            /// The step could not be performed.
            case failed
        }

        package let index: Int
        package let line: Int
        package let file: String?
        package let text: String
        package let phase: Phase

        package init(index: Int, line: Int, file: String? = nil, text: String, phase: Phase) {
            self.index = index
            self.line = line
            self.file = file
            self.text = text
            self.phase = phase
        }
    }

    /// An expectation that was evaluated.
    package struct Expectation: Hashable, Sendable {
        /// The outcome of an expectation.
        package enum Outcome: Hashable, Sendable {
            /// It held.
            case held
            /// It did not hold.
            case failed(expected: String, actual: String)
        }

        package let index: Int?
        package let line: Int
        package let file: String?
        package let text: String
        package let outcome: Outcome

        package init(index: Int?, line: Int, file: String? = nil, text: String, outcome: Outcome) {
            self.index = index
            self.line = line
            self.file = file
            self.text = text
            self.outcome = outcome
        }
    }

    /// The last entry: the verdict of the run.
    package struct Judgement: Hashable, Sendable {
        package let kind: Verdict.Kind
        package let reason: String?

        package init(kind: Verdict.Kind, reason: String? = nil) {
            self.kind = kind
            self.reason = reason
        }
    }

    /// A fault that the scenario caused.
    package struct Fault: Hashable, Sendable {
        package let target: String?
        package let text: String

        package init(target: String? = nil, text: String) {
            self.target = target
            self.text = text
        }
    }
}
