import Testing
import Wire

@Suite
struct CBOREncodingTests {
    @Test(arguments: [
        (UInt64(23), "17"), (24, "1818"), (255, "18ff"), (256, "190100"), (65535, "19ffff"), (65536, "1a00010000"),
        (4_294_967_295, "1affffffff"), (4_294_967_296, "1b0000000100000000"),
    ])
    func `a whole number takes the shortest form`(number: UInt64, hex: String) throws {
        #expect(CBOR.unsigned(number).encoded() == bytes(hex))
        #expect(try CBOR(decoding: bytes(hex)) == .unsigned(number))
    }

    @Test(arguments: ["1800", "190017", "1a000000ff", "1b00000000ffffffff"])
    func `a number in a longer form than needed is read and encoded in its shortest`(hex: String) throws {
        let item = try CBOR(decoding: bytes(hex))
        #expect(item.encoded().count < bytes(hex).count)
        #expect(try CBOR(decoding: item.encoded()) == item)
    }

    @Test(arguments: [
        (5.5, "f94580"), (65505.0, "fa477fe100"), (5.960464477539063e-8, "f90001"),
        (2.9802322387695312e-8, "fa33000000"),
        (1e-45, "fb3696d601ad376ab9"), (16_777_217, "fb4170000010000000"), (-1e39, "fbc807829cbf7042bc"),
    ])
    func `a float takes the shortest form that keeps its value`(value: Double, hex: String) throws {
        let encoded = CBOR.float(value).encoded()
        #expect(try CBOR(decoding: encoded) == .float(value))
        #expect(encoded.first == bytes(hex).first)
        #expect(encoded.count == bytes(hex).count)
    }

    @Test
    func `every half float goes there and back`() throws {
        for pattern in UInt16.min...UInt16.max where !Float16(bitPattern: pattern).isNaN {
            let input: [UInt8] = [0xF9, UInt8(pattern >> 8), UInt8(pattern & 0xFF)]
            let item = try CBOR(decoding: input)
            if item.encoded() != input { Issue.record("\(item) encodes as \(item.encoded()), not as \(input)") }
        }
    }

    @Test(arguments: ["f97e01", "f9fe00", "fa7fc00001", "fb7ff0000000000001", "fbfff8000000000000"])
    func `every NaN encodes as the one`(hex: String) throws {
        #expect(try CBOR(decoding: bytes(hex)).encoded() == bytes("f97e00"))
    }

    @Test(arguments: [0, 1, 23, 24, 255, 256, 65536])
    func `strings and arrays of every length of length go there and back`(count: Int) throws {
        let items: [CBOR] = [
            .text(String(repeating: "x", count: count)), .bytes([UInt8](repeating: 7, count: count)),
            .array([CBOR](repeating: .null, count: count)),
        ]
        for item in items { #expect(try CBOR(decoding: item.encoded()) == item) }
    }

    @Test
    func `keys ascend as in the example of RFC 8949 section 4 2 1`() {
        let map: CBOR = [
            false: 0, [-1]: 0, [100]: 0, "aa": 0, "z": 0, -1: 0, 100: 0, 10: 0,
        ]
        #expect(map.encoded() == bytes("a8 0a00 186400 2000 617a00 62616100 81186400 812000 f400"))
    }
}
