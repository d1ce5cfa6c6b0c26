import Testing
import Wire

@Suite
struct CBORMapTests {
    @Test
    func `a map is the same in whatever order it was made`() {
        let pairs: [(String, CBOR)] = (0..<100).map { ("key \($0 * 37 % 100)", .integer(Int64($0))) }
        let forward = CBOR.Map(pairs)
        let backward = CBOR.Map(pairs.reversed())
        #expect(forward == backward)
        #expect(forward.hashValue == backward.hashValue)
        #expect(CBOR.map(forward).encoded() == CBOR.map(backward).encoded())
    }

    @Test
    func `of two values for one key the later counts`() {
        #expect(CBOR.Map([("b", 1), ("a", 2), ("b", 3), ("a", 4)]) == ["a": 4, "b": 3])
        #expect(CBOR.Map([(CBOR.text("a"), 1), ("a", 2)]) == ["a": 2])
        #expect((["a": 1, "a": 2] as CBOR).map?.count == 1)
    }

    @Test
    func `a value is found under its text and under any key`() {
        let map: CBOR.Map = ["type": "call.ring", "id": 7, 1: "one", [1]: "list"]
        #expect(map["type"]?.text == "call.ring")
        #expect(map["id"]?.integer == 7)
        #expect(map["none"] == nil)
        #expect(map[key: 1] == "one")
        #expect(map[key: [1]] == "list")
        #expect(map[key: 1.0] == nil)
    }

    @Test
    func `setting adds, replaces and takes out`() {
        var map = CBOR.Map()
        #expect(map.isEmpty)
        map["b"] = 1
        map["a"] = 2
        map["b"] = 3
        map["c"] = nil
        #expect(map.map(\.key) == ["a", "b"])
        #expect(map.map(\.value) == [2, 3])
        map["a"] = nil
        #expect(map == ["b": 3])
    }

    @Test
    func `every one of many keys is found`() {
        let map = CBOR.Map((0..<1000).map { ("\($0)", .integer($0)) })
        #expect(map.count == 1000)
        for number in 0..<1000 as Range<Int64> where map["\(number)"]?.integer != number {
            Issue.record("\(number) is not found")
        }
    }

    @Test
    func `texts that look alike and have other bytes are other keys`() throws {
        let composed = "\u{E9}"
        let decomposed = "e\u{301}"
        #expect(composed == decomposed)
        #expect(CBOR.text(composed) != CBOR.text(decomposed))
        let map = CBOR.Map([(composed, 1), (decomposed, 2)])
        #expect(map.count == 2)
        #expect(try CBOR(decoding: CBOR.map(map).encoded()) == .map(map))
    }

    @Test
    func `keys of every kind and length stand in the order of their encodings`() {
        let lengths = [1, 2, 5, 6, 7, 8, 9, 22, 23, 24, 25, 255, 256, 257, 300]
        let texts = lengths.flatMap { length in
            ["a", "b", "\u{0}"].flatMap { last in
                ["a", "\u{E9}"].map { String(repeating: $0, count: length) + last }
            }
        }
        let others: [CBOR] = [
            0, 23, 24, 1000, -1, -24, -1000, .bytes([]), .bytes([0]), .bytes([UInt8](repeating: 7, count: 30)),
            [], [1, 2], [1, [:]], [:], ["a": 1], .tagged(1, 0), true, .null, .undefined, 0.5, -0.0, 1e300,
        ]
        let keys = texts.map(CBOR.text) + others + ["", "a", "\u{0}"]
        let map = CBOR.Map(keys.reversed().map { ($0, $0) })
        #expect(map.count == keys.count)
        for (earlier, later) in zip(map, map.dropFirst()) {
            #expect(earlier.key.encoded().lexicographicallyPrecedes(later.key.encoded()))
        }
        for key in keys { #expect(map[key: key] == key) }
        for text in texts { #expect(map[text]?.text == text) }
    }

    @Test
    func `texts are in the order of their lengths, of which longer ones have longer heads`() {
        let lengths = [0, 1, 23, 24, 255, 256, 2048, 65_535, 65_536]
        let map = CBOR.Map(lengths.reversed().map { (String(repeating: "a", count: $0), .integer(Int64($0))) })
        #expect(map.map(\.value.integer) == lengths.map { Int64($0) })
    }
}
