package import ScenarioLanguage

/// The additions of an embedding program to the scenario language, by name.
///
/// A name is a word of letters and digits that the language does not use in the same place; `RollcallMain.mistakes(in:)` lists
/// names that break this rule. `Docs/own-harness.md` shows all additions.
public struct Registry: Sendable {
    /// The interceptors, for the key `interceptor` of a participant.
    public var interceptors: [String: RegisteredInterceptor]
    /// The steps: commands for participants that are call library clients or of a kind below.
    public var steps: [String: RegisteredStep]
    /// The kinds of participants, for their key `kind`.
    public var participants: [String: ParticipantKind]
    /// The errors that steps throw; scenarios expect them by the names of their types.
    public var errors: [any Error.Type]
    /// A call library in the place of Rollcall's own; nil for that one.
    public var guest: GuestLibrary?
    /// Rollcall's own call library, with its words.
    package var library: LibraryAdapter?

    /// Creates a registry.
    public init(
        interceptors: [String: RegisteredInterceptor] = [:], steps: [String: RegisteredStep] = [:],
        participants: [String: ParticipantKind] = [:], errors: [any Error.Type] = [],
        guest: GuestLibrary? = nil
    ) {
        self.interceptors = interceptors
        self.steps = steps
        self.participants = participants
        self.errors = errors
        self.guest = guest
    }
}

extension Registry {
    /// The invalid registrations, one line for each; empty when all are valid.
    package var mistakes: [String] {
        let names: [String] =
            mistakes(in: interceptors.keys, what: "interceptor", taken: InterceptorSpec.words)
            + mistakes(in: steps.keys, what: "step", taken: words.commands.map(\.name))
            + mistakes(in: participants.keys, what: "kind of participant", taken: Words.userKinds.all)
        let arguments: [String] = steps.sorted { $0.key < $1.key }.flatMap { name, step in
            mistakes(of: step.arguments, owner: "the step \(name)")
        }
        let kinds: [String] = participants.sorted { $0.key < $1.key }.flatMap { mistakes(of: $0.value, named: $0.key) }
        return names + arguments + kinds + (guest.map(mistakes(of:)) ?? [])
    }

    private func mistakes(in names: some Sequence<String>, what: String, taken: [String]) -> [String] {
        names.sorted().compactMap { name in
            if taken.contains(name) { return "the \(what) \(name.quoted) has a name that the language has already" }
            return Self.isWord(name) ? nil : "the \(what) \(name.quoted) needs a name of letters, digits and dots"
        }
    }

    private func mistakes(of guest: GuestLibrary) -> [String] {
        let commands = Set(words.commands.map(\.name) + steps.keys)
        return guest.commands.subtracting(commands).sorted().map {
            "the guest library \(guest.name) takes the command \($0.quoted), which the language does not have"
        }
    }

    private func mistakes(of kind: ParticipantKind, named name: String) -> [String] {
        let commands = Set(words.commands.map(\.name) + steps.keys)
        let strangers = kind.commands.filter { !commands.contains($0) }.map {
            "the kind of participant \(name) takes the command \($0.quoted), which is not registered"
        }
        let known = Set(words.properties.map(\.name))
        let doubles = kind.properties.filter { known.contains($0.name) }.map {
            "the kind of participant \(name) has a property \($0.name.quoted), which the language has already"
        }
        return strangers + doubles + mistakes(of: kind.arguments, owner: "the kind of participant \(name)")
    }

    private func mistakes(of arguments: [Argument], owner: String) -> [String] {
        let taken = Keys.outcome.names + Keys.step.names
        var seen: Set<String> = []
        return arguments.compactMap { argument in
            if taken.contains(argument.name) || !Self.isWord(argument.name) {
                return "\(owner) cannot take an argument \(argument.name.quoted)"
            }
            return seen.insert(argument.name).inserted ? nil : "\(owner) takes \(argument.name.quoted) twice"
        }
    }

    private static func isWord(_ name: String) -> Bool {
        let fits = name.unicodeScalars.allSatisfy { $0.isLetterOrDigit || $0 == "." }
        return fits && name.unicodeScalars.first.map { $0.properties.isAlphabetic } ?? false
    }
}

extension Vocabulary {
    /// Creates the language with the words of the call library and those that a program registers.
    package init(_ registry: Registry) {
        let library = registry.words
        let language = Vocabulary(
            commands: library.commands, serverCommands: ServerCommands.table.words, properties: library.properties,
            participantProperties: library.participantProperties, memberProperties: library.memberProperties,
            serverProperties: ServerProperties.table.words, packetFields: PacketFields.table.words,
            eventPatterns: EventPattern.all(with: library),
            words: WordSets(
                events: .events, drops: .drops, mediaRefusals: library.mediaRefusals, sources: .sources,
                callTypes: registry.guest == nil ? .callTypes : Words(Words.callTypes.kind, [])),
            wire: registry.guest == nil ? .standard : .empty)
        self = language.adding(
            commands: registry.steps.sorted { $0.key < $1.key }.map { $0.value.command(named: $0.key) },
            interceptors: registry.interceptors.keys.sorted(), errors: registry.errors.map { "\($0)" },
            kinds: registry.participants.sorted { $0.key < $1.key }.map { $0.value.signature(named: $0.key) })
    }
}
