import Containers
import Testing

@Suite struct BytesTests {
    @Test func `a part is found wherever it begins, and only as a whole`() {
        let bytes: [UInt8] = [9, 1, 2, 1, 2, 3, 9]
        let slice = bytes[1..<6]
        for length in 1...slice.count {
            for start in 1...6 - length { #expect(slice.contains(part: Array(bytes[start..<start + length]))) }
        }
        let absent: [[UInt8]] = [[9], [3, 9], [9, 1], [2, 2], [1, 2, 4], [1, 2, 1, 2, 3, 9]]
        for part in absent { #expect(!slice.contains(part: part)) }
    }

    @Test func `no bytes occur everywhere`() {
        let empty: [UInt8] = []
        #expect(empty[...].contains(part: []) && !empty[...].contains(part: [1]))
    }
}
