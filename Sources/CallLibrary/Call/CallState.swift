public import CallCore
public import Observation
import Timing

/// The observable state of one call: every property of ``CallStateValues``, such as `state.members`.
///
/// An observer of a property is notified only of changes of that property.
@MainActor
@dynamicMemberLookup
public final class CallState: Observable {
    /// All properties as one value, without observation.
    public private(set) var values: CallStateValues
    /// The registrar of observers; nil until a property is read.
    private var registrar: ObservationRegistrar?

    private let date: @MainActor () -> Timestamp

    init(_ values: CallStateValues, date: @escaping @MainActor () -> Timestamp) {
        self.values = values
        self.date = date
    }

    /// The time since the session started, without the ring; zero after its end. Its growth is not observed.
    public var duration: Duration { values.duration(at: date()) }

    /// The value of one property.
    public subscript<Value>(dynamicMember property: KeyPath<CallStateValues, Value>) -> Value {
        noteAccess(Self.observedPath(of: property))
        return values[keyPath: property]
    }

    /// Registers a read of the property with the current observation, if any.
    func noteAccess<Value>(_ property: KeyPath<CallState, Value>) {
        let registrar = registrar ?? ObservationRegistrar()
        self.registrar = registrar
        registrar.access(self, keyPath: property)
    }

    /// Reads the values in place, because a read of ``values`` copies them.
    func read<Value>(_ read: (inout CallStateValues) -> Value) -> Value {
        read(&values)
    }

    /// Changes the values and notifies the observers.
    ///
    /// - Returns: The changes.
    func update(_ change: (inout CallStateValues) -> Void) -> CallStateChanges {
        change(&values)
        let changes = values.takeChanges()
        guard let registrar, !changes.isEmpty else { return changes }
        for property in ObservedProperty.all where changes.containsAny(of: property.sources) {
            property.notify(registrar, self)
        }
        return changes
    }
}
