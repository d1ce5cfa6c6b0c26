import CallCore
import Journal
package import ScenarioLanguage

extension EventPattern {
    /// All patterns in the order of the documentation.
    package static let all: [EventPattern] = received + commands + others + properties + stateProperties

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

    private static let commands: [EventPattern] = [
        EventPattern(name: "begins", kind: .call, type: .word(.commands), about: "it begins a command") {
            who, what, _ in [.init("participant", who), .init("name", what)]
        },
        EventPattern(
            name: "ends", kind: .returned, type: .word(.commands), about: "its command ends without an error",
            defaults: [.init("error", .equal(.none))]
        ) { who, what, _ in
            [.init("participant", who), .init("name", what)]
        },
        EventPattern(name: "throws", kind: .returned, type: .error, about: "its command ends with an error") {
            who, what, _ in [.init("participant", who), .init("error", what)]
        },
    ]

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

    private static let properties: [EventPattern] = [
        property("callingState", .word(.callingStates)),
        property("connectionStatus", .word(.connectionStatuses), isOpen: true),
        property("reconnection", .text), property("ringingCall", .call), property("activeCall", .call),
        property("roster", .text),
        EventPattern(
            name: "stage", kind: .state, type: .word(.stages), about: "its call is at another stage of its life",
            hasCall: true
        ) { who, what, call in
            let property: Comparison = call.map { $0.mapTexts { .equal(.text("stage \($0)")) } } ?? .matches("stage *")
            return [.init("participant", who), .init("property", property), .init("to", what)]
        },
    ]

    /// The traced properties of a call's state.
    private static let stateProperties = CallStateProperties.all.compactMap { tracedProperty($0) }

    private static func tracedProperty(_ traced: some StateProperty) -> EventPattern? {
        traced.traceText.map { _ in property(traced.name, traced.scenarioType ?? .text) }
    }

    /// Returns a pattern for a journaled property. The text of an open property continues after the word.
    private static func property(_ name: String, _ type: ValueType, isOpen: Bool = false) -> EventPattern {
        EventPattern(
            name: name, kind: .state, type: type, about: "this property becomes that", isOfProperties: true
        ) { who, what, _ in
            let to = isOpen ? what.mapTexts { .matches("\($0)*") } : what
            return [.init("participant", who), .init("property", .equal(.text(name))), .init("to", to)]
        }
    }
}

extension Comparison {
    /// Returns the comparison with each of its texts replaced by another comparison.
    fileprivate func mapTexts(_ change: (String) -> Comparison) -> Comparison {
        switch self {
        case .equal(.text(let text)): change(text)
        case .not(let inner): .not(inner.mapTexts(change))
        case .oneOf(let inner): .oneOf(inner.map { $0.mapTexts(change) })
        case .all(let inner): .all(inner.map { $0.mapTexts(change) })
        default: self
        }
    }
}
