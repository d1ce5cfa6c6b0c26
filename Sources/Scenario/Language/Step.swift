/// One entry of a scenario's `steps`.
public struct Step: Hashable, Sendable {
    /// Its number, from 1, in the order of the file; the steps inside a `sameTime` step are counted too, after it.
    public let number: Int
    /// Its first key in the file.
    public let place: Place
    /// Its last line in the file.
    public let lastLine: Int
    /// Its first line, without dash and indentation.
    public let text: String
    /// What is done.
    public let action: Action

    /// What a step does.
    public enum Action: Hashable, Sendable {
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
        /// Lets time pass.
        case wait(Duration)
        /// Changes the network.
        case network([NetworkChange])
        /// Starts commands and changes of the network one after the other, before anything that follows from them.
        case sameTime([Step])
    }
}

/// A command with who does it and how it must end.
public struct CommandCall: Hashable, Sendable {
    /// The participants, by their names in the file, in the order in which they start.
    public let participants: [String]
    /// What they are told to do.
    public let command: Command
    /// How it must end; without one it must not throw, and may still be running when the scenario ends.
    public let outcome: Outcome?

    /// How a command must end; it is waited for after the last step, for `within` or for 60 s from its start.
    public struct Outcome: Hashable, Sendable {
        /// What it must throw; nil when it must return.
        public let thrown: Thrown?
        /// How long it may take, from its start.
        public let within: Duration?
    }

    /// The error that a command must throw.
    public struct Thrown: Hashable, Sendable {
        /// The name of the error's type.
        public let error: String
        /// What its underlying error must be: the name of a type, or a part of its text.
        public let underlying: String?
        /// The code that an `APIError` must carry, such as `4.03`.
        public let code: String?
    }
}

/// Something that must be true of one property of one or more participants.
public struct Expectation: Hashable, Sendable {
    /// The participants, by their names in the file; it must be true of each.
    public let participants: [String]
    /// The property.
    public let property: Property
    /// What is asked of it.
    public let comparison: Comparison
    /// Where it stands.
    public let place: Place
    /// The key as it is written, such as `everyone.callingState`.
    public let key: String
}

extension Expectation: CustomStringConvertible {
    /// As a scenario file shows it, such as `alice.callingState: inCall`.
    public var description: String { "\(key): \(comparison)" }
}
