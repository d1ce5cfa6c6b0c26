package import ScenarioLanguage

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
                events: .events, drops: .drops, mediaRefusals: library.mediaRefusals, sources: .sources))
        self = language.adding(
            commands: registry.steps.sorted { $0.key < $1.key }.map { $0.value.command(named: $0.key) },
            interceptors: registry.interceptors.keys.sorted(), errors: registry.errors.map { "\($0)" },
            kinds: registry.participants.sorted { $0.key < $1.key }.map { $0.value.signature(named: $0.key) })
    }
}
