import Testing
import Wire

@Suite
struct CBORErrorTests {
    @Test
    func `bytes behind the item are counted`() {
        #expect(refusal(of: bytes("83 01 02 03 00 00")) == .trailingBytes(offset: 4, count: 2))
    }

    @Test
    func `an empty input is truncated`() {
        #expect(refusal(of: []) == .truncated(offset: 0, missing: 1))
    }

    @Test
    func `the error has the number of missing bytes`() {
        #expect(refusal(of: bytes("82 44 01 02")) == .truncated(offset: 4, missing: 2))
    }

    @Test
    func `an announced length that no input can have is truncated, not reserved`() {
        #expect(refusal(of: bytes("9b ffffffffffffffff 00")) == .truncated(offset: 10, missing: .max - 1))
        #expect(refusal(of: bytes("bb ffffffffffffffff 00")) == .truncated(offset: 10, missing: .max - 1))
        #expect(refusal(of: bytes("bb 8000000000000000 00")) == .truncated(offset: 10, missing: .max - 1))
    }

    @Test(arguments: [
        ("61 ff", 1), ("62 c3 28", 1), ("63 ed a0 80", 1), ("62 c0 80", 1), ("82 00 64 f4 90 80 80", 3),
        ("7f 61 61 61 c3 ff", 4), ("7f 61 c3 61 bc ff", 2),
    ])
    func `text that is not UTF-8 is refused where it begins`(hex: String, offset: Int) {
        #expect(refusal(of: bytes(hex)) == .invalidText(offset: offset))
    }

    @Test(arguments: [
        ("a2 61 61 01 61 61 02", 4, #""a""#),
        ("a3 61 61 01 61 62 02 61 61 03", 7, #""a""#),
        ("a3 01 00 20 00 01 00", 5, "1"),
        ("bf 61 61 01 61 62 02 61 61 03 ff", 7, #""a""#),
        ("a2 61 61 01 78 01 61 02", 4, #""a""#),
        ("81 a1 00 a2 80 00 9f ff 00", 6, "[]"),
        ("a2 f9 7e 00 00 fa 7f c0 00 00 00", 5, "NaN"),
    ])
    func `a key that stands twice is refused at its second place`(hex: String, offset: Int, key: String) {
        #expect(refusal(of: bytes(hex)) == .duplicateKey(offset: offset, key: key))
    }

    @Test
    func `offsets count from the start of a slice`() {
        let slice = bytes("00 00 82 00 1c 00")[2...4]
        #expect(throws: CBORError.reservedLength(offset: 2, byte: 0x1C)) { try CBOR(decoding: slice) }
    }

    @Test
    func `a slice is read by itself`() throws {
        #expect(try CBOR(decoding: bytes("ff 83 01 02 03 ff")[1...4]) == [1, 2, 3])
    }

    @Test(arguments: [
        (CBORError.truncated(offset: 3, missing: 9), "the input ends inside an item, 9 or more bytes are missing"),
        (.trailingBytes(offset: 3, count: 2), "2 bytes follow the item"),
        (.reservedLength(offset: 3, byte: 0x1C), "the first byte 0x1c of an item has no meaning"),
        (.indefiniteScalar(offset: 3, byte: 0x1F), "an item that begins with 0x1f cannot be of indefinite length"),
        (
            .wrongChunk(offset: 3, byte: 0),
            "a chunk that begins with 0x00 is not a string of the expected type"
        ),
        (.unexpectedBreak(offset: 3), "a break is not expected here"),
        (.reservedSimpleValue(offset: 3, number: 24), "simple value 24 must not be written in two bytes"),
        (.invalidText(offset: 3), "the text is not valid UTF-8"),
        (.duplicateKey(offset: 3, key: "1"), "the key 1 appears in its map twice"),
        (.tooDeep(offset: 3, limit: 64), "items are nested deeper than 64"),
        (.tooManyItems(offset: 3, limit: 7), "there are more than 7 items"),
        (.tooLong(count: 9, limit: 3), "the input has 9 bytes, more than 3"),
    ])
    func `an error names the problem and the place`(error: CBORError, problem: String) {
        #expect(error.offset == 3)
        #expect(error.description == "\(problem) (at byte 3)")
    }
}
