package import ScenarioLanguage
package import ScenarioVocabulary
import Wire

/// The features of a driver that a scenario needs for one participant.
package struct DriverNeeds {
    private let participant: ParticipantSpec
    private let vocabulary: Vocabulary
    /// True when its traffic is that of a program behind the harness's router.
    private let hasProgram: Bool
    package private(set) var commands: [String] = []
    package private(set) var properties: [String] = []
    /// The needs that no driver meets, because only a socket of the harness meets them.
    package private(set) var impossible: [String] = []
    /// The network changes that affect only a socket of the harness, which drivers in virtual time have.
    package private(set) var socketNeeds: [String] = []
    package let options: [String]
    /// Faults and expectations that need Rollcall's backend.
    package private(set) var backendNeeds: [String] = []
    /// Commands to Rollcall's servers, and expectations on them and on their messages.
    package private(set) var serverNeeds: [String] = []
    /// The part of ``serverNeeds`` that the harness performs or reads in its own servers.
    package private(set) var controlNeeds: [String] = []

    package init(of participant: ParticipantSpec, in scenario: Scenario, _ vocabulary: Vocabulary) {
        self.participant = participant
        self.vocabulary = vocabulary
        hasProgram = scenario.program(participant.name) != nil
        options = participant.options(in: scenario).map(\.name)
        if participant.connected { note("connect", in: \.commands) }
        if participant.tokenLifetime != ParticipantSpec.defaultTokenLifetime {
            note("a token that ends early, which only the call library gets renewed", in: \.impossible)
        }
        if participant.provesRequests {
            note("proofs of its requests, for which only the call library has the key", in: \.impossible)
        }
        note(scenario.network, "network of the scenario")
        if !scenario.network.isEmpty { noteTraffic("network of the scenario") }
        note(scenario.rules)
        for step in scenario.steps { note(step) }
    }

    /// Returns the needs that a guest library does not meet, in words. The network reaches its datagrams as it does
    /// those of the call library.
    package func missing(in guest: GuestLibrary) -> [String] {
        commands.filter { !guest.commands.contains($0) }.map { "the command \($0)" }
            + properties.filter { !guest.properties.contains($0) }.map { "the property \($0)" }
            + options.filter { !guest.options.contains($0) }.map { "the option \($0)" }
            + impossible + foreignInterceptor
            + (guest.server == nil ? [] : serverNeeds.map { "\($0), because its server is its own" })
    }

    /// An interceptor that is written for the call library.
    private var foreignInterceptor: [String] {
        switch participant.interceptor?.behaviour {
        case .ready?: ["the interceptor ready"]
        case .registered(let name)?: ["the interceptor \(name)"]
        case .returns?, .throws?, .hangs?, nil: []
        }
    }

    /// Returns a text for each need that a driver's `hello` does not meet.
    package func missing(in hello: DriverHello) -> [String] {
        commands.filter { !hello.commands.contains($0) }.map { "the command \($0)" }
            + properties.filter { !hello.properties.contains($0) }.map { "the property \($0)" }
            + options.filter { !hello.options.contains($0) }.map { "the option \($0)" }
            + impossible + (hello.isVirtual ? [] : socketNeeds)
            + (hello.hasOwnBackend ? backendNeeds.map { "\($0), because its backend is its own" } : [])
    }

    private mutating func note(_ step: Step) {
        switch step.action {
        case .command(let call):
            if call.participants.contains(participant.name) { note(call.command) }
        case .expect(let expectations, _), .hold(let expectations, _), .rule(let expectations): note(expectations)
        case .network(let changes):
            note(changes, "network at line \(step.place.line)")
            noteTraffic("network at line \(step.place.line)")
        case .journal(let expectation, _):
            for filter in expectation.entryFilters { note(filter) }
            for filter in expectation.packetFilters { note(filter, at: step.place.line) }
        case .packets(let expectation, _): note(expectation.filter, at: step.place.line)
        case .server:
            let text = "the server command at line \(step.place.line)"
            note(text, in: \.backendNeeds)
            note(text, in: \.serverNeeds)
            note(text, in: \.controlNeeds)
        case .wait, .sameTime, .group, .mark: break
        }
        for inner in step.action.inner { note(inner) }
    }

    /// Notes a fault or an expectation of traffic, which the router of programs sees without the backend.
    private mutating func noteTraffic(_ what: String) {
        if !hasProgram { note(what, in: \.backendNeeds) }
    }

    private mutating func note(_ expectations: [Expectation]) {
        for expectation in expectations {
            switch expectation.property {
            case .server, .drops:
                note("the property \(expectation.property)", in: \.backendNeeds)
                note("the property \(expectation.property)", in: \.serverNeeds)
                note("the property \(expectation.property)", in: \.controlNeeds)
            default: break
            }
        }
        for expectation in expectations where expectation.participants.contains(participant.name) {
            note(expectation.property.family, in: \.properties)
        }
    }

    /// Packets of any protocol can be expected of a guest library, and fields of Rollcall's protocol cannot.
    private mutating func note(_ filter: PacketFilter, at line: Int) {
        noteTraffic("packets at line \(line)")
        if filter.isOfOwnProtocol { note("packets at line \(line)", in: \.serverNeeds) }
    }

    private mutating func note(_ command: Command) {
        note(command.spec.name, in: \.commands)
        for case (let name, .interceptor) in command.arguments.contents {
            note("the argument \(name) of \(command.spec.name)", in: \.impossible)
        }
    }

    private mutating func note(_ changes: [NetworkChange], _ place: String) {
        for change in changes {
            if change.isAboutServers {
                note(place, in: \.serverNeeds)
                if !change.isLoss { note(place, in: \.controlNeeds) }
            }
            switch change {
            case .move(let move) where move.participants.contains(participant.name):
                if hasProgram, move.action == .handover { continue }
                let movesSocket = move.action == .rebind || move.action == .handover
                note("the network change \(move.action.rawValue)", in: movesSocket ? \.socketNeeds : \.impossible)
            case .link(let link)
            where link.hosts.contains(participant.name) && link.conditions.contains(.offline(true)):
                note("the network change offline, which a program cannot notice", in: \.socketNeeds)
            case .flap(let flap) where flap.hosts.contains(participant.name) && flap.outage == .offline:
                note("the network change offline, which a program cannot notice", in: \.socketNeeds)
            case .intruder(let act) where act.source == participant.name:
                note("the network change intruder, from its address", in: \.impossible)
            case .move, .link, .flap, .flapNoMore, .drop, .dropNothing, .intruder: break
            }
        }
    }

    // MARK: Entries of the journal

    /// Notes the journal entries that exist only when the driver reports them.
    private mutating func note(_ filter: EntryFilter) {
        func mayBe(_ value: String, in field: String) -> Bool {
            filter.tests.filter { $0.field == field && $0.key == nil }
                .allSatisfy { $0.comparison.isMet(by: .text(value)) }
        }
        switch filter.kind {
        case "state" where mayBe(participant.name, in: "participant"):
            for property in vocabulary.journaledProperties where mayBe(property, in: "property") {
                note(property, in: \.properties)
            }
            let isOfStages = filter.tests.contains { $0.field == "property" && $0.comparison.mentions("stage ") }
            if isOfStages { note("the stages of its calls in the journal", in: \.impossible) }
        case "event" where mayBe(participant.name, in: "participant"): note("events", in: \.properties)
        case "notification" where mayBe(participant.name, in: "participant"):
            note("notifications", in: \.properties)
        case "timer" where mayBe(participant.name, in: "owner"): note("its timers in the journal", in: \.impossible)
        case "log" where mayBe(participant.name, in: "source"):
            note("the log of the call library in the journal", in: \.impossible)
        default: break
        }
    }

    private mutating func note(_ word: String, in list: WritableKeyPath<DriverNeeds, [String]>) {
        if !self[keyPath: list].contains(word) { self[keyPath: list].append(word) }
    }
}

extension PacketFilter {
    /// True for packets that only Rollcall's protocol has.
    fileprivate var isOfOwnProtocol: Bool {
        !body.isEmpty || fields.contains { $0.spec.protocols?.contains(.coap) ?? false }
    }
}

extension NetworkChange {
    /// True for the loss of chosen packets.
    fileprivate var isLoss: Bool { if case .drop = self { true } else { false } }

    /// True for a change that has an effect only with Rollcall's servers and their protocol.
    fileprivate var isAboutServers: Bool {
        switch self {
        case .drop(let drop): drop.filter.isOfOwnProtocol
        case .link(let link): link.hosts.contains { $0.hasPrefix("sfu") }
        case .flap(let flap): flap.hosts.contains { $0.hasPrefix("sfu") }
        case .intruder: true
        case .move, .flapNoMore, .dropNothing: false
        }
    }
}

extension Property {
    /// The name by which a driver's `hello` lists the property or its group.
    fileprivate var family: String {
        switch self {
        case .named(let property): property.name
        case .participant(_, let property): "participants.\(property.name)"
        case .member(_, let property): "members.\(property.name)"
        case .custom: "custom"
        case .events: "events"
        case .notifications: "notifications"
        case .refusals: "refusals"
        case .server, .drops: description
        }
    }
}

extension Comparison {
    /// True when the comparison requires a text with this prefix.
    fileprivate func mentions(_ beginning: String) -> Bool {
        switch self {
        case .equal(.text(let text)), .matches(let text): text.hasPrefix(beginning)
        case .not(let comparison): comparison.mentions(beginning)
        case .oneOf(let comparisons), .all(let comparisons), .contains(let comparisons):
            comparisons.contains { $0.mentions(beginning) }
        case .equal, .count, .atLeast, .atMost, .moreThan, .lessThan, .before, .after, .unchanged: false
        }
    }
}
