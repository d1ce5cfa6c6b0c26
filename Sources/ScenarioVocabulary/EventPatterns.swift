import Journal
import ScenarioLanguage

extension EventPattern {
    /// Returns all patterns in the order of the documentation.
    static func all(with words: LibraryWords) -> [EventPattern] {
        received + commands(Words("command", words.commands.map(\.name))) + others + words.states
    }

    private static let received: [EventPattern] = [
        EventPattern(
            name: "event", kind: .event, type: .word(.events), about: "an event of a server reaches it", hasCall: true
        ) {
            [.init("participant", $0), .init("type", $1)] + cid("cid", nil, $2)
        },
        EventPattern(
            name: "notification", kind: .notification, type: .word(.notifications),
            about: "its client posts a notification", hasCall: true
        ) {
            [.init("participant", $0), .init("name", $1)] + cid("attributes", "cid", $2)
        },
    ]

    private static func cid(_ field: String, _ key: String?, _ call: Comparison?) -> [EntryFilter.Test] {
        call.map { [.init(field, key: key, $0)] } ?? []
    }

    private static func commands(_ names: Words) -> [EventPattern] {
        [
            EventPattern(name: "begins", kind: .call, type: .word(names), about: "it begins a command") {
                who, what, _ in [.init("participant", who), .init("name", what)]
            },
            EventPattern(
                name: "ends", kind: .returned, type: .word(names), about: "its command ends without an error",
                defaults: [.init("error", .equal(.none))]
            ) { who, what, _ in
                [.init("participant", who), .init("name", what)]
            },
            EventPattern(name: "throws", kind: .returned, type: .error, about: "its command ends with an error") {
                who, what, _ in [.init("participant", who), .init("error", what)]
            },
        ]
    }

    private static let others: [EventPattern] = [
        EventPattern(
            name: "timer", kind: .timer, type: .text, about: "one of its timers fires, unless `phase` says otherwise",
            defaults: [.init("phase", .equal(.text("fired")))]
        ) { who, what, _ in
            [.init("owner", who), .init("label", what)]
        },
        EventPattern(
            name: "fault", kind: .fault, type: .text,
            about: "the scenario disturbs it; `network` is disturbed where no participant is named", isOfServers: true
        ) { who, what, _ in
            [.init("target", who), .init("text", what)]
        },
        EventPattern(
            name: "log", kind: .log, type: .text, about: "it records anything else, such as a retransmission",
            isOfServers: true
        ) { who, what, _ in
            [.init("source", who), .init("name", what)]
        },
    ]
}
