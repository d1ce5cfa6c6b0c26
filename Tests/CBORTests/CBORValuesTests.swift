import Testing
import Wire

@Suite
struct CBORValuesTests {
    @Test(arguments: [0, 1, -1, 23, -24, -25, Int64.max, Int64.min])
    func `a whole number with a sign goes in and out`(value: Int64) throws {
        #expect(CBOR.integer(value).integer == value)
        #expect(try CBOR(decoding: CBOR.integer(value).encoded()).integer == value)
    }

    @Test
    func `a whole number that does not fit has no signed value`() {
        #expect(CBOR.unsigned(UInt64(Int64.max) + 1).integer == nil)
        #expect(CBOR.negative(UInt64(Int64.max) + 1).integer == nil)
        #expect(CBOR.unsigned(.max).unsigned == .max)
        #expect(CBOR.negative(0).unsigned == nil)
    }

    @Test
    func `each accessor answers for its own type only`() {
        let items: [CBOR] = [1, "a", true, 1.5, [1], ["a": 1], .bytes([1]), .null]
        #expect(items.map { $0.integer != nil } == [true, false, false, false, false, false, false, false])
        #expect(items.map { $0.unsigned != nil } == [true, false, false, false, false, false, false, false])
        #expect(items.map { $0.text != nil } == [false, true, false, false, false, false, false, false])
        #expect(items.map { $0.boolean != nil } == [false, false, true, false, false, false, false, false])
        #expect(items.map { $0.double != nil } == [false, false, false, true, false, false, false, false])
        #expect(items.map { $0.array != nil } == [false, false, false, false, true, false, false, false])
        #expect(items.map { $0.map != nil } == [false, false, false, false, false, true, false, false])
        #expect(items.map { $0.bytes != nil } == [false, false, false, false, false, false, true, false])
    }

    @Test
    func `items are equal only when their encodings are`() {
        let items = appendixA.map(\.item)
        for left in items {
            for right in items where (left == right) != (left.encoded() == right.encoded()) {
                Issue.record("\(left) and \(right)")
            }
        }
        #expect(CBOR.float(0) != .float(-0.0))
        #expect(CBOR.float(1) != .integer(1))
        #expect(CBOR.float(.nan) == .float(.signalingNaN))
        #expect(Set(items).count == Set(items.map { $0.encoded() }).count)
    }

    @Test
    func `named and reserved numbers are not simple values`() {
        let numbers = (UInt8.min...UInt8.max).filter { CBOR.SimpleValue($0) == nil }
        #expect(numbers == Array(20...31))
    }

    @Test
    func `simple values go there and back`() throws {
        for number in UInt8.min...UInt8.max {
            guard let value = CBOR.SimpleValue(number) else { continue }
            #expect(try CBOR(decoding: CBOR.simple(value).encoded()) == .simple(value))
        }
    }

    @Test(arguments: [
        (CBOR.text("a\n\r\t\u{1}\u{7F}\u{85}\"\\"), #""a\n\r\t\u0001\u007f\u0085\"\\""#),
        (.float(0.00001), "0.00001"), (.float(-0.000012), "-0.000012"), (.float(1e-7), "1.0e-7"),
        (.float(1e22), "1.0e+22"),
        (.float(0.1), "0.1"), (.bytes([0, 0xFF]), "h'00ff'"), (CBOR.map([1: [:]]), "{1: {}}"),
    ])
    func `diagnostic notation escapes text and always writes a float with a point`(item: CBOR, notation: String) {
        #expect(item.diagnostic == notation)
        #expect("\(item)" == notation)
    }
}
