import Synchronization
import Wire

/// What was read from parts of bodies that come again and again: the same bytes give the value that was made of them
/// before, which is shared.
///
/// A part has one place, which the last one that belongs there holds. So a memo never holds more than its places.
final class Memo<Value: Sendable>: Sendable {
    private struct Entry {
        let encoding: [UInt8]
        let value: Value
    }

    /// Longer parts are read each time.
    private static var greatestSize: Int { 4096 }

    private let entries: Mutex<[Entry?]>
    private let mask: UInt64

    /// Makes a memo with two to the power of `bits` places.
    init(bits: Int) {
        mask = 1 << UInt64(bits) - 1
        entries = Mutex(Array(repeating: nil, count: 1 << bits))
    }

    /// The value of an item: the one of before, or what `read` makes now.
    func value(
        ofItemAt place: Int, in index: CBOR.View.Index, _ read: () throws(BodyError) -> Value
    ) throws(BodyError) -> Value {
        let slot = Int(truncatingIfNeeded: index.hash(ofItemAt: place) & mask)
        let known: Value? = entries.withLock { entries in
            guard let entry = entries[slot], index.isItem(at: place, encodedAs: entry.encoding) else { return nil }
            return entry.value
        }
        if let known { return known }
        let value = try read()
        let encoding = index.encoding(ofItemAt: place)
        if encoding.count <= Self.greatestSize {
            let entry = Entry(encoding: Array(encoding), value: value)
            entries.withLock { $0[slot] = entry }
        }
        return value
    }
}
