/// The words that scenarios can use: commands, properties, fields of packets and sets of words.
///
/// The language reads and checks files with these signatures alone. The code for them is in the modules above.
package struct Vocabulary: Sendable {
    /// The commands of participants, in the order of the documents.
    package let commands: [CommandSpec]
    /// The commands of servers, in the order of the documents.
    package let serverCommands: [CommandSpec]
    /// The properties of participants, in the order of the documents.
    package let properties: [PropertySpec]
    /// The properties of one participant of a call, as another one sees it.
    package let participantProperties: [PropertySpec]
    /// The properties of one member of a call.
    package let memberProperties: [PropertySpec]
    /// The properties of servers.
    package let serverProperties: [PropertySpec]
    /// The fields of packets.
    package let packetFields: [PacketFieldSpec]
    /// The keys of entries in `journal`.
    package let eventPatterns: [EventPattern]
    /// The sets of words that come from the libraries.
    package let words: WordSets
    /// The registered interceptors, in the order of messages.
    package let interceptors: [String]
    /// The types of errors that registered commands may throw beside the library's own.
    package let errors: [String]
    /// The registered kinds of participants, in the order of their names.
    package let kinds: [RegisteredKind]

    private let commandsByName: [String: CommandSpec]
    private let propertiesByName: [String: PropertySpec]

    package init(
        commands: [CommandSpec], serverCommands: [CommandSpec], properties: [PropertySpec],
        participantProperties: [PropertySpec], memberProperties: [PropertySpec], serverProperties: [PropertySpec],
        packetFields: [PacketFieldSpec], eventPatterns: [EventPattern], words: WordSets, interceptors: [String] = [],
        errors: [String] = [], kinds: [RegisteredKind] = []
    ) {
        self.commands = commands
        self.serverCommands = serverCommands
        self.properties = properties
        self.participantProperties = participantProperties
        self.memberProperties = memberProperties
        self.serverProperties = serverProperties
        self.packetFields = packetFields
        self.eventPatterns = eventPatterns
        self.words = words
        self.interceptors = interceptors
        self.errors = errors
        self.kinds = kinds
        commandsByName = Dictionary(commands.map { ($0.name, $0) }) { first, _ in first }
        let reported = kinds.flatMap(\.properties)
        propertiesByName = Dictionary((properties + reported).map { ($0.name, $0) }) { first, _ in first }
    }

    /// Sets of words that come from the libraries.
    package struct WordSets: Sendable {
        /// The types of events of the coordinator and of SFUs.
        package let events: Words
        /// Why a server drops a datagram.
        package let drops: Words
        /// Why a participant drops a datagram of media.
        package let mediaRefusals: Words
        /// Where a participant comes from.
        package let sources: Words

        package init(events: Words, drops: Words, mediaRefusals: Words, sources: Words) {
            self.events = events
            self.drops = drops
            self.mediaRefusals = mediaRefusals
            self.sources = sources
        }
    }
}

extension Vocabulary {
    /// Returns this vocabulary with the words that an embedding program registers.
    package func adding(
        commands: [CommandSpec] = [], interceptors: [String] = [], errors: [String] = [], kinds: [RegisteredKind] = []
    ) -> Vocabulary {
        Vocabulary(
            commands: self.commands + commands, serverCommands: serverCommands, properties: properties,
            participantProperties: participantProperties, memberProperties: memberProperties,
            serverProperties: serverProperties, packetFields: packetFields, eventPatterns: eventPatterns, words: words,
            interceptors: self.interceptors + interceptors, errors: self.errors + errors, kinds: self.kinds + kinds)
    }

    /// Returns the command of that name.
    package func command(_ name: String) -> CommandSpec? { commandsByName[name] }

    /// Returns the name of the command that a text is, lacks only `call.` to be, or is near to.
    package func command(meantBy text: String) -> String? {
        let names = commands.map(\.name)
        return names.first { $0 == text } ?? names.first { $0 == "call.\(text)" }
            ?? Spelling.nearest(to: text, in: names)
    }

    /// Returns the registered kind of that name.
    package func kind(_ name: String) -> RegisteredKind? { kinds.first { $0.name == name } }

    /// Returns the property of participants of that name, of the language or of a registered kind.
    package func property(_ name: String) -> PropertySpec? { propertiesByName[name] }

    /// True when a registered kind, and not the language, has the property.
    package func isReported(_ property: String) -> Bool {
        kinds.contains { $0.properties.contains { $0.name == property } }
    }

    /// The names of all properties of participants.
    package var propertyNames: [String] { properties.map(\.name) + kinds.flatMap { $0.properties.map(\.name) } }

    /// Returns a property of a server, by the server's name in the scenario.
    package func serverProperty(_ name: String, of server: String) -> PropertySpec? {
        let kind = Cast.kind(ofServer: server)
        return serverProperties.first { $0.server == kind && $0.name == name }
    }

    /// The types of errors that can be named.
    package var errorWords: Words { Words(Words.errors.kind, Words.errors.all + errors) }

    package func eventPattern(_ name: String) -> EventPattern? { eventPatterns.first { $0.name == name } }
}

/// How much a scenario may hold.
package struct ScenarioLimits: Hashable, Sendable {
    /// Bytes of a file.
    package var bytes = 1 << 20
    /// Participants, groups counted out.
    package var participants = 10_000
    /// Steps, those inside other steps too, and those that are repeated each time.
    package var steps = 10_000
    /// Steps of all rows together.
    package var stepsOfRows = 100_000
    /// Rows.
    package var rows = 200
    /// Files that include one another.
    package var includes = 8
    /// Bytes of a text when its names are put in.
    package var text = 65_536
    /// Values that names stand for, those inside lists and mappings too.
    package var values = 1_000_000
    /// Steps inside one another.
    package var depth = 32
    /// Names in all lists of participants together, groups counted out.
    package var names = 1_000_000
    /// The longest duration.
    package var duration = Duration.seconds(24 * 3600)
    /// Entries of the journal of a run, when its scenario does not say.
    package var entries = 2_000_000
    /// Problems that are told of one file.
    package var problems = 100
    /// Folders inside one another.
    package var folders = 32

    /// The limits of the product.
    package static let `default` = ScenarioLimits()

    /// Makes the usual limits.
    package init() {}
}
