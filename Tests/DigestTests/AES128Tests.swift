import Digest
import Testing

@Suite
struct AES128Tests {
    @Test
    func `the example of FIPS 197 appendix C.1 is encrypted as there`() {
        let key = AES128.Block(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)
        let block = AES128.Block(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
        let expected = AES128.Block(high: 0x69C4_E0D8_6A7B_0430, low: 0xD8CD_B780_70B4_C55A)
        #expect(AES128.encrypt(block, key: key) == expected)
    }

    @Test
    func `keys in turn do not disturb one another`() {
        let block = AES128.Block(high: 1, low: 2)
        let keys = (0..<3).map { AES128.Block(high: $0, low: 0) }
        let once = keys.map { AES128.encrypt(block, key: $0) }
        #expect(Set(once).count == 3)
        #expect(keys.map { AES128.encrypt(block, key: $0) } == once)
    }

    @Test
    func `a block made of bytes has those bytes`() {
        let bytes = (1...16).map { UInt8($0) }
        #expect(AES128.Block(bytes: bytes).bytes == bytes)
        #expect(AES128.Block(bytes: [1]).bytes == [1] + [UInt8](repeating: 0, count: 15))
    }
}
