/// A key that maps of this module find without Swift's hash function.
public protocol MapKey: Equatable, Sendable {
    /// A number that equal keys share. Other keys rarely have it.
    var word: UInt64 { get }
}

extension MapKey where Self: Hashable {
    /// The hash value, which differs from one process to the next. No map shows an order that depends on it.
    @inlinable
    public var word: UInt64 { UInt64(truncatingIfNeeded: hashValue) }
}

extension String: MapKey {}

/// A hash table from keys to numbers, with open addressing and linear probing. The keys are stored elsewhere.
///
/// A bucket holds a number and a tag of its key. Tags say where a bucket belongs, so buckets move without a look at
/// their keys. One multiplication with a secret factor makes a tag, where a dictionary's hash takes many steps.
public struct HashIndex: Sendable {
    /// Tags above numbers. A vacant bucket is zero, because no tag is zero.
    @usableFromInline
    var buckets: [UInt64] = []
    @usableFromInline
    var count = 0
    @usableFromInline
    let secret: UInt64

    /// Creates an index in which keys cannot be made to collide without knowledge of `secret`.
    @inlinable
    public init(secret: UInt64) {
        self.secret = secret | 1
    }

    /// True until the first insertion.
    @inlinable
    public var isUnused: Bool { buckets.isEmpty }

    /// True when nearly all buckets are vacant, after the removal of many numbers. The owner then makes a new index, so
    /// that a flood of keys leaves no memory behind.
    @inlinable
    var isMostlyVacant: Bool { buckets.count > 8192 && buckets.count > 32 * count }

    /// Returns the bucket of the first number with this word that `matches` accepts.
    @inlinable
    @inline(__always)
    public func bucket(of word: UInt64, where matches: (UInt32) -> Bool) -> Int? {
        guard !buckets.isEmpty else { return nil }
        let tag = tag(of: word)
        var bucket = home(of: tag)
        while buckets[bucket] != 0 {
            if Self.tag(in: buckets[bucket]) == tag, matches(number(in: bucket)) { return bucket }
            bucket = next(bucket)
        }
        return nil
    }

    /// The number in a bucket that is not vacant.
    @inlinable
    public func number(in bucket: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: buckets[bucket])
    }

    /// Adds a number. Its key must not be present.
    @inlinable
    public mutating func insert(_ number: UInt32, _ word: UInt64) {
        count += 1
        if count * 2 > buckets.count { grow() }
        put(UInt64(tag(of: word)) << 32 | UInt64(number))
    }

    /// Allocates buckets for a number of numbers. The index must be unused.
    @inlinable
    mutating func reserve(_ count: Int) {
        var size = 32
        while size < count * 2 { size *= 2 }
        buckets = [UInt64](repeating: 0, count: size)
    }

    /// Replaces the number in a bucket.
    @inlinable
    public mutating func replace(_ bucket: Int, _ number: UInt32) {
        buckets[bucket] = buckets[bucket] & ~0xFFFF_FFFF | UInt64(number)
    }

    /// Empties a bucket and moves later buckets closer to their home (backward-shift deletion).
    @inlinable
    public mutating func remove(_ bucket: Int) {
        count -= 1
        var gap = bucket
        var candidate = next(gap)
        while buckets[candidate] != 0 {
            let distance = (candidate - home(of: Self.tag(in: buckets[candidate]))) & (buckets.count - 1)
            if distance >= (candidate - gap) & (buckets.count - 1) {
                buckets[gap] = buckets[candidate]
                gap = candidate
            }
            candidate = next(candidate)
        }
        buckets[gap] = 0
    }

    /// Removes all numbers.
    @inlinable
    public mutating func removeAll() {
        self = HashIndex(secret: secret)
    }
}

extension HashIndex {
    @inlinable
    func tag(of word: UInt64) -> UInt32 {
        let mixed = (word ^ secret &>> 17) &* (secret ^ 0x9E37_79B9_7F4A_7C14)
        return UInt32(truncatingIfNeeded: mixed >> 32) | 1
    }

    @inlinable
    static func tag(in bucket: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: bucket >> 32)
    }

    /// The bucket where the search for a tag starts. The number of buckets is a power of two.
    @inlinable
    func home(of tag: UInt32) -> Int {
        Int(tag >> 1) & (buckets.count - 1)
    }

    @inlinable
    func next(_ bucket: Int) -> Int {
        (bucket + 1) & (buckets.count - 1)
    }

    @inlinable
    mutating func put(_ entry: UInt64) {
        var bucket = home(of: Self.tag(in: entry))
        while buckets[bucket] != 0 { bucket = next(bucket) }
        buckets[bucket] = entry
    }

    @usableFromInline
    mutating func grow() {
        let former = buckets
        buckets = [UInt64](repeating: 0, count: max(former.count * 2, 32))
        for entry in former where entry != 0 { put(entry) }
    }
}
