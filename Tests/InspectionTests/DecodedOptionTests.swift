import Testing

@testable import Inspection

/// The options and bodies of CoAP messages in words, and payloads of unknown protocols.
@Suite struct DecodedOptionTests {
    /// The lines about a payload.
    private func lines(_ payload: [UInt8], to: String = Talk.coordinator) throws -> [String] {
        var talk = Talk()
        talk.add(payload, from: Talk.alice, to: to, at: 0)
        let lines = try Scratch().inspect(talk.capture.bytes, .decoded).text.lines
        return lines.dropFirst(4).map { String($0.dropFirst(9)) }
    }

    /// A confirmable GET without a token, with options in ascending order.
    private func message(_ options: [(Int, [UInt8])], body: [UInt8] = []) -> [UInt8] {
        func nibble(_ number: Int) -> (UInt8, [UInt8]) {
            if number < 13 { return (UInt8(number), []) }
            return number < 269 ? (13, [UInt8(number - 13)]) : (14, CaptureBytes.big(number - 269))
        }
        var bytes: [UInt8] = [0x40, 1, 0, 9]
        var last = 0
        for (number, value) in options {
            let (delta, length) = (nibble(number - last), nibble(value.count))
            bytes += [delta.0 << 4 | length.0] + delta.1 + length.1 + value
            last = number
        }
        return bytes + (body.isEmpty ? [] : [0xFF]) + body
    }

    private func options(_ number: Int, _ values: [UInt8]...) throws -> [String] {
        let lines = try lines(message(values.map { (number, $0) }))
        #expect(lines.first == "CoAP: confirmable, GET, message id 0x0009")
        return Array(lines.dropFirst())
    }

    @Test(
        arguments: [
            (6, "Observe"), (7, "Uri-Port"), (12, "Content-Format"), (14, "Max-Age"), (17, "Accept"), (28, "Size2"),
            (60, "Size1"),
        ])
    func `a number of up to four bytes is decimal, and a longer one is not`(_ number: Int, _ name: String) throws {
        #expect(
            try options(number, [], [0], [255], [1, 0], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5]) == [
                "  \(name): 0", "  \(name): 0", "  \(name): 255", "  \(name): 256", "  \(name): 258",
                "  \(name): 66051", "  \(name): 16909060", "  \(name): 0102030405",
            ])
    }

    @Test(arguments: [(23, "Block2"), (27, "Block1")])
    func `a block of up to three bytes has its number, its mark and its size`(_ number: Int, _ name: String) throws {
        #expect(
            try options(
                number, [], [0], [0x08], [0x10], [0xFE], [0x0F], [0x12, 0x34], [0x12, 0x34, 0x5F], [1, 2, 3, 4]) == [
                    "  \(name): 0/0/16", "  \(name): 0/0/16", "  \(name): 0/1/16", "  \(name): 1/0/16",
                    "  \(name): 15/1/1024", "  \(name): 0/1/2048", "  \(name): 291/0/256",
                    "  \(name): 74565/1/2048", "  \(name): 01020304",
                ])
    }

    @Test(
        arguments: [
            (3, "Uri-Host"), (8, "Location-Path"), (11, "Uri-Path"), (15, "Uri-Query"), (20, "Location-Query"),
            (35, "Proxy-Uri"), (39, "Proxy-Scheme"),
        ])
    func `a text is shown without what commands a terminal`(_ number: Int, _ name: String) throws {
        let values = ["", "a", "\u{1B}[2Jé"].map { Array($0.utf8) }
        #expect(try options(number, values[0], values[1], values[2]) == ["", "a", "·[2Jé"].map { "  \(name): \($0)" })
    }

    @Test(arguments: [(1, "If-Match"), (4, "ETag"), (5, "If-None-Match"), (252, "Echo"), (292, "Request-Tag")])
    func `other bytes are hexadecimal, and thirty-two at most`(_ number: Int, _ name: String) throws {
        let most = [UInt8](repeating: 0xA5, count: 32)
        let digits = String(repeating: "a5", count: 32)
        #expect(
            try options(number, [], [0], [0x0F, 0xF0], Array(most.dropLast()), most, most + [1])
                == ["empty", "00", "0ff0", String(digits.dropLast(2)), digits, digits + "…"].map { "  \(name): \($0)" })
    }

    @Test func `an option without a name has its number`() throws {
        #expect(try options(2_053, [1], []) == ["  option 2053: 01", "  option 2053: empty"])
    }

    @Test func `a body that is not CBOR is hexadecimal, and says why`() throws {
        let bytes = [UInt8](repeating: 0xFF, count: 48)
        let digits = String(repeating: "ff", count: 48)
        func body(_ options: [(Int, [UInt8])], _ body: [UInt8]) throws -> String? {
            try lines(message(options, body: body)).last
        }
        #expect(try body([], bytes) == "body: 48 bytes: \(digits)")
        #expect(try body([], bytes + [0xFF]) == "body: 49 bytes: \(digits)…")
        #expect(try body([(12, [60])], bytes) == "body: 48 bytes (malformed CBOR): \(digits)")
        #expect(try body([(12, [60]), (23, [8])], [0xFF]) == "body: 1 byte (a block of a CBOR body): ff")
        #expect(try body([(12, [60]), (27, [8])], [0xFF]) == "body: 1 byte (a block of a CBOR body): ff")
        #expect(try body([(23, [8])], [0xFF]) == "body: 1 byte: ff")
        #expect(try body([(12, [50])], [1]) == "body: 1 byte: 01" && body([(12, [60])], [1]) == "CBOR: 1")
        #expect(try body([(12, [60]), (23, [8])], [1]) == "CBOR: 1")
    }

    @Test func `a payload of an unknown protocol shows forty-eight bytes at most`() throws {
        let bytes = [UInt8](repeating: 5, count: 48)
        let digits = String(repeating: "05", count: 48)
        let other = "127.0.0.1:7"
        #expect(try lines(bytes, to: other) == ["payload: \(digits)"])
        #expect(
            try lines(bytes + [5], to: other) == ["payload: \(digits)…"] && lines([5], to: other) == ["payload: 05"])
        #expect(try lines([], to: other).isEmpty)
    }
}
