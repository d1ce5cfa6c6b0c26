import Synchronization
import Wire

/// A cache of values that were decoded from parts of bodies. Equal bytes return the shared earlier value.
///
/// The hash of a part selects a slot, which holds the last such part. The number of slots limits the size.
package final class DecodeCache<Value: Sendable>: Sendable {
    /// An entry. Its object shares a large value between readers.
    private final class Entry: Sendable {
        let encoding: ArraySlice<UInt8>
        let value: Value

        init(_ value: Value, ofItemAt position: Int, in index: CBOR.Index) {
            let encoding = index.encoding(ofItemAt: position)
            // Sharing the bytes of a body costs less than copying a part of them, unless the body is large.
            self.encoding = index.size(ofItemAt: 0) <= DecodeCache.greatestSize ? encoding : ArraySlice(Array(encoding))
            self.value = value
        }
    }

    /// The maximum size of a cached part in bytes. Larger parts are decoded each time.
    private static var greatestSize: Int { 4096 }

    private let entries: Mutex<[Entry?]>
    private let mask: UInt64

    /// Creates a cache with two to the power of `bits` slots.
    init(bits: Int) {
        mask = 1 << UInt64(bits) - 1
        entries = Mutex(Array(repeating: nil, count: 1 << bits))
    }

    /// Returns the cached value of an item, or decodes and caches it.
    func value(
        ofItemAt position: Int, in index: CBOR.Index, _ read: () throws(BodyError) -> Value
    ) throws(BodyError) -> Value {
        guard index.size(ofItemAt: position) <= Self.greatestSize else { return try read() }
        let slot = Int(truncatingIfNeeded: index.hash(ofItemAt: position) & mask)
        if let entry = entries.withLock({ $0[slot] }), index.isItem(at: position, encodedAs: entry.encoding) {
            return entry.value
        }
        let value = try read()
        let entry = Entry(value, ofItemAt: position, in: index)
        entries.withLock { $0[slot] = entry }
        return value
    }
}
