import Testing
import Wire

struct HexadecimalTests {
    @Test func `bytes are written with two digits each`() {
        #expect(([0x00, 0x0F, 0xA0, 0xFF] as [UInt8]).hexadecimal == "000fa0ff")
        #expect(([] as [UInt8]).hexadecimal.isEmpty)
    }

    @Test func `a number is written with all its digits`() {
        #expect((0x0F as UInt8).hexadecimal == "0f")
        #expect((0x1A2 as UInt16).hexadecimal == "01a2")
        #expect((0 as UInt32).hexadecimal == "00000000")
        #expect(UInt64.max.hexadecimal == "ffffffffffffffff")
    }

    @Test func `digits are read in upper and lower case`() {
        #expect([UInt8](hexadecimal: "000fA0fF9a") == [0x00, 0x0F, 0xA0, 0xFF, 0x9A])
        #expect([UInt8](hexadecimal: "") == [])
    }

    @Test(arguments: ["0", "0g", "g0", "+f", "0 ", "éé", "/:", "@G", "`g"])
    func `text that is not pairs of digits has no bytes`(_ text: String) {
        #expect([UInt8](hexadecimal: text) == nil)
    }
}
