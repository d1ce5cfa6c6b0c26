import Testing
import Wire

@Suite struct TextLengthTests {
    @Test func `texts of all lengths are written, found and read, in ASCII or not`() throws {
        for count in 0..<300 {
            let name = String(repeating: "a", count: count)
            for text in [name, name + "é"] {
                var map = CBOR.Map()
                map[key: .text(text)] = .text(text)
                var writer = CBOR.Writer(capacity: 8)
                let outer = writer.beginMap()
                writer.key(text)
                writer.write(text)
                writer.end(backTo: outer)
                let bytes = writer.finished()
                #expect(bytes == CBOR.map(map).encoded())
                let indexed = try IndexedItem(decoding: bytes)
                #expect(indexed.value(under: text)?.text == text)
                #expect(indexed.value(under: text + "a") == nil)
            }
        }
    }

    @Test(arguments: [1, 23, 24, 255, 256, 65_536])
    func `fields are sorted by keys that differ in their last byte`(_ count: Int) throws {
        var map = CBOR.Map()
        var writer = CBOR.Writer(capacity: 8)
        let outer = writer.beginMap()
        for end in ["c", "a", "b"] {
            let name = String(repeating: "x", count: count - 1) + end
            map[key: .text(name)] = .text(end)
            writer.key(name)
            writer.write(end)
        }
        writer.end(backTo: outer)
        #expect(writer.finished() == CBOR.map(map).encoded())
    }

    @Test(arguments: [1, 7, 8, 9, 16, 23, 24, 255, 256, 65_535, 65_536, 65_600])
    func `a key that differs in one byte is another key, whichever byte it is`(_ count: Int) throws {
        let name = [UInt8](repeating: UInt8(ascii: "a"), count: count)
        let indexed = try IndexedItem(decoding: CBOR.map([.text(String(decoding: name, as: UTF8.self)): 1]).encoded())
        #expect(indexed.value(under: String(decoding: name, as: UTF8.self))?.integer == 1)
        let places = Array(0..<20) + [count / 2] + Array(count - min(count, 20)..<count)
        for place in Set(places) where place < count {
            var other = name
            other[place] = UInt8(ascii: "b")
            #expect(indexed.value(under: String(decoding: other, as: UTF8.self)) == nil, "\(place)")
        }
    }
}
