/// The words of scenarios: commands, properties, fields of packets and sets of words.
///
/// The language reads and checks files with these signatures only. The code for them is in modules above.
package struct Vocabulary: Sendable {
    /// The commands of participants, in the order of the documentation.
    package let commands: [CommandSpec]
    /// The commands of servers, in the order of the documentation.
    package let serverCommands: [CommandSpec]
    /// The properties of participants, in the order of the documentation.
    package let properties: [PropertySpec]
    /// The properties of one participant of a call as another participant sees it.
    package let participantProperties: [PropertySpec]
    /// The properties of one member of a call.
    package let memberProperties: [PropertySpec]
    /// The properties of servers.
    package let serverProperties: [PropertySpec]
    /// The fields of packets.
    package let packetFields: [PacketFieldSpec]
    /// The keys of entries in `journal`.
    package let eventPatterns: [EventPattern]
    /// The sets of words that are defined by the libraries.
    package let words: WordSets
    /// The endpoints of requests, and the fields of bodies.
    package private(set) var wire: WireTables
    /// The registered interceptors, in the order of messages.
    package let interceptors: [String]
    /// The types of errors that registered commands may throw besides the library's own.
    package let errors: [String]
    /// The registered kinds of participants, in the order of their names.
    package let kinds: [RegisteredKind]

    private let commandsByName: [String: CommandSpec]
    private let propertiesByName: [String: PropertySpec]

    package init(
        commands: [CommandSpec], serverCommands: [CommandSpec], properties: [PropertySpec],
        participantProperties: [PropertySpec], memberProperties: [PropertySpec], serverProperties: [PropertySpec],
        packetFields: [PacketFieldSpec], eventPatterns: [EventPattern], words: WordSets, wire: WireTables,
        interceptors: [String] = [], errors: [String] = [], kinds: [RegisteredKind] = []
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
        self.wire = wire
        self.interceptors = interceptors
        self.errors = errors
        self.kinds = kinds
        commandsByName = Dictionary(commands.map { ($0.name, $0) }) { first, _ in first }
        let reported = kinds.flatMap(\.properties)
        propertiesByName = Dictionary((properties + reported).map { ($0.name, $0) }) { first, _ in first }
    }

    /// Sets of words that are defined by the libraries.
    package struct WordSets: Sendable {
        /// The types of events of the coordinator and of SFUs.
        package let events: Words
        /// The reasons for which a server drops a datagram.
        package let drops: Words
        /// The reasons for which a participant drops a datagram of media.
        package let mediaRefusals: Words
        /// The sources of participants.
        package let sources: Words
        /// The types of calls; empty when a call library has servers of its own.
        package let callTypes: Words

        package init(events: Words, drops: Words, mediaRefusals: Words, sources: Words, callTypes: Words) {
            self.events = events
            self.drops = drops
            self.mediaRefusals = mediaRefusals
            self.sources = sources
            self.callTypes = callTypes
        }
    }
}

extension Vocabulary {
    /// The vocabulary without the tables of the wire.
    package var withoutWire: Vocabulary {
        var others = self
        others.wire = .empty
        return others
    }

    /// Returns this vocabulary with the words that an embedding program registers.
    package func adding(
        commands: [CommandSpec] = [], interceptors: [String] = [], errors: [String] = [], kinds: [RegisteredKind] = []
    ) -> Vocabulary {
        Vocabulary(
            commands: self.commands + commands, serverCommands: serverCommands, properties: properties,
            participantProperties: participantProperties, memberProperties: memberProperties,
            serverProperties: serverProperties, packetFields: packetFields, eventPatterns: eventPatterns, words: words,
            wire: wire, interceptors: self.interceptors + interceptors, errors: self.errors + errors,
            kinds: self.kinds + kinds)
    }

    /// Returns the command of that name.
    package func command(_ name: String) -> CommandSpec? { commandsByName[name] }

    /// Returns the name of the intended command: the text itself, the text after `call.`, or the nearest name.
    package func command(meantBy text: String) -> String? {
        let names = commands.map(\.name)
        return names.first { $0 == text } ?? names.first { $0 == "call.\(text)" }
            ?? Spelling.nearest(to: text, in: names)
    }

    /// Returns the registered kind of that name.
    package func kind(_ name: String) -> RegisteredKind? { kinds.first { $0.name == name } }

    /// Returns the property of participants of that name, of the language or of a registered kind.
    package func property(_ name: String) -> PropertySpec? { propertiesByName[name] }

    /// Returns true when a registered kind, and not the language, has the property.
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

/// The limits of a scenario.
package struct ScenarioLimits: Hashable, Sendable {
    /// The size of a file in bytes.
    package var bytes = 1 << 20
    /// The number of participants, with groups expanded.
    package var participants = 10_000
    /// The number of steps, including nested and repeated ones.
    package var steps = 10_000
    /// The number of steps of all rows together.
    package var stepsOfRows = 100_000
    /// The number of rows.
    package var rows = 200
    /// The depth of nested includes.
    package var includes = 8
    /// The size of a text in bytes, with the values of names.
    package var text = 65_536
    /// The number of values of names, including nested ones.
    package var values = 1_000_000
    /// The depth of nested steps.
    package var depth = 32
    /// The number of names in all lists of participants, with groups expanded.
    package var names = 1_000_000
    /// The longest duration.
    package var duration = Duration.seconds(24 * 3600)
    /// The longest time of a run on its own time line.
    package var run = Duration.seconds(72 * 3600)
    /// The number of entries in the journal of a run; a scenario may set another one.
    package var entries = 2_000_000
    /// The number of reported problems of one file.
    package var problems = 100
    /// The depth of nested folders.
    package var folders = 32

    /// The product's limits.
    package static let `default` = ScenarioLimits()

    /// Creates the usual limits.
    package init() {}
}
