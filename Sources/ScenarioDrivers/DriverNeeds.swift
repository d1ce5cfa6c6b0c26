package import ScenarioLanguage
import ScenarioVocabulary

/// What a scenario needs of one of its participants.
package struct DriverNeeds {
    private let participant: ParticipantSpec
    package private(set) var commands: [String] = []
    package private(set) var properties: [String] = []
    /// What no driver can do, because the harness would have to do it to a socket of its own.
    package private(set) var impossible: [String] = []
    package let options: [String]
    /// Faults and expectations that reach only the traffic with Rollcall's backend.
    package private(set) var backendNeeds: [String] = []

    package init(of participant: ParticipantSpec, in scenario: Scenario) {
        self.participant = participant
        options = participant.options(in: scenario).map(\.name)
        if participant.connected { note("connect", in: \.commands) }
        if participant.tokenLifetime != ParticipantSpec.usualTokenLifetime {
            note("a token that ends early, which only the call library gets renewed", in: \.impossible)
        }
        note(scenario.network)
        if !scenario.network.isEmpty { note("network of the scenario", in: \.backendNeeds) }
        note(scenario.rules)
        for step in scenario.steps { note(step) }
    }

    /// What a driver lacks, in words.
    package func missing(in hello: DriverHello) -> [String] {
        commands.filter { !hello.commands.contains($0) }.map { "the command \($0)" }
            + properties.filter { !hello.properties.contains($0) }.map { "the property \($0)" }
            + options.filter { !hello.options.contains($0) }.map { "the option \($0)" }
            + impossible
            + (hello.hasOwnBackend ? backendNeeds.map { "\($0), because its backend is its own" } : [])
    }

    private mutating func note(_ step: Step) {
        switch step.action {
        case .command(let call):
            if call.participants.contains(participant.name) { note(call.command) }
        case .expect(let expectations, _), .hold(let expectations, _), .rule(let expectations): note(expectations)
        case .network(let changes):
            note(changes)
            note("network at line \(step.place.line)", in: \.backendNeeds)
        case .journal(let expectation, _):
            for filter in expectation.entryFilters { note(filter) }
            if !expectation.packetFilters.isEmpty { note("packets at line \(step.place.line)", in: \.backendNeeds) }
        case .packets: note("packets at line \(step.place.line)", in: \.backendNeeds)
        case .server: note("the server command at line \(step.place.line)", in: \.backendNeeds)
        case .wait, .sameTime, .group, .mark: break
        }
        for inner in step.action.inner { note(inner) }
    }

    private mutating func note(_ expectations: [Expectation]) {
        for expectation in expectations {
            switch expectation.property {
            case .server, .drops: note("the property \(expectation.property)", in: \.backendNeeds)
            default: break
            }
        }
        for expectation in expectations where expectation.participants.contains(participant.name) {
            note(expectation.property.family, in: \.properties)
        }
    }

    private mutating func note(_ command: Command) {
        note(command.spec.name, in: \.commands)
        for case (let name, .interceptor) in command.arguments.contents {
            note("the argument \(name) of \(command.spec.name)", in: \.impossible)
        }
    }

    private mutating func note(_ changes: [NetworkChange]) {
        for change in changes {
            switch change {
            case .move(let move) where move.participants.contains(participant.name):
                note("the network change \(move.action.rawValue)", in: \.impossible)
            case .link(let link)
            where link.hosts.contains(participant.name) && link.conditions.contains(.offline(true)):
                note("the network change offline, which a program cannot notice", in: \.impossible)
            case .flap(let flap) where flap.hosts.contains(participant.name) && flap.outage == .offline:
                note("the network change offline, which a program cannot notice", in: \.impossible)
            case .move, .link, .flap, .flapNoMore, .drop, .dropNothing: break
            }
        }
    }

    // MARK: Entries of the journal

    /// What the journal can hold of the participant only if its driver tells it.
    private mutating func note(_ filter: EntryFilter) {
        func mayBe(_ value: String, in field: String) -> Bool {
            filter.tests.filter { $0.field == field && $0.key == nil }
                .allSatisfy { $0.comparison.isMet(by: .text(value)) }
        }
        switch filter.kind {
        case "state" where mayBe(participant.name, in: "participant"):
            for property in Vocabulary.standard.journaledProperties where mayBe(property, in: "property") {
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

extension Property {
    /// What a driver calls the property, or all of its kind, when it says what it can report.
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
    /// Whether it asks for a text that begins so.
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
