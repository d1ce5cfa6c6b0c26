/// What a scenario needs of one of its participants.
struct DriverNeeds {
    private let participant: ParticipantSpec
    private(set) var commands: [String] = []
    private(set) var properties: [String] = []
    /// What no driver can do, because the harness would have to do it to a socket of its own.
    private(set) var impossible: [String] = []
    let options: [String]

    init(of participant: ParticipantSpec, in scenario: Scenario) {
        self.participant = participant
        options = participant.options(in: scenario).map(\.name)
        if participant.connected { note("connect", in: \.commands) }
        note(scenario.network)
        note(scenario.rules)
        for step in scenario.steps { note(step) }
    }

    /// What a driver lacks, in words.
    func missing(in hello: DriverHello) -> [String] {
        commands.filter { !hello.commands.contains($0) }.map { "the command \($0)" }
            + properties.filter { !hello.properties.contains($0) }.map { "the property \($0)" }
            + options.filter { !hello.options.contains($0) }.map { "the option \($0)" }
            + impossible
    }

    private mutating func note(_ step: Step) {
        switch step.action {
        case .command(let call):
            if call.participants.contains(participant.name) { note(call.command.spec.name, in: \.commands) }
        case .expect(let expectations, _), .hold(let expectations, _), .rule(let expectations): note(expectations)
        case .network(let changes): note(changes)
        case .when(let fork): note(fork.conditions)
        case .server, .packets, .journal, .order, .wait, .sameTime, .group, .parallel, .mark: break
        }
        for inner in step.action.inner { note(inner) }
    }

    private mutating func note(_ expectations: [Expectation]) {
        for expectation in expectations where expectation.participants.contains(participant.name) {
            note(expectation.property.family, in: \.properties)
        }
    }

    private mutating func note(_ changes: [NetworkChange]) {
        for case .move(let change) in changes where change.participants.contains(participant.name) {
            note("the network change \(change.kind.rawValue)", in: \.impossible)
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
