import Testing
import Wire

@Suite
struct CBORLimitsTests {
    @Test(arguments: [UInt8(0x81), 0x9F, 0xC1])
    func `nesting may reach the limit and no more`(opening: UInt8) throws {
        let limits = CBOR.Limits(depth: 5)
        let closing = [UInt8](repeating: 0xFF, count: opening == 0x9F ? 5 : 0)
        _ = try CBOR(decoding: [UInt8](repeating: opening, count: 5) + [0] + closing, limits: limits)
        let deeper = [UInt8](repeating: opening, count: 6) + [0]
        #expect(refusal(of: deeper, limits: limits) == .tooDeep(offset: 5, limit: 5))
    }

    @Test
    func `maps nest as arrays do`() {
        #expect(refusal(of: bytes("a1 00 a1 00 a1 00 00"), limits: .init(depth: 2)) == .tooDeep(offset: 4, limit: 2))
        #expect(refusal(of: bytes("a1 a1 a0 00 00"), limits: .init(depth: 2)) == .tooDeep(offset: 2, limit: 2))
    }

    @Test
    func `siblings do not add to the depth`() throws {
        #expect(try CBOR(decoding: bytes("84 81 00 81 00 a0 c1 00"), limits: .init(depth: 2)).array?.count == 4)
    }

    @Test
    func `a million opening brackets are refused at the default depth`() {
        let input = [UInt8](repeating: 0x81, count: 1_000_000)
        #expect(refusal(of: input) == .tooDeep(offset: 64, limit: 64))
    }

    @Test
    func `no limit allows more nesting than the stack bears`() throws {
        let limits = CBOR.Limits(depth: .max)
        #expect(limits.depth == CBOR.Limits.greatestDepth)
        let deepest = [UInt8](repeating: 0x81, count: limits.depth) + [0]
        let item = try CBOR(decoding: deepest, limits: limits)
        #expect(item.encoded() == deepest)
        #expect(item.diagnostic.count == 2 * limits.depth + 1)
        #expect(refusal(of: [0x81] + deepest, limits: limits) == .tooDeep(offset: 256, limit: 256))
    }

    @Test
    func `every item counts, keys and values too`() throws {
        _ = try CBOR(decoding: bytes("82 01 a1 02 03"), limits: .init(itemCount: 5))
        let refused = refusal(of: bytes("82 01 a1 02 03"), limits: .init(itemCount: 4))
        #expect(refused == .tooManyItems(offset: 4, limit: 4))
    }

    @Test
    func `input may be as long as the limit and no longer`() throws {
        _ = try CBOR(decoding: bytes("83 01 02 03"), limits: .init(byteCount: 4))
        #expect(refusal(of: bytes("83 01 02 03"), limits: .init(byteCount: 3)) == .tooLong(count: 4, limit: 3))
    }

    @Test(arguments: [
        ("82 80 81 81 80", CBOR.Limits(depth: 4), CBOR.Limits(depth: 3)),
        ("82 01 a1 02 03", CBOR.Limits(itemCount: 5), CBOR.Limits(itemCount: 4)),
    ])
    func `an index has the limits of a decoded item`(
        _ hex: String, _ fitting: CBOR.Limits, _ tight: CBOR.Limits
    ) throws {
        _ = try IndexedItem(decoding: bytes(hex), limits: fitting)
        #expect(throws: CBORError.self) { try IndexedItem(decoding: bytes(hex), limits: tight) }
    }
}
