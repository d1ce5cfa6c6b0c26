import Synchronization
import Wire

/// What was read from parts of bodies that come again and again: the same bytes give the value that was made of them
/// before, which is shared.
///
/// A part has one place, which the last one that belongs there holds. So a memo never holds more than its places.
package final class Memo<Value: Sendable>: Sendable {
    /// Large values are copied once, for those who ask.
    private final class Entry: Sendable {
        let encoding: ArraySlice<UInt8>
        let value: Value

        init(_ value: Value, ofItemAt place: Int, in index: CBOR.View.Index) {
            let encoding = index.encoding(ofItemAt: place)
            // To share the bytes of a body costs less than to copy a part of them, unless the body is large.
            self.encoding = index.size(ofItemAt: 0) <= Memo.greatestSize ? encoding : ArraySlice(Array(encoding))
            self.value = value
        }
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
        guard index.size(ofItemAt: place) <= Self.greatestSize else { return try read() }
        let slot = Int(truncatingIfNeeded: index.hash(ofItemAt: place) & mask)
        if let entry = entries.withLock({ $0[slot] }), index.isItem(at: place, encodedAs: entry.encoding) {
            return entry.value
        }
        let value = try read()
        let entry = Entry(value, ofItemAt: place, in: index)
        entries.withLock { $0[slot] = entry }
        return value
    }
}
