import Testing
import Wire

@Suite struct MessageErrorTests {
    @Test(arguments: [
        ("", CoAPError.truncatedHeader(count: 0)),
        ("40 01 00", .truncatedHeader(count: 3)),
        ("00 01 0001", .unknownVersion(0)),
        ("80 01 0001", .unknownVersion(2)),
        ("49 01 0001 010203040506070809", .reservedTokenLength(9)),
        ("4f 01 0001", .reservedTokenLength(15)),
        ("44 01 0001 0102", .truncatedToken(offset: 4, missing: 2)),
        ("40 01 0001 b3 61", .truncatedOption(offset: 4, missing: 2)),
        ("40 01 0001 d0", .truncatedOption(offset: 4, missing: 1)),
        ("40 01 0001 e0 00", .truncatedOption(offset: 4, missing: 1)),
        ("40 01 0001 b1 61 0e 00", .truncatedOption(offset: 6, missing: 1)),
        ("40 01 0001 f0", .reservedOptionHeader(offset: 4, byte: 0xf0)),
        ("40 01 0001 0f", .reservedOptionHeader(offset: 4, byte: 0x0f)),
        ("40 01 0001 e0 ffff", .optionNumberTooLarge(offset: 4, number: 65_804)),
        ("40 01 0001 e0 fef2 10", .optionNumberTooLarge(offset: 7, number: 65_536)),
        ("40 01 0001 ff", .missingPayload(offset: 5)),
        ("41 01 0001 aa b1 61 ff", .missingPayload(offset: 8)),
        ("40 00 0001 ff 00", .contentInEmptyMessage(offset: 4, count: 2)),
        ("60 00 0001 b1 61", .contentInEmptyMessage(offset: 4, count: 2)),
        ("41 00 0001 aa", .contentInEmptyMessage(offset: 4, count: 1)),
    ])
    func `an error has its place`(_ hex: String, _ error: CoAPError) {
        #expect(refusal(of: bytes(hex)) == error)
    }

    @Test func `a truncated option is an error`() {
        #expect(refusal(of: bytes("40 01 0001 bb 74656d70"))?.offset == 4)
    }

    @Test(arguments: [
        (CoAPError.truncatedHeader(count: 3), "the datagram has 3 bytes, fewer than the 4 of a header (at byte 3)"),
        (.unknownVersion(2), "version 2 is not CoAP's, which is 1 (at byte 0)"),
        (.reservedTokenLength(9), "a token of 9 bytes is longer than the 8 that are allowed (at byte 0)"),
        (.truncatedToken(offset: 4, missing: 2), "the datagram ends inside the token, 2 bytes are missing (at byte 4)"),
        (
            .truncatedOption(offset: 6, missing: 1),
            "the datagram ends inside an option, 1 bytes are missing (at byte 6)"
        ),
        (
            .reservedOptionHeader(offset: 4, byte: 0xf0),
            "the first byte 0xf0 of an option uses the reserved value 15 (at byte 4)"
        ),
        (
            .optionNumberTooLarge(offset: 4, number: 65_536),
            "option number 65536 is greater than 65535 (at byte 4)"
        ),
        (.missingPayload(offset: 5), "no payload follows the payload marker (at byte 5)"),
        (
            .contentInEmptyMessage(offset: 4, count: 2),
            "2 bytes follow the header of an empty message (at byte 4)"
        ),
    ])
    func `an error names the problem and its place`(_ error: CoAPError, _ text: String) {
        #expect(error.description == text)
    }
}
