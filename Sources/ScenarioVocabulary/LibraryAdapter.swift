package import ScenarioLanguage

/// The words of scenarios that come from a call library, in the order of the documentation.
package struct LibraryWords: Sendable {
    /// The commands of participants.
    package let commands: [CommandSpec]
    /// The properties of participants.
    package let properties: [PropertySpec]
    /// The properties of one participant of a call as another participant sees it.
    package let participantProperties: [PropertySpec]
    /// The properties of one member of a call.
    package let memberProperties: [PropertySpec]
    /// The properties whose changes the journal keeps.
    package let states: [EventPattern]
    /// The reasons for which a participant drops a datagram of media.
    package let mediaRefusals: Words

    package init(
        commands: [CommandSpec], properties: [PropertySpec], participantProperties: [PropertySpec],
        memberProperties: [PropertySpec], states: [EventPattern], mediaRefusals: Words
    ) {
        self.commands = commands
        self.properties = properties
        self.participantProperties = participantProperties
        self.memberProperties = memberProperties
        self.states = states
        self.mediaRefusals = mediaRefusals
    }

    /// The words without a library.
    static let none = LibraryWords(
        commands: [], properties: [], participantProperties: [], memberProperties: [], states: [],
        mediaRefusals: Words("reason of a refusal", []))
}

/// The call library of participants without a kind or a driver. The program registers it when it starts.
package struct LibraryAdapter: Sendable {
    package let words: LibraryWords
    /// Makes such a participant, unless there is a guest library.
    package let makeParticipant: PerformerFactory
    /// The machines of the library whose transitions a search measures.
    package let stateGraphs: [StateGraph]
    /// The labels of its timers that are not journaled, because they fire for every datagram.
    package let quietTimers: Set<String>

    package init(
        words: LibraryWords, makeParticipant: @escaping PerformerFactory, stateGraphs: [StateGraph],
        quietTimers: Set<String>
    ) {
        self.words = words
        self.makeParticipant = makeParticipant
        self.stateGraphs = stateGraphs
        self.quietTimers = quietTimers
    }
}

extension Registry {
    /// The words of the call library; empty when there is no library.
    package var words: LibraryWords { library?.words ?? .none }
    /// The machines of the call library; empty when there is no library.
    package var stateGraphs: [StateGraph] { library?.stateGraphs ?? [] }
    /// The labels of its timers that are not journaled.
    package var quietTimers: Set<String> { library?.quietTimers ?? [] }
}
