/// One entry of a scenario's `steps`.
package struct Step: Hashable, Sendable {
    /// Its number, from 1, in the order in which steps are read: those inside a step are counted too, after it, and those
    /// that are repeated each time.
    package let number: Int
    /// Its first key in the file.
    package let place: Place
    /// Its last line in the file.
    package let lastLine: Int
    /// Its first line, without dash and indentation, with what its names stand for.
    package let text: String
    /// What is done.
    package let action: Action
    /// When it is done; nil for as soon as it is reached.
    package let time: Moment?
    /// The file in which it stands: the scenario's own, or one that it includes.
    package let file: String
    /// The repetitions and sequences around it, outermost first, such as `repetition 2 of 3`.
    package let trail: [String]

    /// What a step does.
    package enum Action: Hashable, Sendable {
        /// Starts a command; does not wait for its end.
        case command(CommandCall)
        /// Tells a server to do something that no participant asked for.
        case server(ServerCall)
        /// All of these hold at the current quiet instant, or at one no later than `within` from now.
        case expect([Expectation], within: Duration?)
        /// All of these hold now and at every quiet instant for so long.
        case hold([Expectation], for: Duration)
        /// All of these hold now and at every quiet instant up to the end.
        case rule([Expectation])
        /// Packets like this were sent, counted from the start of the run, now or no later than `within` from now.
        case packets(PacketExpectation, within: Duration?)
        /// The journal has these entries, from the start of the run, now or no later than `within` from now.
        case journal(JournalExpectation, within: Duration?)
        /// Lets time pass.
        case wait(Duration)
        /// Changes the network.
        case network([NetworkChange])
        /// Starts commands and changes of the network one after the other, before anything that follows from them.
        case sameTime([Step])
        /// Does what is inside, in order.
        case group([Step])
        /// Gives the instant a name.
        case mark(String)
    }
}

extension Step.Action {
    /// Whether something is made to happen, and is not only looked at or waited for.
    package var acts: Bool {
        switch self {
        case .command, .server, .network, .sameTime: true
        case .expect, .hold, .rule, .packets, .journal, .wait, .group, .mark: false
        }
    }

    /// How long what is looked at may take to become true.
    package var limit: Duration? {
        switch self {
        case .expect(_, let limit), .packets(_, let limit), .journal(_, let limit): limit
        case .command, .server, .hold, .rule, .wait, .network, .sameTime, .group, .mark: nil
        }
    }

    /// The steps inside it.
    package var inner: [Step] {
        switch self {
        case .sameTime(let steps), .group(let steps): steps
        case .command, .server, .expect, .hold, .rule, .packets, .journal, .wait, .network, .mark: []
        }
    }
}

/// A command with who does it and how it must end.
package struct CommandCall: Hashable, Sendable {
    /// The participants, by their names in the file, in the order in which they start.
    package let participants: [String]
    /// What they are told to do.
    package let command: Command
    /// How it must end; without one it must not throw, and may still be running when the scenario ends.
    package let outcome: Outcome?

    /// How a command must end; it is waited for after the last step, for `within` or for 60 s from its start.
    package struct Outcome: Hashable, Sendable {
        /// What it must throw; nil when it must return.
        package let thrown: Thrown?
        /// How long it may take, from its start.
        package let within: Duration?
    }

    /// The error that a command must throw.
    package struct Thrown: Hashable, Sendable {
        /// The name of the error's type.
        package let error: String
        /// What its underlying error must be: the name of a type, or a part of its text.
        package let underlying: String?
        /// The code that an `APIError` must carry, such as `4.03`.
        package let code: String?
    }
}

/// Something that must be true of one property of one or more participants.
package struct Expectation: Hashable, Sendable {
    /// The participants, by their names in the file; it must be true of each.
    package let participants: [String]
    /// The property.
    package let property: Property
    /// What is asked of it.
    package let comparison: Comparison
    /// Where it stands.
    package let place: Place
    /// The key as it is written, such as `everyone.callingState`.
    package let key: String
}

extension Expectation: CustomStringConvertible {
    /// As a scenario file shows it, such as `alice.callingState: inCall`.
    package var description: String { "\(key): \(comparison)" }
}
