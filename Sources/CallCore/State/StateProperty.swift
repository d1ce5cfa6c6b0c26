/// A property of a call's state: a row of ``CallStateProperties``.
///
/// Observation, traces and the properties of scenarios follow from the row.
package protocol StateProperty<Value>: Sendable {
    associatedtype Value: Sendable

    var name: String { get }
    var path: any KeyPath<CallStateValues, Value> & Sendable { get }
    /// The stored properties from which it is computed.
    var sources: CallStateChanges.Properties { get }
    /// The meaning, for the table of scenario properties; nil when scenarios do not read it directly.
    var about: String? { get }
    /// The text of a value in traces; nil when changes are not traced.
    var traceText: (@Sendable (Value) -> String)? { get }
    /// Returns true when observers cannot distinguish two values.
    var areEqual: @Sendable (Value, Value) -> Bool { get }
}

/// The one kind of ``StateProperty``.
package struct StateRow<Value: Sendable>: StateProperty {
    package let name: String
    package let path: any KeyPath<CallStateValues, Value> & Sendable
    package let sources: CallStateChanges.Properties
    package let about: String?
    package let traceText: (@Sendable (Value) -> String)?
    package let areEqual: @Sendable (Value, Value) -> Bool

    init(
        _ name: String, _ path: any KeyPath<CallStateValues, Value> & Sendable, _ sources: CallStateChanges.Property...,
        about: String? = nil, traced traceText: (@Sendable (Value) -> String)? = nil,
        comparedBy areEqual: @escaping @Sendable (Value, Value) -> Bool
    ) {
        self.name = name
        self.path = path
        self.sources = CallStateChanges.Properties(sources)
        self.about = about
        self.traceText = traceText
        self.areEqual = areEqual
    }
}

extension StateRow where Value: Equatable {
    init(
        _ name: String, _ path: any KeyPath<CallStateValues, Value> & Sendable, _ sources: CallStateChanges.Property...,
        about: String? = nil, traced traceText: (@Sendable (Value) -> String)? = nil
    ) {
        self.name = name
        self.path = path
        self.sources = CallStateChanges.Properties(sources)
        self.about = about
        self.traceText = traceText
        areEqual = { $0 == $1 }
    }
}
