public import ScenarioLanguage

/// An argument of a registered step or kind of participant, with its type in Swift.
///
///     let text = StepArgument.text("text", "what is said", such: "text: hello")
public struct StepArgument<Value: Sendable>: DeclaredArgument {
    /// The argument in the language.
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

/// An argument of any type.
public protocol DeclaredArgument: Sendable {
    /// The argument in the language.
    var argument: Argument { get }
}

extension StepArgument<String> {
    /// Declares a text.
    public static func text(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .value(.text), about, such: example) { $0.text($1) }
    }

    /// Declares one of several words.
    public static func word(_ name: String, of words: [String], _ about: String, such example: String) -> Self {
        Self(name, .value(.word(Words("word for \(name)", words))), about, such: example) { $0.text($1) }
    }

    /// Declares a user, named by a participant; its value is the user's id.
    public static func user(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .value(.user), about, such: example) { $0.text($1) }
    }
}

extension StepArgument<[String]> {
    /// Declares a list of texts.
    public static func texts(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .value(.texts), about, such: example) { $0.has($1) ? $0.texts($1) : nil }
    }

    /// Declares users, named by participants; the value has the users' ids without duplicates.
    public static func users(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .users, about, such: example) { $0.has($1) ? $0.texts($1) : nil }
    }
}

extension StepArgument<Bool> {
    /// Declares a Boolean value.
    public static func flag(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .value(.boolean), about, such: example) { $0.boolean($1) }
    }
}

extension StepArgument<Double> {
    /// Declares a number, whole or not.
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
    /// Declares a duration with its unit.
    public static func duration(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .value(.duration), about, such: example) { $0.duration($1) }
    }
}

extension StepArgument<CallReference> {
    /// Declares a call, `type:id`.
    public static func call(_ name: String, _ about: String, such example: String) -> Self {
        Self(name, .call, about, such: example) { $0.call($1) }
    }
}

extension Arguments {
    /// The scenario's value of an argument; nil when it is absent.
    public subscript<Value>(argument: StepArgument<Value>) -> Value? { argument.read(self) }

    /// Returns the scenario's value of a required argument.
    public func needed<Value>(_ argument: StepArgument<Value>) throws(MissingArgumentError) -> Value {
        guard let value = argument.read(self) else { throw MissingArgumentError(argument: argument.argument.name) }
        return value
    }
}
