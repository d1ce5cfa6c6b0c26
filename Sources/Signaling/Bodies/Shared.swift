/// A large value that is handed on far more often than it is changed: copies share it until one of them is changed.
///
/// An array of one element is what knows whether it is shared.
@usableFromInline
struct Shared<Value: Hashable & Sendable>: Hashable, Sendable {
    @usableFromInline var values: [Value]

    @usableFromInline
    init(_ value: Value) {
        values = [value]
    }

    @inlinable var value: Value {
        _read { yield values[0] }
        _modify { yield &values[0] }
    }
}
