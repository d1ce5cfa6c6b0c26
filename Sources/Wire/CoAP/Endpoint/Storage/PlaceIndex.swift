/// Where things are whose keys lie with them: a hash table with open addressing that holds a number for each, and of its
/// key no more than a tag.
///
/// Things whose tags differ have different keys. Places of the table move without a look at a key, since a tag says where
/// it belongs.
struct PlaceIndex: Sendable {
    /// The tag above the number; zero means vacant, which no tag is.
    private var buckets: [UInt64] = []
    private let secret: UInt64

    /// The buckets with one tag that are still to be looked at.
    struct Search {
        fileprivate let tag: UInt32
        fileprivate var bucket: Int
    }

    /// Makes an index in which those who do not know `secret` cannot make keys collide.
    init(secret: UInt64) {
        self.secret = secret | 1
    }

    /// Begins to look for what has the key with that word; there must be something in the index.
    func search(for word: UInt64) -> Search {
        let tag = tag(of: word)
        return Search(tag: tag, bucket: home(of: tag))
    }

    /// The next one that may be it.
    func next(_ search: inout Search) -> (bucket: Int, number: UInt32)? {
        while buckets[search.bucket] != 0 {
            let bucket = search.bucket
            search.bucket = next(bucket)
            if Self.tag(in: buckets[bucket]) == search.tag {
                return (bucket, UInt32(truncatingIfNeeded: buckets[bucket]))
            }
        }
        return nil
    }

    /// Puts in a number behind `count` others.
    mutating func insert(_ number: UInt32, _ word: UInt64, count: Int) {
        if (count + 1) * 2 > buckets.count { grow() }
        put(UInt64(tag(of: word)) << 32 | UInt64(number))
    }

    mutating func replace(_ bucket: Int, _ number: UInt32) {
        buckets[bucket] = buckets[bucket] & ~0xFFFF_FFFF | UInt64(number)
    }

    mutating func remove(_ number: UInt32, _ word: UInt64) {
        var search = search(for: word)
        while let found = next(&search) {
            if found.number == number { return remove(found.bucket) }
        }
    }

    /// Closes the gap: whoever stands behind it and may stand in it moves there.
    mutating func remove(_ bucket: Int) {
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

    mutating func removeAll() {
        buckets = []
    }
}

extension PlaceIndex {
    private func tag(of word: UInt64) -> UInt32 {
        let mixed = (word ^ secret &>> 17) &* (secret ^ 0x9E37_79B9_7F4A_7C14)
        return UInt32(truncatingIfNeeded: mixed >> 32) | 1
    }

    private static func tag(in bucket: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: bucket >> 32)
    }

    private func home(of tag: UInt32) -> Int {
        Int(tag >> 1) & (buckets.count - 1)
    }

    private func next(_ bucket: Int) -> Int {
        (bucket + 1) & (buckets.count - 1)
    }

    private mutating func put(_ entry: UInt64) {
        var bucket = home(of: Self.tag(in: entry))
        while buckets[bucket] != 0 { bucket = next(bucket) }
        buckets[bucket] = entry
    }

    private mutating func grow() {
        let former = buckets
        buckets = [UInt64](repeating: 0, count: max(former.count * 2, 16))
        for entry in former where entry != 0 { put(entry) }
    }
}
