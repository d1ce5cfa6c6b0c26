import Capture
import Testing

@testable import Inspection

/// The small parts of views: numbers, names of types, generated words.
@Suite struct InspectionPartsTests {
    @Test func `seconds have three decimals, or six where these would lose something`() {
        #expect(Seconds.text(1_200_000_000) == "1.200 s" && Seconds.bare(0) == "0.000")
        #expect(Seconds.bare(1_000_001_000) == "1.000001" && Seconds.bare(-1_500_000_000) == "-1.500")
        #expect(Seconds.nanoseconds("1.5") == 1_500_000_000 && Seconds.nanoseconds("-0.000000001") == -1)
        #expect(Seconds.nanoseconds("7") == 7_000_000_000 && Seconds.nanoseconds("0.123456789") == 123_456_789)
        for word in ["", "-", ".5", "1.", "1.0123456789", "1.2.3", "1e3", "+1", "99999999999", "--1", "١"] {
            #expect(Seconds.nanoseconds(word) == nil, "\(word)")
        }
    }

    @Test func `numbers are rounded, padded and grouped`() {
        #expect(Seconds.decimal(1.25, 1) == "1.3" && Seconds.decimal(-1.25, 1) == "-1.3")
        #expect(Seconds.decimal(0.04, 1) == "0.0" && Seconds.decimal(-0.04, 1) == "0.0")
        #expect(Seconds.decimal(2.5, 0) == "3" && Seconds.decimal(1.0005, 3) == "1.001")
        #expect(Seconds.decimal(0.05, 2) == "0.05" && Seconds.decimal(12, 2) == "12.00")
        #expect(Seconds.decimal(.infinity, 1) == "inf" && Seconds.decimal(1e16, 1) == "1e+16")
        let numbers = [0, 12, 123, 1_234, 12_345, 123_456, 1_234_567, -1_234, -123]
        #expect(
            numbers.map { Seconds.grouped($0) } == [
                "0", "12", "123", "1,234", "12,345", "123,456", "1,234,567", "-1,234", "-123",
            ])
        #expect("ab".leftPadded(to: 4) == "  ab" && "ab".rightPadded(to: 3) == "ab " && "ab".leftPadded(to: 1) == "ab")
        #expect(
            "abc".cut(to: 3) == "abc" && "abcd".cut(to: 3) == "ab…" && "abc".cut(to: 1) == "…" && "a".cut(to: 0) == "")
        #expect("a\u{1B}b".printable == "a·b")
    }

    @Test func `each static payload type has its clock and its medium`() {
        let rates = Dictionary(grouping: UInt8(0)...127) { RTPClock.rate($0) }
        #expect(rates[8000] == [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 15, 18, 19])
        #expect(rates[16_000] == [6] && rates[44_100] == [10, 11] && rates[11_025] == [16] && rates[22_050] == [17])
        #expect(rates[90_000] == [14, 25, 26, 28, 31, 32, 33, 34])
        #expect((UInt8(0)...127).filter { RTPClock.isNoise($0) } == [13, 19])
        let media = Dictionary(grouping: UInt8(0)...127) { RTPMedia.kind($0) }
        #expect(media[.audio] == [0] + Array(3...18) && media[.video] == [25, 26, 28, 31, 32, 33, 34])
    }

    private func header(_ type: UInt16, length: UInt8 = 0, cookie: UInt8 = 0x42, count: Int = 20) -> STUNHeader? {
        let bytes = [UInt8(type >> 8), UInt8(type & 0xFF), 0, length, 0x21, 0x12, 0xA4, cookie]
        let packet = Array((bytes + [UInt8](repeating: 0, count: 12)).prefix(count))
        return STUNHeader(packet.span)
    }

    @Test func `a header of STUN has its class and method`() {
        #expect(header(0x0001)?.name == "Binding request" && header(0x0011)?.name == "Binding indication")
        #expect(header(0x0101)?.name == "Binding success response" && header(0x0111)?.name == "Binding error response")
        #expect(header(0x0003)?.name == "method 3 request" && header(0x0021)?.name == "method 17 request")
        #expect(header(0x0201)?.name == "method 129 request" && header(0x3EEF)?.name == "method 4095 request")
        #expect(header(0x4001) == nil && header(0x8001) == nil && header(1, cookie: 0x43) == nil)
        #expect(header(1, length: 4)?.length == 4 && header(1, length: 6) == nil && header(1, count: 19) == nil)
    }

    @Test func `attributes of STUN are found as far as they are whole`() {
        let start = [UInt8](repeating: 0, count: 20)
        let bytes: [UInt8] = start + [0, 6, 0, 3, 1, 2, 3, 0] + [0x80, 0x22, 0, 0] + [0x7F, 0xFF, 0, 1, 9]
        let found = STUNHeader.attributes(bytes.span)
        #expect(found.map(\.name) == ["USERNAME", "SOFTWARE", "attribute 0x7fff"])
        #expect(found.map(\.value) == [[1, 2, 3], [], [9]] && found.map(\.type) == [6, 0x8022, 0x7FFF])
        let cut = Array(bytes.dropLast())
        #expect(STUNHeader.attributes(cut.span).count == 2)
        #expect(STUNHeader.attributes(start.span).isEmpty)
        let names: [(UInt8, UInt8, String)] = [
            (0, 1, "MAPPED-ADDRESS"), (0, 8, "MESSAGE-INTEGRITY"), (0, 9, "ERROR-CODE"), (0, 10, "UNKNOWN-ATTRIBUTES"),
            (0, 0x14, "REALM"), (0, 0x15, "NONCE"), (0, 0x1C, "MESSAGE-INTEGRITY-SHA256"),
            (0, 0x20, "XOR-MAPPED-ADDRESS"), (0, 0x24, "PRIORITY"), (0, 0x25, "USE-CANDIDATE"),
            (0x80, 0x28, "FINGERPRINT"), (0x80, 0x29, "ICE-CONTROLLED"), (0x80, 0x2A, "ICE-CONTROLLING"),
        ]
        for (high, low, name) in names {
            let attribute = start + [high, low, 0, 0]
            #expect(STUNHeader.attributes(attribute.span).first?.name == name)
        }
    }

    @Test func `a generated word is an address, or long with digits`() {
        for word in [
            "10.0.0.7", "192.168.1.9", "4f3c2b1a", "1234abcd-00", "abcdefghijklmnop1234", "user_name_of_a_1234x",
        ] {
            #expect(Identifiers.looksGenerated(word[...]), "\(word)")
        }
        for word in [
            "alice", "10.0.0", "1.2.3.4.5", "4f3c2b1", "abcdef12", "abcdefghijklmnop123", "standup-2026", "a.b.c.1234",
        ] {
            #expect(!Identifiers.looksGenerated(word[...]), "\(word)")
        }
    }

    @Test func `the numbers of a run imply how many packets were sent`() {
        var run = SequenceRun(65_534)
        #expect(run.expected == 1)
        for sequence: UInt16 in [65_535, 1, 0, 1] { run.add(sequence) }
        #expect(run.expected == 4)
        run.add(32_000)
        #expect(run.expected == 32_003)
        var window = SequenceWindow(100)
        #expect(window.add(37) == .late && window.add(37) == .duplicate && window.add(36) == .late)
        #expect(window.add(36) == .late && window.add(163) == .next && window.add(100) == .duplicate)
        #expect(window.add(164) == .next && window.add(100) == .late && window.add(228) == .next)
        #expect(window.add(165) == .late)
    }
    @Test func `a difference of times ends with the range of times`() {
        let cases: [(Int64, Int64, Int64)] = [
            (5, 7, -2), (7, 5, 2), (5, 5, 0), (.max, 0, .max), (.max, -1, .max), (.max, .min, .max), (0, .min, .max),
            (-1, .min, .max), (-2, .min, .max - 1), (.min, 0, .min), (.min, 1, .min), (.min, .max, .min),
            (-2, .max, .min), (-1, .max, .min), (0, .max, .min + 1), (.min, .min, 0), (.max, .max, 0),
        ]
        for (time, start, difference) in cases {
            #expect(time.clampedDifference(from: start) == difference, "\(time) \(start)")
        }
    }

    private func numbered(_ texts: String...) -> [String: String] {
        let history = CallHistory(texts.map { CallEvent(time: 0, text: $0) }, hasStates: false)
        let other = CallHistory([CallEvent(time: 0, text: "of default:known")], hasStates: false)
        return Identifiers(in: history).numbered(unless: Identifiers(in: other))
    }

    @Test func `names of calls are numbered by their places, unless both runs have them`() {
        #expect(numbered("video/call/default/a") == ["a": "id-1"] && numbered("of default:b") == ["b": "id-1"])
        #expect(numbered("x POST /video/call/default/a/join (b)", "of c:a", "of c:b") == ["a": "id-1", "b": "id-2"])
        for text in [
            "of default:known", "call/default/a", "audio/call/default/a", "video/calls/default/a", "video/call/a",
            "to default:b", "of default b", "default:b", "of default:-", "",
        ] { #expect(numbered(text).isEmpty, "\(text)") }
    }

    @Test func `a name is replaced wherever it is a word, and separators remain`() {
        let text = "x1 (x1, [x1]) of a:x1/x1  x12 y,x1"
        #expect(Identifiers.replacing(["x1": "id-1"], in: text) == "id-1 (id-1, [id-1]) of a:id-1/id-1  x12 y,id-1")
        #expect(Identifiers.replacing([:], in: text) == text && Identifiers.replacing(["z": "id-1"], in: text) == text)
        #expect(Identifiers.replacing(["x1": "id-1"], in: "").isEmpty)
    }
}
