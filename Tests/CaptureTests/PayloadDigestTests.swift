import Capture
import Testing

@Suite struct PayloadDigestTests {
    private func digest(_ payloads: [UInt8]...) -> UInt64 {
        var digest = PayloadDigest()
        for payload in payloads { digest.add(payload.span) }
        return digest.value
    }

    @Test func `the digest is the documented one`() {
        let bytes = (0..<19).map { UInt8($0 * 11) }
        var state: UInt64 = 0xCBF2_9CE4_8422_2325
        for start in [0, 8, 16] {
            let word = bytes[start..<min(start + 8, 19)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
            state ^= state >> 29
        }
        state = (state ^ 19) &* 0x9E37_79B9_7F4A_7C15
        state ^= state >> 29
        #expect(digest(bytes) == state)
    }

    @Test func `order, borders and zeros change the digest`() {
        #expect(digest([1], [2]) != digest([2], [1]))
        #expect(digest([1, 2]) != digest([1], [2]))
        #expect(digest([1]) != digest([1, 0]))
        #expect(digest([]) != digest())
        #expect(digest([1, 2, 3], [4]) == digest([1, 2, 3], [4]))
    }
}
