import Testing
import Wire

/// RFC 8949 Appendix F: examples of what is not well-formed.
@Suite
struct AppendixFTests {
    @Test(arguments: [
        "18", "19", "1a", "1b", "19 01", "1a 01 02", "1b 01 02 03 04 05 06 07", "38", "58", "78", "98", "9a 01 ff 00",
        "b8", "d8", "f8", "f9 00", "fa 00 00", "fb 00 00 00",
    ])
    func `an input that ends in a head is truncated`(hex: String) {
        expectTruncation(hex)
    }

    @Test(arguments: [
        "41", "61", "5a ff ff ff ff 00", "5b ff ff ff ff ff ff ff ff 01 02 03", "7a ff ff ff ff 00",
        "7b 7f ff ff ff ff ff ff ff 01 02 03",
    ])
    func `a definite string with too few bytes is truncated`(hex: String) {
        expectTruncation(hex)
    }

    @Test(arguments: [
        "81", "81 81 81 81 81 81 81 81 81", "82 00", "a1", "a2 01 02", "a1 00", "a2 00 00 00", "c0",
    ])
    func `a definite array, map or tag that is not closed is truncated`(hex: String) {
        expectTruncation(hex)
    }

    @Test(arguments: [
        "5f 41 00", "7f 61 00", "9f", "9f 01 02", "bf", "bf 01 02 01 02", "81 9f", "9f 80 00",
        "9f 9f 9f 9f 9f ff ff ff ff",
        "9f 81 9f 81 9f 9f ff ff ff",
    ])
    func `an item of indefinite length that is not closed is truncated`(hex: String) {
        expectTruncation(hex)
    }

    @Test(arguments: [
        "1c", "1d", "1e", "3c", "3d", "3e", "5c", "5d", "5e", "7c", "7d", "7e", "9c", "9d", "9e", "bc", "bd", "be",
        "dc", "dd", "de", "fc", "fd", "fe",
    ])
    func `reserved additional information is refused`(hex: String) {
        let input = bytes(hex)
        #expect(refusal(of: input) == .reservedLength(offset: 0, byte: input[0]))
    }

    @Test(arguments: ["f8 00", "f8 01", "f8 18", "f8 1f"])
    func `a simple value below 32 in two bytes is refused`(hex: String) {
        let input = bytes(hex)
        #expect(refusal(of: input) == .reservedSimpleValue(offset: 0, number: input[1]))
    }

    @Test(arguments: [
        "5f 00 ff", "5f 21 ff", "5f 61 00 ff", "5f 80 ff", "5f a0 ff", "5f c0 00 ff", "5f e0 ff", "7f 41 00 ff",
        "5f 5f 41 00 ff ff", "7f 7f 61 00 ff ff",
    ])
    func `a chunk of another type or of indefinite length is refused`(hex: String) {
        let input = bytes(hex)
        #expect(refusal(of: input) == .wrongChunk(offset: 1, byte: input[1]))
    }

    @Test(arguments: [
        ("ff", 0), ("81 ff", 1), ("82 00 ff", 2), ("a1 ff", 1), ("a1 ff 00", 1), ("a1 00 ff", 2), ("a2 00 00 ff", 3),
        ("9f 81 ff", 2), ("9f 82 9f 81 9f 9f ff ff ff ff", 9), ("bf 00 ff", 2), ("bf 00 00 00 ff", 4),
    ])
    func `a break in the wrong place is refused`(hex: String, offset: Int) {
        #expect(refusal(of: bytes(hex)) != nil)
        // A definite map also lacks bytes; with those the break is what is wrong.
        #expect(refusal(of: bytes(hex) + [0, 0]) == .unexpectedBreak(offset: offset))
    }

    @Test(arguments: ["1f", "3f", "df"])
    func `a number or tag of indefinite length is refused`(hex: String) {
        let input = bytes(hex)
        #expect(refusal(of: input) == .indefiniteScalar(offset: 0, byte: input[0]))
    }

    private func expectTruncation(_ hex: String) {
        let input = bytes(hex)
        guard case .truncated(let offset, let missing)? = refusal(of: input) else {
            Issue.record("not refused as truncated")
            return
        }
        #expect(offset == input.count)
        #expect(missing > 0)
    }
}
