extension JournalKind {
    /// Every kind, in the order of ``JournalEvent``'s cases.
    public static let all: [JournalKind] = [
        runStarted, step, call, returned, state, event, datagram, datagrams, fault, timer, notification, log,
        expectation,
        verdict,
    ]

    private static func kind<Record: Sendable>(
        _ name: String, _ about: String, _ open: @escaping @Sendable (JournalEvent) -> Record?,
        _ fields: (JournalField.Maker<Record>) -> [JournalField]
    ) -> JournalKind {
        JournalKind(name: name, about: about, fields: fields(JournalField.Maker(open: open)))
    }

    // MARK: The course of a run

    private static let runStarted = kind(
        "runStarted", "the run started", \.runStartedRecord
    ) { field in
        [
            field("scenario", .text, "the scenario's id") { .text($0.scenario) },
            field("file", .text, "its file") { .text($0.file) },
            field("seed", .number, "what decides all chance") { .integer(Int64(truncatingIfNeeded: $0.seed)) },
            field("clock", .text, "virtual or real") { .text($0.clock) },
        ]
    }

    private static let step = kind(
        "step", "a step of the scenario began or ended", \.stepRecord
    ) { field in
        [
            field("step", .number, "its number") { .count($0.index) },
            field("line", .number, "its line in the file") { .count($0.line) },
            field("text", .text, "the step as it is written") { .text($0.text) },
            field("phase", .words(JournalEvent.Step.Phase.allCases.map(\.rawValue)), "what became of it") {
                .text($0.phase.rawValue)
            },
        ]
    }

    package static let fault = kind(
        "fault", "the scenario disturbed the network, a participant or a server",
        \.faultRecord
    ) { field in
        [
            field("target", .name, "who is disturbed; nothing when all are") { .optional($0.target) },
            field("text", .text, "the disturbance in words") { .text($0.text) },
        ]
    }

    private static let expectation = kind(
        "expectation", "an expectation was judged", \.expectationRecord
    ) { field in
        [
            field("step", .number, "the number of its step; nothing for a rule of the whole run") {
                .optional($0.index)
            },
            field("line", .number, "its line in the file") { .count($0.line) },
            field("text", .text, "the expectation as it is written") { .text($0.text) },
            field("outcome", .words(["held", "failed"]), "what became of it") {
                if case .held = $0.outcome { "held" } else { "failed" }
            },
            field("expected", .text, "what was expected, when it failed") {
                if case .failed(let expected, _) = $0.outcome { .text(expected) } else { .none }
            },
            field("actual", .text, "what was the case, when it failed") {
                if case .failed(_, let actual) = $0.outcome { .text(actual) } else { .none }
            },
        ]
    }

    private static let verdict = kind(
        "verdict", "the run was judged", \.verdictRecord
    ) { field in
        [
            field("verdict", .words(Verdict.Kind.allCases.map(\.rawValue)), "the verdict") { .text($0.kind.rawValue) },
            field("reason", .text, "why, when it did not pass") { .optional($0.reason) },
        ]
    }

    // MARK: Participants

    package static let call = kind(
        "call", "a participant was told a command", \.callRecord
    ) { field in
        [
            field("participant", .name, "who was told") { .text($0.participant) },
            field("call", .number, "the number of the command in the run") { .count($0.call) },
            field("name", .text, "the command") { .text($0.name) },
            field.attributes("arguments", "with what") { $0.arguments },
        ]
    }

    package static let returned = kind(
        "returned", "a command ended", \.returnedRecord
    ) { field in
        [
            field("participant", .name, "who was told") { .text($0.participant) },
            field("call", .number, "the number of the command in the run") { .count($0.call) },
            field("name", .text, "the command") { .optional($0.name) },
            field("value", .value, "what it returned") {
                if case .value(let value) = $0.outcome { value } else { .none }
            },
            field("error", .text, "the type of the error that it threw") {
                if case .thrown(let type, _) = $0.outcome { .text(type) } else { .none }
            },
            field("message", .text, "that error in words") {
                if case .thrown(_, let message) = $0.outcome { .text(message) } else { .none }
            },
        ]
    }

    package static let state = kind(
        "state", "a property of a participant took another value",
        \.stateRecord
    ) { field in
        [
            field("participant", .name, "whose property") { .text($0.participant) },
            field("property", .text, "which one") { .text($0.property) },
            field("from", .value, "what it was") { $0.from },
            field("to", .value, "what it is") { $0.to },
            field("cause", .number, "the number of the datagram that it came from") { .optional($0.cause) },
        ]
    }

    package static let event = kind(
        "event", "an event of a server reached a participant",
        \.eventRecord
    ) { field in
        [
            field("participant", .name, "who was told") { .text($0.participant) },
            field("type", .text, "the event's type") { .text($0.type) },
            field("cid", .text, "the call that it is about") { .optional($0.cid) },
            field("datagram", .number, "the number of the datagram that carried it") { .optional($0.datagram) },
        ]
    }

    package static let timer = kind(
        "timer", "the time of a participant's timer came", \.timerRecord
    ) { field in
        [
            field("owner", .name, "whose timer") { .text($0.owner) },
            field("label", .text, "what was waited for") { .text($0.label) },
            field("phase", .words(["armed", "fired", "cancelled"]), "what became of it") { .text($0.phase.name) },
            field.instant("until", "when it is due, while it is armed") {
                if case .armed(let until) = $0.phase { until } else { nil }
            },
        ]
    }

    package static let notification = kind(
        "notification", "a participant's client posted a notification",
        \.notificationRecord
    ) { field in
        [
            field("participant", .name, "whose client") { .text($0.participant) },
            field("name", .text, "the notification") { .text($0.name) },
            field.attributes("attributes", "what it carries, such as `cid`") { $0.attributes },
        ]
    }

    package static let log = kind(
        "log", "anything else that somebody has to tell, such as a retransmission",
        \.logRecord
    ) { field in
        [
            field("source", .name, "who tells it") { .optional($0.source) },
            field("name", .text, "what happened") { .text($0.name) },
            field.attributes("attributes", "the particulars") { $0.attributes },
        ]
    }

    // MARK: Datagrams

    private static let datagram = kind(
        "datagram", "a datagram met its fate", \.datagramRecord
    ) { field in
        [
            field("datagram", .number, "its number") { .optional($0.number) },
            field("from", .address, "where it comes from") { .text("\($0.from)") },
            field("to", .address, "where it goes to") { .text("\($0.to)") },
            field("byteCount", .number, "how long it is") { .count($0.byteCount) },
            field("fate", .text, "what became of it") { .text($0.fate.name) },
            field.instant("until", "when it is sent, while it is delayed") {
                if case .delayed(let until) = $0.fate { until } else { nil }
            },
            field("reason", .text, "why it was lost") {
                if case .lost(let reason) = $0.fate { .text(reason) } else { .none }
            },
            field("summary", .text, "what it says, in a line") { .optional($0.summary) },
        ]
    }

    private static let datagrams = kind(
        "datagrams", "RTP packets of one stream went one way",
        \.datagramsRecord
    ) { field in
        [
            field("from", .address, "where they come from") { .text("\($0.from)") },
            field("to", .address, "where they go to") { .text("\($0.to)") },
            field("ssrc", .number, "their source") { .integer(Int64($0.ssrc)) },
            field("first", .number, "the number of the first that was sent") { .optional($0.numbers?.lowerBound) },
            field("last", .number, "the number of the last that was sent") { .optional($0.numbers?.upperBound) },
            field("sent", .number, "how many were sent") { .count($0.sent) },
            field("received", .number, "how many were received") { .count($0.received) },
            field("delayed", .number, "how many had to wait") { $0.delayed > 0 ? .count($0.delayed) : .none },
            field("byteCount", .number, "how long those are that were sent, in all") { .count($0.byteCount) },
        ]
    }
}

extension JournalEvent.Timer.Phase {
    /// The word that names the case in `journal.ndjson`.
    fileprivate var name: String {
        switch self {
        case .armed: "armed"
        case .fired: "fired"
        case .cancelled: "cancelled"
        }
    }
}

/// The records of entries, by their kinds.
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
