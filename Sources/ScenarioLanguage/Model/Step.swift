package import YAML

/// One entry of a scenario's `steps`.
package struct Step: Hashable, Sendable {
    /// The number of the step, from 1, in the order of reading. Nested steps count after their parent, and repeated
    /// steps count each time.
    package let number: Int
    /// The place of its first key.
    package let place: Place
    /// The number of its last line.
    package let lastLine: Int
    /// Its first line without dash and indentation, with the values of names.
    package let text: String
    /// The action.
    package let action: Action
    /// The time of the step; nil for immediately.
    package let time: Moment?
    /// The file of the step: the scenario's own, or an included one.
    package let file: String
    /// The enclosing repetitions and sequences, outermost first, such as `repetition 2 of 3`.
    package let trail: [String]
    /// The step in the file, with the values of names.
    package let node: YAMLNode

    /// The action of a step.
    package enum Action: Hashable, Sendable {
        /// Starts a command without waiting for its end.
        case command(CommandCall)
        /// Performs a command of a server.
        case server(ServerCall)
        /// All expectations hold at the current idle point, or at one within the given time.
        case expect([Expectation], within: Duration?)
        /// All expectations hold now and at every idle point for the given time.
        case hold([Expectation], for: Duration)
        /// All expectations hold now and at every idle point until the end.
        case rule([Expectation])
        /// Matching packets were sent since the start of the run, now or within the given time.
        case packets(PacketExpectation, within: Duration?)
        /// The journal has matching entries since the start of the run, now or within the given time.
        case journal(JournalExpectation, within: Duration?)
        /// Advances time.
        case wait(Duration)
        /// Changes the network.
        case network([NetworkChange])
        /// Starts commands and network changes in sequence, before any of their effects.
        case sameTime([Step])
        /// Performs nested steps in order.
        case group([Step])
        /// Sets a mark at the current instant.
        case mark(String)
    }
}

extension Step.Action {
    /// True when the action causes an effect, and does not only observe or wait.
    package var acts: Bool {
        switch self {
        case .command, .server, .network, .sameTime: true
        case .expect, .hold, .rule, .packets, .journal, .wait, .group, .mark: false
        }
    }

    /// The time within which an expectation must become true.
    package var limit: Duration? {
        switch self {
        case .expect(_, let limit), .packets(_, let limit), .journal(_, let limit): limit
        case .command, .server, .hold, .rule, .wait, .network, .sameTime, .group, .mark: nil
        }
    }

    /// The expectations of the step itself, without those of nested steps.
    package var expectations: [Expectation] {
        switch self {
        case .expect(let expectations, _), .hold(let expectations, _), .rule(let expectations): expectations
        case .command, .server, .packets, .journal, .wait, .network, .sameTime, .group, .mark: []
        }
    }

    /// The nested steps.
    package var inner: [Step] {
        switch self {
        case .sameTime(let steps), .group(let steps): steps
        case .command, .server, .expect, .hold, .rule, .packets, .journal, .wait, .network, .mark: []
        }
    }
}

/// A command with its participants and its required outcome.
package struct CommandCall: Hashable, Sendable {
    /// The participants, by their names in the file, in the order of starting.
    package let participants: [String]
    /// The command.
    package let command: Command
    /// The required outcome. Without one the command must not throw, and may still run when the scenario ends.
    package let outcome: Outcome?
    /// True when the command may throw or return.
    package let mayThrow: Bool

    /// The required end of a command. It is awaited after the last step, for `within` or for 60 s from its start.
    package struct Outcome: Hashable, Sendable {
        /// The error that it must throw; nil when it must return.
        package let thrown: Thrown?
        /// The maximum duration, from its start.
        package let within: Duration?
    }

    /// The error that a command must throw.
    package struct Thrown: Hashable, Sendable {
        /// The name of the error's type.
        package let error: String
        /// The required underlying error: the name of its type, or a part of its text.
        package let underlying: String?
        /// The code of a required `APIError`, such as `4.03`.
        package let code: String?
    }
}

/// A condition on one property of one or more participants.
package struct Expectation: Hashable, Sendable {
    /// The participants, by their names in the file; the condition applies to each.
    package let participants: [String]
    /// The property.
    package let property: Property
    /// The condition.
    package let comparison: Comparison
    /// The place in the file.
    package let place: Place
    /// The key in the file, such as `everyone.callingState`.
    package let key: String
}

extension Expectation: CustomStringConvertible {
    /// The notation of scenario files, such as `alice.callingState: inCall`.
    package var description: String { "\(key): \(comparison)" }
}
