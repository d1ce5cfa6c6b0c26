public import ScenarioLanguage

/// An argument that a registered step or kind of participant is told, with the type that Swift reads it as.
///
///     let text = StepArgument.text("text", "what is said", such: "text: hello")
public struct StepArgument<Value: Sendable>: DeclaredArgument {
    /// How the language reads it.
    public let argument: Argument
    let read: @Sendable (Arguments) -> Value?

    fileprivate init(
        _ name: String, _ form: Argument.Form, _ about: String, such example: String,
        read: @escaping @Sendable (Arguments, Argument) -> Value?
    ) {
        let argument = Argument(name, form, about, such: example)
        self.argument = argument
        self.read = { read($0, argument) }
    }
}

/// An argument of whatever type.
public protocol DeclaredArgument: Sendable {
    /// How the language reads it.
    var argument: Argument { get }
}

extension StepArgument<String> {
    /// A text.
    public static func text(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .value(.text), about, such: example) { $0.text($1) }
    }

    /// One of some words.
    public static func word(_ name: String, of words: [String], _ about: String, such example: String) -> Self {
        Self(name, .value(.word(Words("word for \(name)", words))), about, such: example) { $0.text($1) }
    }

    /// A user, named by a participant; read as the user's id.
    public static func user(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .value(.user), about, such: example) { $0.text($1) }
    }
}

extension StepArgument<[String]> {
    /// A list of texts.
    public static func texts(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .value(.texts), about, such: example) { $0.has($1) ? $0.texts($1) : nil }
    }

    /// Users, named by participants; read as the users' ids, each once.
    public static func users(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .users, about, such: example) { $0.has($1) ? $0.texts($1) : nil }
    }
}

extension StepArgument<Bool> {
    /// True or false.
    public static func flag(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .value(.boolean), about, such: example) { $0.boolean($1) }
    }
}

extension StepArgument<Double> {
    /// A number, whole or not.
    public static func number(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .value(.number), about, such: example) { arguments, argument in
            switch arguments.value(argument) {
            case .integer(let number)?: Double(number)
            case .number(let number)?: number
            default: nil
            }
        }
    }
}

extension StepArgument<Duration> {
    /// A duration with its unit.
    public static func duration(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .value(.duration), about, such: example) { $0.duration($1) }
    }
}

extension StepArgument<CallReference> {
    /// A call, `type:id`.
    public static func call(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .call, about, such: example) { $0.call($1) }
    }
}

extension Arguments {
    /// What the scenario says for an argument; nil when it says nothing.
    public subscript<Value>(argument: StepArgument<Value>) -> Value? { argument.read(self) }

    /// What the scenario says for an argument that is always there, because it was declared as needed.
    public func needed<Value>(_ argument: StepArgument<Value>) throws(MissingArgumentError) -> Value {
        guard let value = argument.read(self) else { throw MissingArgumentError(argument: argument.argument.name) }
        return value
    }
}
