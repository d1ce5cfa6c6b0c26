/// The deterministic encoding of a body (RFC 8949 section 4.2.1), and the code of a refusal in it (wire.md).
///
/// The decoder is independent of the room whose bodies it checks.
struct CBORFrame {
    /// The integer under `code` in the map; nil without one.
    private(set) var code: Int64?
    /// The first violation of the encoding, in words.
    private(set) var violation: String?

    private let bytes: [UInt8]
    private var offset: Int
    private let end: Int
    private static let codeKey = Array("code".utf8)

    /// Walks over the item in a range of a datagram.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        (self.bytes, offset, end) = (bytes, range.lowerBound, range.upperBound)
        guard bytes[offset] >> 5 == 5 else {
            violation = "its body is not a map"
            return
        }
        item(depth: 0)
        if violation == nil, offset != end { violation = "its body has bytes after its map" }
    }

    private mutating func refuse(_ text: String) {
        if violation == nil { violation = "its body \(text)" }
    }

    private mutating func item(depth: Int) {
        guard violation == nil, depth < 64, let (major, information, value) = head() else { return }
        switch major {
        case 0, 1: break
        case 2, 3: skip(value)
        case 4: for _ in 0..<min(value, UInt64(end)) where violation == nil { item(depth: depth + 1) }
        case 5: map(value, depth: depth)
        case 6: item(depth: depth + 1)
        default: simple(information, value)
        }
    }

    /// Reads the head of an item: its major type, and its argument, which must be the shortest one.
    private mutating func head() -> (major: UInt8, information: UInt8, value: UInt64)? {
        guard offset < end else {
            refuse("ends within an item")
            return nil
        }
        let (major, information) = (bytes[offset] >> 5, bytes[offset] & 31)
        offset += 1
        guard information >= 24 else { return (major, information, UInt64(information)) }
        guard information <= 27 else {
            refuse("has an item of indefinite length")
            return nil
        }
        let count = 1 << Int(information - 24)
        guard offset + count <= end else {
            refuse("ends within a head")
            return nil
        }
        let value = bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
        offset += count
        let least: UInt64 = count == 1 ? 24 : 1 << UInt64(count * 4)
        if major < 7, value < least { refuse("has a head that is longer than it must be") }
        return (major, information, value)
    }

    private mutating func skip(_ count: UInt64) {
        guard count <= UInt64(end - offset) else { return refuse("ends within a string") }
        offset += Int(count)
    }

    private mutating func map(_ count: UInt64, depth: Int) {
        var last: Range<Int>?
        for _ in 0..<min(count, UInt64(end)) where violation == nil {
            let start = offset
            guard start < end, bytes[start] >> 5 == 3 else { return refuse("has a key that is not text") }
            item(depth: depth + 1)
            guard violation == nil else { return }
            let key = start..<offset
            if let last, !bytes[last].lexicographicallyPrecedes(bytes[key]) {
                return refuse("has keys that are not in their order, or twice")
            }
            last = key
            let isCode = depth == 0 && bytes[key].dropFirst().elementsEqual(Self.codeKey)
            if isCode { code = integer }
            item(depth: depth + 1)
        }
    }

    /// The integer at the offset; nil when another item is there.
    private var integer: Int64? {
        var copy = self
        guard let (major, _, value) = copy.head(), major < 2, let number = Int64(exactly: value) else { return nil }
        return major == 0 ? number : -1 - number
    }

    /// Checks a simple value or a float, which has the shortest form that keeps its value.
    private mutating func simple(_ information: UInt8, _ value: UInt64) {
        switch information {
        case 20, 21, 22, 25: break
        case 26: if Self.fitsHalf(UInt32(value)) { refuse("has a float that is longer than it must be") }
        case 27:
            let double = Double(bitPattern: value)
            if double.isNaN || Double(Float(double)) == double { refuse("has a float that is longer than it must be") }
        default: refuse("has a simple value other than true, false and null")
        }
    }

    /// True for a float of 32 bits whose value a normal one of 16 bits has.
    private static func fitsHalf(_ bits: UInt32) -> Bool {
        let exponent = Int(bits >> 23 & 0xFF) - 127
        return bits << 1 == 0 || exponent == 128 || (-14...15).contains(exponent) && bits & 0x1FFF == 0
    }
}
