package import ScenarioLanguage

extension Vocabulary {
    /// The language without registered words.
    package static let standard = Vocabulary(
        commands: Commands.table.words, serverCommands: ServerCommands.table.words,
        properties: Properties.table.words, participantProperties: ParticipantProperties.table.words,
        memberProperties: MemberProperties.table.words, serverProperties: ServerProperties.table.words,
        packetFields: PacketFields.table.words, eventPatterns: EventPattern.all,
        words: WordSets(events: .events, drops: .drops, mediaRefusals: .refusedMedia, sources: .sources))

    /// Creates the language with the words that a program registers.
    package init(_ registry: Registry) {
        self = Self.standard.adding(
            commands: registry.steps.sorted { $0.key < $1.key }.map { $0.value.command(named: $0.key) },
            interceptors: registry.interceptors.keys.sorted(), errors: registry.errors.map { "\($0)" },
            kinds: registry.participants.sorted { $0.key < $1.key }.map { $0.value.signature(named: $0.key) })
    }
}

extension ScenarioLibrary {
    /// Reads files and folders with the standard vocabulary.
    package static func load(paths: [String], limits: ScenarioLimits = .default) -> ScenarioLibrary {
        load(paths: paths, vocabulary: .standard, limits: limits)
    }

    /// Reads one text with the standard vocabulary.
    package static func load(
        text: String, file: String, including includes: [String: [UInt8]]? = nil, limits: ScenarioLimits = .default
    ) -> ScenarioLibrary {
        load(text: text, file: file, including: includes, vocabulary: .standard, limits: limits)
    }
}

extension ScenarioSchema {
    /// Creates the schema of the language without registered words.
    package init() { self.init(vocabulary: .standard) }
}
