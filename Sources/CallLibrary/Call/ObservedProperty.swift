import CallCore
import Observation

/// A row of ``CallStateProperties`` as a property of ``CallState`` that observers can follow.
@MainActor
package struct ObservedProperty {
    package let name: String
    let sources: CallStateChanges.Properties
    /// Reads the property and registers it with the current observation.
    package let observe: (CallState) -> ObservedValue
    let notify: (ObservationRegistrar, CallState) -> Void

    private init<Property: StateProperty>(_ property: Property) {
        // The key paths are created once, because creating one takes longer than reading with it.
        let path: KeyPath<CallStateValues, Property.Value> = property.path
        let observed = CallState.observedPath(of: path)
        name = property.name
        sources = property.sources
        observe = { state in
            state.noteAccess(observed)
            return ObservedValue(comparedBy: property.areEqual) { state.read { $0[keyPath: path] } }
        }
        notify = {
            $0.willSet($1, keyPath: observed)
            $0.didSet($1, keyPath: observed)
        }
    }

    /// Every property of ``CallStateValues`` that can change.
    package static let all: [ObservedProperty] = CallStateProperties.all.map { ObservedProperty($0) }
}

extension CallState {
    /// Returns the key path that identifies a property for its observers. Appending key paths is five times as fast as
    /// a key path of the subscript.
    static func observedPath<Value>(of property: KeyPath<CallStateValues, Value>) -> KeyPath<CallState, Value> {
        (\CallState.values as KeyPath).appending(path: property)
    }
}

/// The value of a property at the time of a read.
@MainActor
package struct ObservedValue {
    /// Returns the earlier and the current value as texts; nil when they are equal.
    package let difference: () -> (then: String, now: String)?

    /// Reads and keeps the current value.
    package init<Value>(
        comparedBy areEqual: @escaping (Value, Value) -> Bool, _ read: @escaping @MainActor () -> Value
    ) {
        let then = read()
        difference = {
            let now = read()
            return areEqual(then, now) ? nil : ("\(then)", "\(now)")
        }
    }
}
