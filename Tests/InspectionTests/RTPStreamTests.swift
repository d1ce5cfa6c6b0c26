import Capture
import Testing

@testable import Inspection

@Suite struct RTPStreamTests {
    /// A stream of packets given by sequence number and time in milliseconds, 20 ms of G.711 each.
    private func stream(_ packets: [(Int, Int64)]) throws -> RTPStream {
        var table = RTPStreamTable()
        let end = UDPEndpoint(host: IPAddress(high: 0, low: 1), port: 1)
        for (sequence, time) in packets {
            let bytes = CaptureBytes.rtp(sequence, timestamp: UInt32(truncatingIfNeeded: sequence * 160), ssrc: 1)
            let parsed = header(bytes)
            let header = try #require(parsed)
            table.add(header, from: end, to: end, at: time * 1_000_000)
        }
        return try #require(table.streams.first)
    }

    private func header(_ bytes: [UInt8]) -> RTPHeader? { RTPHeader(bytes.span) }

    @Test func `a steady stream has no loss and no jitter`() throws {
        let stream = try stream((0..<100).map { ($0, Int64($0) * 20) })
        #expect(stream.packets == 100)
        #expect(stream.lost == 0)
        #expect(!stream.isTroubled)
        #expect(stream.jitter.greatest == 0)
        #expect(stream.delta.mean == 20)
    }

    @Test func `jitter is smoothed by a sixteenth, as RFC 3550 has it`() throws {
        let stream = try stream([(0, 0), (1, 36), (2, 40)])
        // 36 ms instead of 20 differ by 16; then 4 instead of 20 by 16 again.
        #expect(stream.jitter.least == 1)
        #expect(stream.jitter.greatest == (15.0 + 16) / 16)
        #expect(stream.delta.greatest == 36)
        #expect(stream.delta.least == 4)
    }

    @Test func `loss is counted across the wrap of sequence numbers`() throws {
        let stream = try stream((65_500..<65_600).filter { $0 != 65_536 && $0 != 65_540 }.map { ($0, Int64($0) * 20) })
        #expect(stream.expected == 100)
        #expect(stream.lost == 2)
        #expect(stream.lostShare == 2)
    }

    @Test func `duplicates and late packets are distinguished`() throws {
        let stream = try stream([(1, 0), (2, 20), (4, 60), (3, 61), (4, 62), (5, 80)])
        #expect(stream.duplicates == 1)
        #expect(stream.outOfOrder == 1)
    }

    @Test(arguments: [
        ([0, 1, 2], false), ([0, 2], true), ([0, 1, 1], true), ([0, 1, 3, 2], true),
        // A loss and a duplicate do not make up for each other.
        ([0, 1, 1, 3], true),
    ])
    func `one lost, duplicate or late packet troubles a stream`(_ numbers: [Int], _ isTroubled: Bool) throws {
        let packets = numbers.enumerated().map { ($1, Int64($0) * 20) }
        #expect(try stream(packets).isTroubled == isTroubled)
    }

    @Test func `a packet may be a header alone, with contributing sources and the extension`() {
        let fixed: [UInt8] = [0x91, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
        let whole = fixed + [0, 0, 0, 2] + [0xBE, 0xDE, 0, 1, 0, 0, 0, 0]
        #expect(header([0x80] + fixed.dropFirst())?.byteCount == 12)
        #expect(header(whole)?.byteCount == 24)
        for count in 0..<whole.count { #expect(header(Array(whole.prefix(count))) == nil) }
    }

    @Test(arguments: [0, 4, 11]) func `a header that ends too soon is none`(_ count: Int) {
        let bytes = CaptureBytes.rtp(1, timestamp: 1, ssrc: 1)
        #expect(header(Array(bytes.prefix(count))) == nil)
    }

    @Test func `contributing sources and the extension belong to the header`() {
        let fixed: [UInt8] = [0x91, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
        let bytes = fixed + [0, 0, 0, 2] + [0xBE, 0xDE, 0, 1, 0, 0, 0, 0] + [9]
        #expect(header(bytes)?.byteCount == 24)
    }

    @Test func `sequence numbers are next, duplicate or late, across the wrap`() {
        var window = SequenceWindow(65_534)
        #expect(window.add(65_535) == .next)
        #expect(window.add(1) == .next)
        #expect(window.add(0) == .late)
        #expect(window.add(0) == .duplicate)
        #expect(window.add(65_534) == .duplicate)
        #expect(window.add(200) == .next)
        #expect(window.add(100) == .late)
        #expect(window.add(137) == .late)
        #expect(window.add(137) == .duplicate)
    }
}
