import Chance
import Testing
import Wire

/// The encoder beside a plain one, for generated items.
@Suite struct CBORModelTests {
    private var generator = SeededGenerator(seed: 7)

    private static func head(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
        let (information, width): (UInt8, Int) =
            switch argument {
            case 0...23: (UInt8(argument), 0)
            case 24...255: (24, 1)
            case 256...65_535: (25, 2)
            case 65_536...4_294_967_295: (26, 4)
            default: (27, 8)
            }
        let bytes = (0..<width).reversed().map { UInt8(truncatingIfNeeded: argument >> UInt64($0 * 8)) }
        return [major << 5 | information] + bytes
    }

    /// The deterministic encoding, without a thought for speed.
    private static func plain(_ item: CBOR) -> [UInt8] {
        switch item {
        case .unsigned(let value): head(0, value)
        case .negative(let value): head(1, value)
        case .bytes(let value): head(2, UInt64(value.count)) + value
        case .text(let value): head(3, UInt64(value.utf8.count)) + Array(value.utf8)
        case .array(let elements): head(4, UInt64(elements.count)) + elements.flatMap(plain)
        case .map(let map):
            head(5, UInt64(map.count))
                + map.map { (plain($0.key), plain($0.value)) }
                .sorted { $0.0.lexicographicallyPrecedes($1.0) }.flatMap { $0.0 + $0.1 }
        case .tagged(let tag, let content): head(6, tag) + plain(content)
        case .boolean(let value): [value ? 0xF5 : 0xF4]
        case .null: [0xF6]
        case .undefined: [0xF7]
        case .simple(let value): value.number < 24 ? [0xE0 | value.number] : [0xF8, value.number]
        case .float(let value):
            [0xFB] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
        }
    }

    private mutating func number() -> UInt64 {
        let edges: [UInt64] = [0, 1, 23, 24, 25, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, .max]
        return generator.chance(0.5) ? edges[Int(generator.next() % 12)] : generator.next() >> (generator.next() % 64)
    }

    private mutating func text() -> String {
        let lengths = [0, 1, 3, 4, 6, 7, 8, 9, 15, 16, 17, 22, 23, 24, 25, 31, 32, 40, 63, 70, 255, 256, 300]
        let count = lengths[Int(generator.next() % UInt64(lengths.count))]
        let letters: [Character] = ["a", "b", "\u{0}", "\u{7F}", "é", "€", "😀"]
        let range: UInt64 = generator.chance(0.5) ? 2 : 7
        return String((0..<count).map { _ in letters[Int(generator.next() % range)] })
    }

    private mutating func item(_ depth: Int) -> CBOR {
        switch generator.next() % (depth > 0 ? 11 : 8) {
        case 0: return .unsigned(number())
        case 1: return .negative(number())
        case 2: return .bytes((0..<Int(generator.next() % 40)).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
        case 3, 4: return .text(text())
        case 5: return [true, false, .null, .undefined][Int(generator.next() % 4)]
        case 6: return CBOR.SimpleValue(UInt8(truncatingIfNeeded: generator.next())).map(CBOR.simple) ?? .null
        // The last digits are beyond a shorter form.
        case 7: return .float(1.1 * Double(generator.next() | 1))
        case 8: return .array((0..<Int(generator.next() % 30)).map { _ in item(depth - 1) })
        case 9: return .tagged(number(), item(depth - 1))
        default:
            let keys: [CBOR] = (0..<Int(generator.next() % 30)).map { _ in
                generator.chance(0.8) ? .text(text()) : item(0)
            }
            return .map(CBOR.Map(keys.map { ($0, item(depth - 1)) }))
        }
    }

    @Test mutating func `generated items have the encoding of a plain encoder, and are read back`() throws {
        for _ in 0..<1_500 {
            let item = item(3)
            let bytes = item.encoded()
            #expect(bytes == Self.plain(item))
            #expect(try CBOR(decoding: bytes) == item)
            #expect(try IndexedItem(decoding: bytes).item == item)
        }
    }

    @Test mutating func `maps with generated texts as keys have each value under its key, and no other`() throws {
        for _ in 0..<150 {
            let names = Set((0..<40).map { _ in text() })
            let map = CBOR.Map(names.map { (CBOR.text($0), CBOR.text($0 + "!")) })
            let indexed = try IndexedItem(decoding: CBOR.map(map).encoded())
            for name in names {
                #expect(map[name]?.text == name + "!" && indexed.value(under: name)?.text == name + "!")
            }
            for name in (0..<40).map({ _ in text() }) where !names.contains(name) {
                #expect(map[name] == nil && indexed.value(under: name) == nil)
            }
        }
    }

    @Test func `texts that differ in one place are distinguished at each place and length`() throws {
        for count in 1...70 {
            let text = String(repeating: "a", count: count)
            let known = KnownTexts([text])
            let index = try CBOR.Index(decoding: CBOR.text(text).encoded())
            #expect(index.number(ofTextAt: 0, among: known) == 0)
            #expect(known.number(of: text.utf8.span) == 0)
            for place in 0..<count {
                let other =
                    String(repeating: "a", count: place) + "b" + String(repeating: "a", count: count - place - 1)
                #expect(KnownTexts([other]).number(of: text.utf8.span) == nil)
                #expect(index.number(ofTextAt: 0, among: KnownTexts([other])) == nil)
                #expect(CBOR.Map([(other, 1)])[text] == nil)
            }
        }
    }

    @Test func `a map of any number of fields is written with its count, in order or not`() {
        for count in [0, 1, 22, 23, 24, 25, 26, 255, 256, 257] {
            for (isAscending, length) in [(true, 0), (false, 0), (false, 16), (false, 30), (false, 300)] {
                let same = String(repeating: "n", count: length)
                let names = (0..<count).map { same + String(1000 + (isAscending ? $0 : count - 1 - $0)) }
                var writer = CBOR.Writer()
                writer.beginArray(count: 2)
                let outer = writer.beginMap()
                for name in names {
                    writer.key(name)
                    writer.write(Int64(7))
                }
                writer.end(backTo: outer)
                writer.write(true)
                let bytes = writer.finished()
                #expect(bytes == Self.plain([.map(CBOR.Map(names.map { ($0, 7) })), true]))
            }
        }
    }

    @Test mutating func `an index knows the size, the bytes and the hash of each element`() throws {
        for _ in 0..<50 {
            let items = (0..<12).map { _ in item(2) }
            let map = CBOR.Map(items.enumerated().map { (CBOR.text("\(10 + $0)"), $1) })
            let index = try CBOR.Index(decoding: CBOR.map(map).encoded())
            let positions = try #require(index.values(ofMapAt: 0))
            #expect(positions.count == 12)
            for (position, item) in zip(positions, items) {
                let bytes = item.encoded()
                #expect(
                    index.size(ofItemAt: position) == bytes.count && index.encoding(ofItemAt: position) == bytes[...])
                #expect(index.isItem(at: position, encodedAs: bytes[...]) && index.item(at: position) == item)
                #expect(!index.isItem(at: position, encodedAs: [0x1B] + bytes[...]))
                #expect(index.hash(ofItemAt: position) == (try CBOR.Index(decoding: bytes)).hash(ofItemAt: 0))
            }
        }
    }

    @Test func `a text is parted at a separator wherever it stands`() throws {
        let parts: [(String, [String])] = [
            ("", ["", ""]), (":", ["", ""]), (":a", ["", "a"]), ("a:", ["a", ""]), ("a", ["a", ""]), ("::", ["", ":"]),
        ]
        for (text, expected) in parts {
            let index = try CBOR.Index(decoding: CBOR.text(text).encoded())
            #expect(index.halves(ofTextAt: 0, around: UInt8(ascii: ":")).map { [$0.0, $0.1] } == expected)
        }
    }

    @Test func `duplicates of one key leave all other entries`() {
        #expect(CBOR.Map([("a", 1), ("b", 2), ("b", 3)]) == ["a": 1, "b": 3])
        #expect(CBOR.Map([("c", 1), ("b", 2), ("b", 3), ("b", 4), ("a", 5)]) == ["a": 5, "b": 4, "c": 1])
    }

    @Test(arguments: [(UInt8(0x0F), "0x0f"), (0x10, "0x10"), (0x11, "0x11"), (0xFF, "0xff")])
    func `bytes in errors have two digits`(_ byte: UInt8, _ digits: String) {
        let text = "a chunk that begins with \(digits) is not a string of the expected type (at byte 3)"
        #expect(CBORError.wrongChunk(offset: 3, byte: byte).description == text)
        #expect(CBOR.bytes([byte]).diagnostic == "h'\(digits.dropFirst(2))'")
    }

    @Test func `control characters are written with two digits in diagnostic notation`() {
        #expect(
            CBOR.text("\u{0}\u{F}\u{10}\u{1F} \u{7E}\u{7F}\u{9F}\u{A0}\"\\\n\r\t").diagnostic
                == #""\u0000\u000f\u0010\u001f ~\u007f\u009f\#u{A0}\"\\\n\r\t""#)
    }

    @Test(arguments: [
        (1e-5, "0.00001"), (-1e-5, "-0.00001"), (1.25e-6, "0.00000125"), (1e-7, "1.0e-7"), (1e16, "1.0e+16"),
    ])
    func `small numbers have zeros in place of an exponent from six decimals on`(_ number: Double, _ notation: String) {
        #expect(CBOR.float(number).diagnostic == notation)
    }
}
