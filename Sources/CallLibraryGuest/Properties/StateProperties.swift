import CallCore
import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Timing

/// A type whose values scenarios read.
protocol ScenarioReadable {
    static var scenarioType: ValueType { get }
    var scenarioValue: ScenarioLanguage.Value { get }
}

extension Properties {
    /// The properties of a call's state that scenarios read unchanged, as rows of ``CallStateProperties``.
    static let stateProperties: [PropertyRow] = CallStateProperties.all.compactMap {
        ($0 as? any ScenarioProperty)?.row
    }
}

extension StateProperty {
    /// The type of the values in scenarios; nil when scenarios cannot read them unchanged.
    var scenarioType: ValueType? { (Value.self as? any ScenarioReadable.Type)?.scenarioType }
}

/// A property of a call's state that scenarios can read.
private protocol ScenarioProperty {
    var row: PropertyRow? { get }
}

extension StateRow: ScenarioProperty where Value: ScenarioReadable {
    fileprivate var row: PropertyRow? {
        about.map { about in
            .call(name, Value.scenarioType, about) { [path] in $0[keyPath: path].scenarioValue }
        }
    }
}

extension Bool: ScenarioReadable {
    static var scenarioType: ValueType { .boolean }
    var scenarioValue: ScenarioLanguage.Value { .boolean(self) }
}

extension Int: ScenarioReadable {
    static var scenarioType: ValueType { .count }
    var scenarioValue: ScenarioLanguage.Value { .integer(Int64(self)) }
}

extension String: ScenarioReadable {
    static var scenarioType: ValueType { .text }
    var scenarioValue: ScenarioLanguage.Value { .text(self) }
}

extension Duration: ScenarioReadable {
    static var scenarioType: ValueType { .duration }
    var scenarioValue: ScenarioLanguage.Value { .duration(self) }
}

extension Timestamp: ScenarioReadable {
    static var scenarioType: ValueType { .date }
    var scenarioValue: ScenarioLanguage.Value { .date(self) }
}

extension User: ScenarioReadable {
    static var scenarioType: ValueType { .user }
    var scenarioValue: ScenarioLanguage.Value { .text(id) }
}

extension RecordingState: ScenarioReadable {
    static var scenarioType: ValueType { .word(.recordingStates) }
    var scenarioValue: ScenarioLanguage.Value { .text(rawValue) }
}

extension ReconnectionStatus: ScenarioReadable {
    static var scenarioType: ValueType { .word(.reconnectionStatuses) }
    var scenarioValue: ScenarioLanguage.Value { .text(rawValue) }
}

extension ConnectionPhase: ScenarioReadable {
    static var scenarioType: ValueType { .word(.connectionPhases) }
    var scenarioValue: ScenarioLanguage.Value { .text(rawValue) }
}

extension [String]: ScenarioReadable {
    static var scenarioType: ValueType { .texts }
    var scenarioValue: ScenarioLanguage.Value { .texts(self) }
}

extension Optional: ScenarioReadable where Wrapped: ScenarioReadable {
    static var scenarioType: ValueType { Wrapped.scenarioType }
    var scenarioValue: ScenarioLanguage.Value { map(\.scenarioValue) ?? .none }
}
