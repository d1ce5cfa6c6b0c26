import Testing

@testable import Wire

@Suite struct HashTests {
    @Test func `the hash of bytes depends on each of them, and on their number`() {
        for count in 0...40 {
            let bytes = (0..<count).map { UInt8($0 * 6) }
            #expect(bytes.span.mixed == Array(bytes).span.mixed)
            let longer = bytes + [0]
            #expect(longer.span.mixed != bytes.span.mixed)
            for index in bytes.indices {
                var changed = bytes
                changed[index] ^= 1
                #expect(changed.span.mixed != bytes.span.mixed, "byte \(index) of \(count)")
            }
        }
    }

    @Test func `the hash of an item depends on all its parts`() {
        let parts: [CBOR] = [1, "a", .bytes([1]), [1], ["a": 1], .null, .undefined, true, 1.5]
        let items: [CBOR] =
            [.negative(1), .bytes([1, 2]), "b", [1, 2], ["a": 2], ["b": 1], false, 2.5] + parts
            + parts.flatMap { [.tagged(101, $0), .tagged(102, $0), [$0, 7], ["k": $0]] }
        #expect(Set(items.map(\.hashValue)).count == items.count)
        #expect(Set(items).count == items.count)
        let otherNaN = CBOR.float(Double(nan: 7, signaling: false))
        #expect(CBOR.float(.nan) == otherNaN && CBOR.float(.nan).hashValue == otherNaN.hashValue)
        #expect(CBOR.float(0) != CBOR.float(-0.0))
    }
}
