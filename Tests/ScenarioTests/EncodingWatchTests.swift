import Testing
import Wire

@testable import ScenarioStage

/// The checks of the encoding of bodies.
@Suite struct EncodingWatchTests {
    private func violation(_ bytes: [UInt8]) -> String? { CBORFrame(bytes, 0..<bytes.count).violation }

    @Test(
        arguments: [
            // {}, {"a": 1, "b": [h'01', -25, 1.5, null]}, {"b": true, "aa": 1}, {"a": 24}, {"a": 256}, {"a": 1.1}
            [0xA0],
            [0xA2, 0x61, 0x61, 1, 0x61, 0x62, 0x84, 0x41, 1, 0x38, 24, 0xF9, 0x3E, 0, 0xF6],
            [0xA2, 0x61, 0x62, 0xF5, 0x62, 0x61, 0x61, 1],
            [0xA1, 0x61, 0x61, 0x18, 24],
            [0xA1, 0x61, 0x61, 0x19, 1, 0],
            [0xA1, 0x61, 0x61, 0xFB, 0x3F, 0xF1, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A],
            // {"a": 100000.0}
            [0xA1, 0x61, 0x61, 0xFA, 0x47, 0xC3, 0x50, 0],
        ] as [[UInt8]])
    func `A deterministic map breaks no rule`(bytes: [UInt8]) {
        #expect(violation(bytes) == nil)
    }

    @Test(
        arguments: [
            ([0x80], "is not a map"),
            ([0xA0, 0], "has bytes after its map"),
            ([0xA1, 0x61, 0x61], "ends within an item"),
            ([0xA1, 0x61, 0x61, 0x18], "ends within a head"),
            ([0xA1, 0x61, 0x61, 0x62, 0x61], "ends within a string"),
            ([0xA1, 1, 1], "has a key that is not text"),
            ([0xA2, 0x61, 0x62, 1, 0x61, 0x61, 1], "has keys that are not in their order, or twice"),
            ([0xA2, 0x61, 0x61, 1, 0x61, 0x61, 1], "has keys that are not in their order, or twice"),
            ([0xA2, 0x62, 0x61, 0x61, 1, 0x61, 0x62, 1], "has keys that are not in their order, or twice"),
            ([0xA1, 0x61, 0x61, 0x18, 23], "has a head that is longer than it must be"),
            ([0xA1, 0x61, 0x61, 0x19, 0, 255], "has a head that is longer than it must be"),
            ([0xBF, 0xFF], "has an item of indefinite length"),
            ([0xA1, 0x61, 0x61, 0xF7], "has a simple value other than true, false and null"),
            ([0xA1, 0x61, 0x61, 0xFA, 0x3F, 0xC0, 0, 0], "has a float that is longer than it must be"),
            ([0xA1, 0x61, 0x61, 0xFB, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0], "has a float that is longer than it must be"),
        ] as [([UInt8], String)])
    func `Another encoding breaks the rule`(bytes: [UInt8], rule: String) throws {
        #expect(try #require(violation(bytes)).hasSuffix(rule))
    }

    @Test(
        arguments: [
            ([0xA1, 0x64, 0x63, 0x6F, 0x64, 0x65, 17], 17), ([0xA1, 0x64, 0x63, 0x6F, 0x64, 0x65, 0x20], -1),
        ] as [([UInt8], Int64)])
    func `The code of a refusal is read`(bytes: [UInt8], code: Int64) {
        #expect(CBORFrame(bytes, 0..<bytes.count).code == code)
    }

    @Test(arguments: [([0x00, 0x01], true), ([0x00, 0x02], false), ([0x00, 0x11], false)] as [([UInt8], Bool)])
    func `A check of a path is a binding`(type: [UInt8], isRight: Bool) throws {
        let cookie: [UInt8] = [0x21, 0x12, 0xA4, 0x42]
        let fingerprint: [UInt8] = [0x80, 0x28, 0, 4, 0, 0, 0, 0]
        let bytes = type + [0, 8] + cookie + [UInt8](repeating: 7, count: 12) + fingerprint
        let text = try #require(STUNFrame(bytes)).violation(mayLackIntegrity: true)
        #expect(text == (isRight ? "its fingerprint is wrong" : "it is not a binding"))
    }
}
