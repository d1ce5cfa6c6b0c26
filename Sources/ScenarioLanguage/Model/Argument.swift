/// A parameter of a command: a key beside it in a step.
///
/// Arguments of several families of commands are in `Argument+Common.swift`, others beside their family. A name has one
/// meaning in all commands.
public struct Argument: Hashable, Sendable {
    /// The key in a scenario.
    public let name: String
    /// The form of its value.
    public let form: Form
    /// A description.
    public let about: String
    /// An example line.
    public let example: String

    /// The form of an argument's value.
    public enum Form: Hashable, Sendable {
        /// A call, `type:id`.
        case call
        /// Users without duplicates, in the order of the file; a group's name stands for all its members.
        case users
        /// One participant, or a user with all devices.
        case device
        /// Named values of any type.
        case custom
        /// At least one text with a name that a rule permits.
        case named(TextRule)
        /// The fields of a mapping, by the names of the wire.
        case fields(FieldNames)
        /// One of a set of words, or a list of them.
        case words(Words)
        /// At least one of a set of words. The list may be empty in a command that may throw.
        case someWords(Words)
        /// A text that a rule permits.
        case text(TextRule)
        /// A list of texts that a rule permits.
        case texts(TextRule)
        /// An interceptor.
        case interceptor
        /// A whole number within bounds.
        case whole(ClosedRange<Int>)
        /// A number from 0 to 1.
        case fraction
        /// A duration of whole seconds.
        case seconds
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
    /// The members of a call; the reader checks them together with ``ring``.
    package static let members = Argument(
        "members", .users, "the members of the call, participants or their users", such: "members: [bob]")
    /// True when the members are rung.
    package static let ring = Argument("ring", .value(.boolean), "true rings the members", such: "ring: true")
}

/// The arguments of one command, by name.
public struct Arguments: Hashable, Sendable {
    private var values: [String: Content] = [:]

    /// The content of one argument.
    package enum Content: Hashable, Sendable {
        case call(CallReference)
        /// The user, and the participant if one was named.
        case device(user: String, name: String?)
        case interceptor(InterceptorSpec)
        case value(Value)
    }

    package init() {}

    package subscript(argument: Argument) -> Content? {
        get { values[argument.name] }
        set { values[argument.name] = newValue }
    }

    /// Returns true when the scenario gives the argument.
    package func has(_ argument: Argument) -> Bool { values[argument.name] != nil }

    /// Returns the argument's value; nil when it is absent or of a special kind, such as a call.
    package func value(_ argument: Argument) -> Value? {
        value(named: argument.name)
    }

    /// Returns the value of a named argument; nil when it is absent or of a special kind, such as a call.
    package func value(named name: String) -> Value? {
        switch values[name] {
        case .value(let value)?: value
        case .device(let user, _)?: .text(user)
        case .call?, .interceptor?, nil: nil
        }
    }

    /// The contents of all arguments in the order of names.
    package var contents: [(name: String, content: Content)] {
        values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns the call that the argument names.
    package func call(_ argument: Argument) -> CallReference? {
        if case .call(let call)? = self[argument] { call } else { nil }
    }

    /// Returns the name of the participant in the argument; nil for a user with all devices.
    package func device(_ argument: Argument) -> String? {
        if case .device(_, let name)? = self[argument] { name } else { nil }
    }

    /// Returns the interceptor that the argument describes.
    package func interceptor(_ argument: Argument) -> InterceptorSpec? {
        if case .interceptor(let spec)? = self[argument] { spec } else { nil }
    }

    /// Returns the argument as a text, word or user.
    package func text(_ argument: Argument) -> String? {
        if case .text(let text)? = value(argument) { text } else { nil }
    }

    /// Returns the argument as texts, words or users; empty when absent.
    package func texts(_ argument: Argument) -> [String] {
        guard case .list(let values)? = value(argument) else { return [] }
        return values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// Returns the Boolean value of the argument; nil when absent.
    package func boolean(_ argument: Argument) -> Bool? {
        if case .boolean(let truth)? = value(argument) { truth } else { nil }
    }

    /// Returns true when the argument is present and true.
    package func flag(_ argument: Argument) -> Bool { boolean(argument) ?? false }

    /// Returns the argument as a whole number.
    package func integer(_ argument: Argument) -> Int64? {
        if case .integer(let number)? = value(argument) { number } else { nil }
    }

    /// Returns the argument as a duration.
    package func duration(_ argument: Argument) -> Duration? {
        if case .duration(let duration)? = value(argument) { duration } else { nil }
    }

    /// Returns the argument's named values; empty when absent.
    package func entries(_ argument: Argument) -> [Value.Entry] {
        if case .map(let entries)? = value(argument) { entries } else { [] }
    }

    /// Returns the text, word or user of a required argument.
    package func needed(_ argument: Argument) throws(MissingArgumentError) -> String {
        guard let text = text(argument) else { throw MissingArgumentError(argument: argument.name) }
        return text
    }
}

/// The error of a command without a required argument.
public struct MissingArgumentError: Error, CustomStringConvertible {
    /// The argument.
    public let argument: String

    package init(argument: String) {
        self.argument = argument
    }

    /// A readable description of the error.
    public var description: String { "the command needs `\(argument)`" }
}

/// A reference to a call, `type:id`.
public struct CallReference: Hashable, Sendable {
    /// The call type, such as `default`.
    public let type: String
    /// The identifier within its type.
    public let id: String

    /// Creates a reference to a call.
    public init(type: String, id: String) {
        self.type = type
        self.id = id
    }

    /// `type:id`.
    public var cid: String { "\(type):\(id)" }
}
