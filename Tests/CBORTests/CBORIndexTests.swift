import Testing
import Wire

@Suite
struct CBORIndexTests {
    @Test(arguments: appendixA)
    func `an index of every example shows its item`(example: Example) throws {
        let indexed = try IndexedItem(decoding: bytes(example.hex))
        #expect(indexed.item == example.item)
        #expect(indexed.text == example.item.text)
        #expect(indexed.integer == example.item.integer)
        #expect(indexed.boolean == example.item.boolean)
        #expect(indexed.double.map(CBOR.float) == example.item.double.map(CBOR.float))
        #expect(indexed.bytes == example.item.bytes)
        #expect(indexed.isNull == (example.item == .null))
        #expect(indexed.elements?.map(\.item) == example.item.array)
        #expect(indexed.entries?.map(\.key) == example.item.map?.map(\.key))
        #expect(indexed.entries?.map(\.value.item) == example.item.map?.map(\.value))
    }

    @Test
    func `every value of a map is found under its text and nothing else is`() throws {
        let names = ["", "a", "b", "aa", "ab", "zz", String(repeating: "long ", count: 60), "täst"]
        let map = CBOR.Map(names.enumerated().map { ($1, CBOR.array([.integer(Int64($0)), ["a": "inside"]])) })
        let indexed = try IndexedItem(decoding: CBOR.map(map).encoded())
        for name in names { #expect(indexed.value(under: name)?.item == map[name]) }
        for name in ["c", "ac", "inside", "aaa", "z"] { #expect(indexed.value(under: name) == nil) }
        #expect(indexed.elements == nil && indexed.value(under: "a")?.value(under: "a") == nil)
    }

    @Test
    func `keys that are not texts do not hide those that are`() throws {
        let map: CBOR = ["name": 1, 7: 2, -7: 3, .bytes([1]): 4, [1]: 5, .null: 6, 1.5: 7]
        let indexed = try IndexedItem(decoding: map.encoded())
        #expect(indexed.value(under: "name")?.integer == 1)
        #expect(indexed.value(under: "none") == nil)
        #expect(indexed.item == map)
    }

    @Test
    func `a place inside is named by the way to it`() throws {
        let indexed = IndexedItem(["data": ["members": [["user_id": "a"], ["user_id": ["deep": [1, 2]]]]]])
        let members = try #require(indexed.value(under: "data")?.value(under: "members")?.elements)
        let member = try #require(members.last)
        #expect(member.path == "data.members[1]")
        let deep = try #require(member.value(under: "user_id")?.value(under: "deep")?.elements?.first)
        #expect(deep.path == "data.members[1].user_id.deep[0]")
        #expect(indexed.path.isEmpty)
    }

    @Test
    func `retained indexes remain unchanged while others are created and released`() throws {
        let items = (0..<40).map { count in CBOR.array((0..<count * 10).map { .integer(Int64(count + $0)) }) }
        for _ in 0..<3 {
            var held: [IndexedItem] = []
            for item in items {
                held.append(try IndexedItem(decoding: item.encoded()))
                #expect(try IndexedItem(decoding: items[3].encoded()).elements?.map(\.item) == items[3].array)
            }
            #expect(held.map { $0.elements?.map(\.item) } == items.map(\.array))
        }
    }

    @Test
    func `an index of an item shows it up to the greatest depth, and nothing of a deeper one`() throws {
        func nested(_ depth: Int) -> CBOR { (0..<depth).reduce(1) { item, _ in .array([item]) } }
        let deepest = nested(CBOR.Limits.greatestDepth)
        #expect(IndexedItem(deepest).item == deepest)
        #expect(IndexedItem(nested(CBOR.Limits.greatestDepth + 1)).item == .undefined)
        let limits = CBOR.Limits(depth: CBOR.Limits.greatestDepth)
        #expect(try IndexedItem(decoding: deepest.encoded(), limits: limits).item == deepest)
    }

    @Test
    func `limits hold for indexes as they do for items`() {
        let nested = CBOR.array([.array([.array([1])])]).encoded()
        let limits = [CBOR.Limits(depth: 2), CBOR.Limits(itemCount: 3), CBOR.Limits(byteCount: 3)]
        for limit in limits {
            let refused = refusal(of: nested, limits: limit)
            do throws(CBORError) {
                Issue.record("read as \(try IndexedItem(decoding: nested, limits: limit).item)")
            } catch {
                #expect(error == refused)
            }
        }
    }
}

@Suite
struct CBORWriterTests {
    @Test
    func `fields in any order give the deterministic encoding`() {
        let names = (0..<60).map { "\(String(repeating: "n", count: $0 % 30)) \($0 * 37 % 60)" }
        var writer = CBOR.Writer()
        let map = writer.beginMap()
        for (value, name) in names.enumerated() {
            writer.key(name)
            writer.write(Int64(value) - 30)
        }
        writer.end(backTo: map)
        let bytes = writer.finished()
        #expect(bytes == CBOR.map(CBOR.Map(names.enumerated().map { ($1, .integer(Int64($0) - 30)) })).encoded())
    }

    @Test
    func `maps and lists stand inside one another`() {
        var writer = CBOR.Writer()
        let outer = writer.beginMap()
        writer.key("list")
        writer.beginArray(count: 2)
        let inner = writer.beginMap()
        for name in ["b", "aa", "a"] {
            writer.key(name)
            writer.write(name)
        }
        writer.end(backTo: inner)
        writer.write(true)
        writer.key("a")
        writer.write(CBOR.null)
        writer.end(backTo: outer)
        let expected: CBOR = ["a": .null, "list": [["b": "b", "aa": "aa", "a": "a"], true]]
        let bytes = writer.finished()
        #expect(bytes == expected.encoded())
    }

    @Test(arguments: [0, 1, 3, 4, 7, 8, 9, 23, 24, 31, 300, 70_000])
    func `texts and bytes of any length are written whole, whatever room there was`(length: Int) {
        let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
        var writer = CBOR.Writer(capacity: 0)
        writer.beginArray(count: 3)
        writer.write(text)
        writer.write(Array(text.utf8))
        writer.write(text, UInt8(ascii: ":"), text)
        let bytes = writer.finished()
        #expect((try? CBOR(decoding: bytes)) == [.text(text), .bytes(Array(text.utf8)), .text("\(text):\(text)")])
    }

    @Test
    func `of two fields with one key the later counts`() {
        var writer = CBOR.Writer()
        let map = writer.beginMap()
        for (value, name) in ["b", "a", "b", "a", "b"].enumerated() {
            writer.key(name)
            writer.write(Int64(value))
        }
        writer.end(backTo: map)
        let bytes = writer.finished()
        #expect(bytes == (["a": 3, "b": 4] as CBOR).encoded())
    }
}
