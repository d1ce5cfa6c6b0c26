import Testing
import Wire

@Suite
struct KnownTextsTests {
    private static let texts = [
        "", "a", "b", "id", "cid", "call", "names", "created", "created_at", "created_by", "participants_a",
        "participants_b", "a text that has thirty-one bytes", "a text that has thirty-one bytez", "täst",
        String(repeating: "long ", count: 60),
    ]

    @Test(arguments: texts.indices)
    func `each of some texts is known by its number`(number: Int) throws {
        let index = try CBOR.Index(decoding: CBOR.array([.text(Self.texts[number]), 7]).encoded())
        let known = KnownTexts(Self.texts)
        #expect(index.number(ofTextAt: 1, among: known) == number)
        #expect(index.number(ofTextAt: 2, among: known) == nil)
        #expect(index.text(at: 1) == Self.texts[number])
    }

    @Test(arguments: ["c", "ab", "created_ax", "created_aw", "participants_c", "a text that has thirty-one bytey"])
    func `others are not known`(text: String) throws {
        let index = try CBOR.Index(decoding: CBOR.text(text).encoded())
        #expect(index.number(ofTextAt: 0, among: KnownTexts(Self.texts)) == nil)
        #expect(index.text(at: 0) == text)
    }

    @Test
    func `a text is parted at the first of a character`() throws {
        let index = try CBOR.Index(decoding: (["default:a:b", "täst:", "none", 7] as CBOR).encoded())
        let halves = (1...4).map { index.halves(ofTextAt: $0, around: UInt8(ascii: ":")).map { [$0.0, $0.1] } }
        #expect(halves == [["default", "a:b"], ["täst", ""], ["none", ""], nil])
    }
}
