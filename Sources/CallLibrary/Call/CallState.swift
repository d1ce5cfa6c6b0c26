public import CallCore
public import Observation
import Timing

/// The observable state of one call: every property of ``CallStateValues``, such as `state.members`.
///
/// Observers of one property are notified of its changes alone.
@MainActor
@dynamicMemberLookup
public final class CallState: Observable {
    /// All properties as one value, without being observed.
    public private(set) var values: CallStateValues
    /// Nil until a property is read.
    private var registrar: ObservationRegistrar?

    private let date: @MainActor () -> Timestamp

    init(_ values: CallStateValues, date: @escaping @MainActor () -> Timestamp) {
        self.values = values
        self.date = date
    }

    /// The time since the session started, without the ring; zero after its end. Observers are not notified as it grows.
    public var duration: Duration { values.duration(at: date()) }

    /// One property.
    public subscript<Value>(dynamicMember property: KeyPath<CallStateValues, Value>) -> Value {
        noteAccess(\.[dynamicMember: property])
        return values[keyPath: property]
    }

    /// Lets the observer that is being set up, if any, observe one property.
    func noteAccess<Value>(_ property: KeyPath<CallState, Value>) {
        let registrar = registrar ?? ObservationRegistrar()
        self.registrar = registrar
        registrar.access(self, keyPath: property)
    }

    /// Reads the values in place; a function of ``values`` would copy them.
    func answer<Answer>(_ read: (inout CallStateValues) -> Answer) -> Answer {
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
