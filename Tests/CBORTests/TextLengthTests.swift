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
                let view = try CBOR.View(decoding: bytes)
                #expect(view.value(under: text)?.text == text)
                #expect(view.value(under: text + "a") == nil)
            }
        }
    }
}
