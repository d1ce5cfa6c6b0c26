import Chance
import Testing
import Wire

@Suite struct STUNErrorTests {
    private func refusal(_ bytes: [UInt8]) -> STUNError? {
        do throws(STUNError) {
            let message = try STUN.Message(decoding: bytes)
            Issue.record("read as \(message)")
            return nil
        } catch {
            return error
        }
    }

    /// A binding request with these attributes; the length is right.
    private func request(_ attributes: String) -> [UInt8] {
        let body = hex(attributes)
        return hex("0001") + [UInt8(body.count >> 8), UInt8(body.count & 255)]
            + hex("2112a442 b7e7a701bc34d686fa87dfae") + body
    }

    @Test func `a malformed header is an error`() {
        let good = request("")
        #expect(refusal([]) == .truncatedHeader(count: 0))
        #expect(refusal(Array(good.prefix(19))) == .truncatedHeader(count: 19))
        #expect(refusal([0x40] + good.dropFirst()) == .notSTUN(firstByte: 0x40))
        #expect(refusal(good.prefix(7) + [0x43] + good.dropFirst(8)) == .wrongCookie(0x2112_A443))
        #expect(refusal(good.prefix(3) + [2] + good.dropFirst(4) + [0, 0]) == .unalignedLength(2))
        #expect(refusal(good.prefix(3) + [4] + good.dropFirst(4)) == .wrongLength(announced: 4, actual: 0))
        #expect(refusal(good + [0, 0, 0, 0]) == .wrongLength(announced: 0, actual: 4))
    }

    @Test(arguments: [
        ("0006 ffff 61626364", STUNError.truncatedAttribute(offset: 20, type: 6, missing: 65_532)),
        ("8022 0004 61626364 0006 0001", .truncatedAttribute(offset: 28, type: 6, missing: 4)),
        ("0020 0007 00010000 00000000", .wrongAttributeLength(offset: 20, type: 0x20, length: 7)),
        ("0020 0008 00020000 00000000", .wrongAttributeLength(offset: 20, type: 0x20, length: 8)),
        ("0020 0000", .wrongAttributeLength(offset: 20, type: 0x20, length: 0)),
        ("0001 0008 00030000 00000000", .unknownAddressFamily(offset: 20, family: 3)),
        ("0024 0003 01020300", .wrongAttributeLength(offset: 20, type: 0x24, length: 3)),
        ("0025 0001 00000000", .wrongAttributeLength(offset: 20, type: 0x25, length: 1)),
        ("8029 0004 00000000", .wrongAttributeLength(offset: 20, type: 0x8029, length: 4)),
        ("0009 0003 00000400", .wrongAttributeLength(offset: 20, type: 9, length: 3)),
        ("0009 0004 00000200", .invalidErrorCode(offset: 20, code: 200)),
        ("0009 0004 00000700", .invalidErrorCode(offset: 20, code: 700)),
        ("0009 0004 00000464", .invalidErrorCode(offset: 20, code: 500)),
        ("000a 0003 00010200", .wrongAttributeLength(offset: 20, type: 10, length: 3)),
        ("0006 0002 c3280000", .invalidText(offset: 20, type: 6)),
        ("8028 0002 00000000", .wrongAttributeLength(offset: 20, type: 0x8028, length: 2)),
        ("8028 0004 00000000", .wrongFingerprint(offset: 20)),
        ("8028 0004 00000000 0025 0000", .afterFingerprint(offset: 28)),
    ])
    func `a malformed attribute is an error with its place`(_ attributes: String, _ error: STUNError) {
        #expect(refusal(request(attributes)) == error)
    }

    @Test func `texts have a greatest length`() throws {
        let transaction = try STUN.Message(decoding: request("")).transactionID
        for (count, isRead) in [(508, true), (509, false)] {
            let name = String(repeating: "a", count: count)
            let datagram = try #require(
                STUN.Message(.request, transactionID: transaction, attributes: [.username(name)]).encoded())
            #expect(((try? STUN.Message(decoding: datagram)) != nil) == isRead)
        }
    }

    @Test func `errors have descriptions`() {
        let errors: [(STUNError, String)] = [
            (.truncatedHeader(count: 3), "the datagram has 3 bytes, fewer than the 20 of a header"),
            (.wrongCookie(1), "the magic cookie is 0x00000001, not 0x2112a442"),
            (
                .truncatedAttribute(offset: 20, type: 6, missing: 8),
                "the message ends inside attribute 0x0006, 8 bytes are missing (at byte 20)"
            ), (.wrongFingerprint(offset: 44), "the fingerprint is not that of the message (at byte 44)"),
        ]
        for (error, text) in errors { #expect(error.description == text) }
    }
}

@Suite struct STUNRobustnessTests {
    @Test(arguments: RFC5769.all) func `every beginning of a message is an error`(_ datagram: [UInt8]) {
        for count in 0..<datagram.count {
            let beginning = Array(datagram.prefix(count))
            #expect(throws: STUNError.self) { try STUN.Message(decoding: beginning) }
            #expect(throws: STUNError.self) { try STUN.integrity(of: beginning, key: RFC5769.password) }
        }
    }

    @Test(arguments: RFC5769.all.prefix(3)) func `every flipped bit is detected or has no effect`(
        _ datagram: [UInt8]
    ) throws {
        let message = try STUN.Message(decoding: datagram)
        for bit in 0..<(datagram.count * 8) {
            var changed = datagram
            changed[bit / 8] ^= 0x80 >> UInt8(bit % 8)
            guard let read = try? STUN.Message(decoding: changed) else { continue }
            // A fingerprint that is none any more is an unknown attribute behind the integrity.
            #expect(read == message)
            #expect(bit >= (datagram.count - 8) * 8)
        }
    }

    @Test func `every byte at every place is read or refused`() {
        for index in RFC5769.longTermRequest.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = RFC5769.longTermRequest
                changed[index] = byte
                guard let message = try? STUN.Message(decoding: changed) else { continue }
                let again = message.encoded().flatMap { try? STUN.Message(decoding: $0) }
                #expect(again == message)
            }
        }
    }

    @Test func `random attributes are read or refused`() {
        var generator = SeededGenerator(seed: 5)
        var read = 0
        for _ in 0..<20_000 {
            let count = Int(generator.next() % 12) * 4
            var datagram =
                Array(RFC5769.request.prefix(20))
                + (0..<count).map { _ in
                    UInt8(truncatingIfNeeded: generator.next() % 4 == 0 ? generator.next() : generator.next() % 48)
                }
            datagram[3] = UInt8(count)
            if (try? STUN.Message(decoding: datagram)) != nil { read += 1 }
            _ = try? STUN.integrity(of: datagram, key: [1])
        }
        #expect(read > 1500)
    }
}
