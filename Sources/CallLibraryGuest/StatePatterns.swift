import CallCore
import Journal
import ScenarioLanguage
import ScenarioVocabulary

extension EventPattern {
    /// The properties of clients and of their calls that the journal keeps, in the order of the documentation.
    static let ownStates: [EventPattern] = clientStates + stateProperties

    private static let clientStates: [EventPattern] = [
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
