/// Something that a command is told beside its name: a key beside it in a step.
///
/// Arguments that several families of commands take stand in `Argument+Common.swift`, others beside the family that takes
/// them. One name means one thing in all commands.
public struct Argument: Hashable, Sendable {
    /// How it is written.
    public let name: String
    /// The form of its value.
    public let form: Form
    /// What it is.
    public let about: String
    /// How a line with it may look.
    public let example: String

    /// The form of an argument's value.
    public enum Form: Hashable, Sendable {
        /// A call, `type:id`.
        case call
        /// Users, each once, in the order of the file; a group's name stands for all of it.
        case users
        /// One participant, or a user with all devices.
        case device
        /// Named values of any kind.
        case custom
        /// One word of a set, or a list of them.
        case words(Words)
        /// An interceptor.
        case interceptor
        /// One value of a type.
        case value(ValueType)
    }

    package init(_ name: String, _ form: Form, _ about: String, such example: String) {
        self.name = name
        self.form = form
        self.about = about
        self.example = example
    }
}

extension Argument {
    /// The members of a call; the reader checks them with ``ring``.
    package static let members = Argument(
        "members", .users, "the members of the call, participants or their users", such: "members: [bob]")
    /// True when the members are rung.
    package static let ring = Argument("ring", .value(.boolean), "whether the members are rung", such: "ring: true")
}

/// What a scenario says to one command, by the names of the arguments.
public struct Arguments: Hashable, Sendable {
    private var values: [String: Content] = [:]

    /// What stands behind one argument.
    package enum Content: Hashable, Sendable {
        case call(CallReference)
        /// The user, and the participant when one was named.
        case device(user: String, name: String?)
        case interceptor(InterceptorSpec)
        case value(Value)
    }

    package init() {}

    package subscript(argument: Argument) -> Content? {
        get { values[argument.name] }
        set { values[argument.name] = newValue }
    }

    /// Whether the scenario says it.
    package func has(_ argument: Argument) -> Bool { values[argument.name] != nil }

    /// Its value, if it has one of the language's own kinds.
    package func value(_ argument: Argument) -> Value? {
        value(named: argument.name)
    }

    /// The value behind a name, if it has one of the language's own kinds.
    package func value(named name: String) -> Value? {
        switch values[name] {
        case .value(let value)?: value
        case .device(let user, _)?: .text(user)
        case .call?, .interceptor?, nil: nil
        }
    }

    /// What stands behind all arguments, in the order of their names.
    package var contents: [(name: String, content: Content)] {
        values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The call that it names.
    package func call(_ argument: Argument) -> CallReference? {
        if case .call(let call)? = self[argument] { call } else { nil }
    }

    /// The name of the participant that it names; nil for a user with all devices.
    package func device(_ argument: Argument) -> String? {
        if case .device(_, let name)? = self[argument] { name } else { nil }
    }

    /// The interceptor that it describes.
    package func interceptor(_ argument: Argument) -> InterceptorSpec? {
        if case .interceptor(let spec)? = self[argument] { spec } else { nil }
    }

    /// The text, word or user that it is.
    package func text(_ argument: Argument) -> String? {
        if case .text(let text)? = value(argument) { text } else { nil }
    }

    /// The texts, words or users that it is; none when it is not there.
    package func texts(_ argument: Argument) -> [String] {
        guard case .list(let values)? = value(argument) else { return [] }
        return values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// Whether it is true; nil when it is not there.
    package func boolean(_ argument: Argument) -> Bool? {
        if case .boolean(let truth)? = value(argument) { truth } else { nil }
    }

    /// Whether it is there and true.
    package func flag(_ argument: Argument) -> Bool { boolean(argument) ?? false }

    /// The whole number that it is.
    package func integer(_ argument: Argument) -> Int64? {
        if case .integer(let number)? = value(argument) { number } else { nil }
    }

    /// The duration that it is.
    package func duration(_ argument: Argument) -> Duration? {
        if case .duration(let duration)? = value(argument) { duration } else { nil }
    }

    /// The named values that it is; none when it is not there.
    package func entries(_ argument: Argument) -> [Value.Entry] {
        if case .map(let entries)? = value(argument) { entries } else { [] }
    }

    /// The text, word or user of an argument that the command needs.
    package func needed(_ argument: Argument) throws(MissingArgumentError) -> String {
        guard let text = text(argument) else { throw MissingArgumentError(argument: argument.name) }
        return text
    }
}

/// A command was built without an argument that it needs.
public struct MissingArgumentError: Error, CustomStringConvertible {
    /// The argument.
    public let argument: String

    package init(argument: String) {
        self.argument = argument
    }

    /// What is missing.
    public var description: String { "the command needs `\(argument)`" }
}

/// A call, named `type:id`.
public struct CallReference: Hashable, Sendable {
    /// The call type, such as `default`.
    public let type: String
    /// The identifier within its type.
    public let id: String

    /// Names a call.
    public init(type: String, id: String) {
        self.type = type
        self.id = id
    }

    /// `type:id`.
    public var cid: String { "\(type):\(id)" }
}
