extension JournalKind {
    /// All kinds, in the order of ``JournalEvent``'s cases.
    package static let all: [JournalKind] = [
        runStarted, step, call, returned, state, event, datagram, datagrams, fault, timer, notification, log,
        expectation, verdict,
    ]

    private static func kind<Record: Sendable>(
        _ name: String, _ about: String, _ open: @escaping @Sendable (JournalEvent) -> Record?,
        _ fields: (JournalField.Maker<Record>) -> [JournalField]
    ) -> JournalKind {
        JournalKind(name: name, about: about, fields: fields(JournalField.Maker(open: open)))
    }

    // MARK: The course of a run

    package static let runStarted = kind("runStarted", "the run started", \.runStartedRecord) { field in
        [
            field.text("scenario", "the scenario's id") { $0.scenario },
            field.text("file", "its file") { $0.file },
            field.any("seed", .number, "the seed of all random streams") { .unsigned($0.seed) },
            field.text("clock", "virtual or real") { $0.clock },
        ]
    }

    package static let step = kind("step", "a step of the scenario began or ended", \.stepRecord) { field in
        [
            field.number("step", "its number") { $0.index },
            field.number("line", "its line in the file") { $0.line },
            field.text("file", "its file, when the scenario includes it") { $0.file },
            field.text("text", "the step as it is written") { $0.text },
            field("phase", .words(JournalEvent.Step.Phase.allCases.map(\.rawValue)), "its phase") {
                .text($0.phase.rawValue)
            },
        ]
    }

    package static let fault = kind(
        "fault", "the scenario disturbed the network, a participant or a server", \.faultRecord
    ) { field in
        [
            field.name("target", "the participant or server; absent when all are disturbed") { $0.target },
            field.text("text", "the disturbance in words") { $0.text },
        ]
    }

    package static let expectation = kind("expectation", "an expectation was judged", \.expectationRecord) { field in
        [
            field.number("step", "the number of its step; absent for a rule of the whole run") { $0.index },
            field.number("line", "its line in the file") { $0.line },
            field.text("file", "its file, when the scenario includes it") { $0.file },
            field.text("text", "the expectation as it is written") { $0.text },
            field("outcome", .words(["held", "failed"]), "its outcome") {
                if case .held = $0.outcome { "held" } else { "failed" }
            },
            field.text("expected", "the expected value, when it failed") {
                if case .failed(let expected, _) = $0.outcome { expected } else { nil }
            },
            field.text("actual", "the actual value, when it failed") {
                if case .failed(_, let actual) = $0.outcome { actual } else { nil }
            },
        ]
    }

    package static let verdict = kind("verdict", "the run was judged", \.verdictRecord) { field in
        [
            field("verdict", .words(Verdict.Kind.allCases.map(\.rawValue)), "the verdict") { .text($0.kind.rawValue) },
            field.text("reason", "the reason, when it did not pass") { $0.reason },
        ]
    }

    // MARK: Participants

    package static let call = kind("call", "a participant began a command", \.callRecord) { field in
        [
            field.name("participant", "the participant") { $0.participant },
            field.number("call", "the number of the command in the run") { $0.call },
            field.text("name", "the command") { $0.name },
            field.attributes("arguments", "its arguments") { $0.arguments },
        ]
    }

    package static let returned = kind("returned", "a command ended", \.returnedRecord) { field in
        [
            field.name("participant", "the participant") { $0.participant },
            field.number("call", "the number of the command in the run") { $0.call },
            field.text("name", "the command") { $0.name },
            field("value", .value, "the value that it returned") {
                if case .value(let value) = $0.outcome, value != .none { value } else { nil }
            },
            field.text("error", "the type of the error that it threw") {
                if case .thrown(let type, _) = $0.outcome { type } else { nil }
            },
            field.text("message", "that error in words") {
                if case .thrown(_, let message) = $0.outcome { message } else { nil }
            },
        ]
    }

    package static let state = kind("state", "a property of a participant changed", \.stateRecord) { field in
        [
            field.name("participant", "the participant") { $0.participant },
            field.text("property", "the property") { $0.property },
            field("from", .value, "the value before") { $0.from },
            field("to", .value, "the value after") { $0.to },
            field.number("cause", "the number of the datagram that caused it") { $0.cause },
        ]
    }

    package static let event = kind("event", "an event of a server reached a participant", \.eventRecord) { field in
        [
            field.name("participant", "the participant") { $0.participant },
            field.text("type", "the event's type") { $0.type },
            field.text("cid", "the call that it is about") { $0.cid },
            field.number("datagram", "the number of the datagram that carried it") { $0.datagram },
        ]
    }

    package static let timer = kind("timer", "a participant's timer was armed, fired or cancelled", \.timerRecord) {
        field in
        [
            field.name("owner", "the participant") { $0.owner },
            field.text("label", "the purpose of the timer") { $0.label },
            field("phase", .words(["armed", "fired", "cancelled"]), "its phase") { .text($0.phase.name) },
            field.instant("until", "its deadline, while it is armed") {
                if case .armed(let until) = $0.phase { until } else { nil }
            },
            field.instant("armed", "the instant at which it was armed, once it has fired") { $0.armed },
        ]
    }

    package static let notification = kind(
        "notification", "a participant's client posted a notification", \.notificationRecord
    ) { field in
        [
            field.name("participant", "the participant") { $0.participant },
            field.text("name", "the notification") { $0.name },
            field.attributes("attributes", "its content, such as `cid`") { $0.attributes },
        ]
    }

    package static let log = kind("log", "anything else, such as a retransmission", \.logRecord) { field in
        [
            field.name("source", "the participant or server") { $0.source },
            field.text("name", "the event in a word") { $0.name },
            field.attributes("attributes", "the particulars") { $0.attributes },
        ]
    }

    // MARK: Datagrams

    package static let datagram = kind("datagram", "a datagram met its fate", \.datagramRecord) { field in
        [
            field.number("datagram", "its number") { $0.number },
            field.address("from", "its source") { $0.from },
            field.address("to", "its destination") { $0.to },
            field.number("byteCount", "the length of its payload") { $0.byteCount },
            field.text("fate", "its fate") { $0.fate.name },
            field.instant("until", "the instant at which it is sent, while it is delayed") {
                if case .delayed(let until) = $0.fate { until } else { nil }
            },
            field.text("reason", "the reason of its loss") {
                if case .lost(let reason) = $0.fate { reason } else { nil }
            },
            field.text("summary", "its content, in a line") { $0.summary },
        ]
    }

    package static let datagrams = kind("datagrams", "RTP packets of one stream went one way", \.datagramsRecord) {
        field in
        [
            field.address("from", "their source") { $0.from },
            field.address("to", "their destination") { $0.to },
            field.number("ssrc", "their synchronisation source") { Int($0.ssrc) },
            field.number("first", "the number of the first that was sent") { $0.numbers?.lowerBound },
            field.number("last", "the number of the last that was sent") { $0.numbers?.upperBound },
            field.number("sent", "the number of sent packets") { $0.sent },
            field.number("received", "the number of received packets") { $0.received },
            field.number("delayed", "the number of delayed packets") { $0.delayed > 0 ? $0.delayed : nil },
            field.number("byteCount", "the length of the payloads that were sent, in all") { $0.byteCount },
        ]
    }
}

extension JournalEvent.Timer.Phase {
    /// The name of the case in `journal.ndjson`.
    fileprivate var name: String {
        switch self {
        case .armed: "armed"
        case .fired: "fired"
        case .cancelled: "cancelled"
        }
    }
}

/// The records of entries, by kind.
extension JournalEvent {
    fileprivate var runStartedRecord: RunStarted? { if case .runStarted(let record) = self { record } else { nil } }
    fileprivate var stepRecord: Step? { if case .step(let record) = self { record } else { nil } }
    fileprivate var callRecord: Call? { if case .call(let record) = self { record } else { nil } }
    fileprivate var returnedRecord: Returned? { if case .returned(let record) = self { record } else { nil } }
    fileprivate var stateRecord: StateChange? { if case .state(let record) = self { record } else { nil } }
    fileprivate var eventRecord: Event? { if case .event(let record) = self { record } else { nil } }
    fileprivate var datagramRecord: Datagram? { if case .datagram(let record) = self { record } else { nil } }
    fileprivate var datagramsRecord: Datagrams? { if case .datagrams(let record) = self { record } else { nil } }
    fileprivate var faultRecord: Fault? { if case .fault(let record) = self { record } else { nil } }
    fileprivate var timerRecord: Timer? { if case .timer(let record) = self { record } else { nil } }
    fileprivate var notificationRecord: Notification? {
        if case .notification(let record) = self { record } else { nil }
    }
    fileprivate var logRecord: Log? { if case .log(let record) = self { record } else { nil } }
    fileprivate var expectationRecord: Expectation? { if case .expectation(let record) = self { record } else { nil } }
    fileprivate var verdictRecord: Judgement? { if case .verdict(let record) = self { record } else { nil } }
}
