/// A large value that is copied far more often than changed. Copies share their storage until one of them changes.
///
/// The array of one element provides the copy-on-write storage.
@usableFromInline
struct CopyOnWrite<Value: Hashable & Sendable>: Hashable, Sendable {
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
