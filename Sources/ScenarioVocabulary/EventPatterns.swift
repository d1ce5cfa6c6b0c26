import CallCore
package import ScenarioLanguage

extension EventPattern {
    /// Everything that can happen, in the order in which the documents show it.
    package static let all: [EventPattern] = received + commands + others + properties + stateProperties

    private static let received: [EventPattern] = [
        EventPattern(name: "event", type: .word(.events), about: "an event of a server reaches it", hasCall: true) {
            EntryFilter("event", [.init("participant", $0), .init("type", $1)] + cid("cid", nil, $2))
        },
        EventPattern(
            name: "notification", type: .word(.notifications), about: "its client posts a notification", hasCall: true
        ) {
            EntryFilter("notification", [.init("participant", $0), .init("name", $1)] + cid("attributes", "cid", $2))
        },
    ]

    private static func cid(_ field: String, _ key: String?, _ call: Comparison?) -> [EntryFilter.Test] {
        call.map { [.init(field, key: key, $0)] } ?? []
    }

    private static let commands: [EventPattern] = [
        EventPattern(name: "begins", type: .word(.commands), about: "it begins a command") { who, what, _ in
            EntryFilter("call", [.init("participant", who), .init("name", what)])
        },
        EventPattern(name: "ends", type: .word(.commands), about: "its command ends without an error") { who, what, _ in
            EntryFilter("returned", [.init("participant", who), .init("name", what), .init("error", .equal(.none))])
        },
        EventPattern(name: "throws", type: .error, about: "its command ends with an error") { who, what, _ in
            EntryFilter("returned", [.init("participant", who), .init("error", what)])
        },
    ]

    private static let others: [EventPattern] = [
        EventPattern(name: "timer", type: .text, about: "the time of one of its timers comes") { who, what, _ in
            EntryFilter("timer", [.init("owner", who), .init("label", what), .init("phase", .equal(.text("fired")))])
        },
        EventPattern(
            name: "fault", type: .text, about: "the scenario disturbs it; `network` is disturbed where nobody is named",
            isOfServers: true
        ) { who, what, _ in
            EntryFilter("fault", [.init("target", who), .init("text", what)])
        },
        EventPattern(name: "log", type: .text, about: "it tells something else", isOfServers: true) { who, what, _ in
            EntryFilter("log", [.init("source", who), .init("name", what)])
        },
    ]

    private static let properties: [EventPattern] = [
        property("callingState", .word(.callingStates)),
        property("connectionStatus", .word(.connectionStatuses), isOpen: true),
        property("reconnection", .text), property("ringingCall", .call), property("activeCall", .call),
        property("roster", .text),
        EventPattern(
            name: "stage", type: .word(.stages), about: "its call is at another stage of its life", hasCall: true
        ) { who, what, call in
            let property: Comparison = call.map { $0.mapTexts { .equal(.text("stage \($0)")) } } ?? .matches("stage *")
            return EntryFilter("state", [.init("participant", who), .init("property", property), .init("to", what)])
        },
    ]

    /// The traced properties of a call's state.
    private static let stateProperties = CallStateProperties.all.compactMap { tracedProperty($0) }

    private static func tracedProperty(_ traced: some StateProperty) -> EventPattern? {
        traced.traceText.map { _ in property(traced.name, traced.scenarioType ?? .text) }
    }

    /// A property whose changes are in the journal. The text of an open one continues after the word.
    private static func property(_ name: String, _ type: ValueType, isOpen: Bool = false) -> EventPattern {
        EventPattern(name: name, type: type, about: "this property becomes that", isOfProperties: true) {
            who, what, _ in
            let to = isOpen ? what.mapTexts { .matches("\($0)*") } : what
            return EntryFilter(
                "state", [.init("participant", who), .init("property", .equal(.text(name))), .init("to", to)])
        }
    }
}

extension Comparison {
    /// What asks the same with another question in the place of each text that it asks for.
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
