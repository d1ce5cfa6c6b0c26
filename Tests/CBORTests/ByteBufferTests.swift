import Chance
import Testing

@testable import Wire

@Suite("A buffer for bytes")
struct ByteBufferTests {
    @Test func `writes numbers of every width in network byte order`() {
        var buffer = ByteBuffer(capacity: 0)
        buffer.append(UInt8(0x01))
        buffer.append(UInt16(0x0203))
        buffer.append(UInt32(0x0405_0607))
        buffer.append(UInt64(0x0809_0A0B_0C0D_0E0F))
        buffer.append(0xFF11_1213, width: 3)
        #expect(Array(buffer.written) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0x11, 0x12, 0x13])
        #expect(buffer.finished().count == 18)
    }

    @Test func `pads with zeros up to a multiple of four`() {
        var buffer = ByteBuffer()
        buffer.pad()
        #expect(buffer.count == 0)
        buffer.append([9])
        buffer.pad()
        buffer.pad()
        #expect(buffer.finished() == [9, 0, 0, 0])
    }

    @Test func `replaces and removes bytes that were written before`() {
        var buffer = ByteBuffer(capacity: 2)
        buffer.append([1, 2, 3])
        buffer.replace(1, 9)
        buffer.cut(to: 2)
        buffer.append(UInt8(4))
        #expect(buffer.finished(with: [5, 6]) == [1, 9, 4, 5, 6])
    }

    @Test func `grows beyond its capacity and equals an array after any pieces`() {
        var random = RandomStream(seed: 1)
        var buffer = ByteBuffer(capacity: 3)
        var expected: [UInt8] = []
        for _ in 0..<500 {
            let piece = (0..<random.next() % 70).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            buffer.append(piece)
            expected += piece
        }
        #expect(buffer.finished() == expected)
    }
}
