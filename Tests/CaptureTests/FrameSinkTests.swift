import Foundation
import Testing
import Timing
import Wire

@testable import Capture

/// Captured frames on their way into a file.
@Suite struct FrameSinkTests {
    private static let from = SocketAddress(host: HostAddress(127, 1, 2, 3), port: 40_000)
    private static let to = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)

    private func frame(_ payload: [UInt8], from source: SocketAddress = from) -> [UInt8] {
        var frame = EthernetFrame()
        frame.compose(from: source, to: Self.to, payload: payload)
        return Array(frame.bytes)
    }

    private func write(_ frame: [UInt8], to sink: FrameSink, wireLength: Int? = nil) {
        frame.withUnsafeBufferPointer {
            sink.write(
                $0, wireLength: wireLength ?? frame.count, kernelTime: CaptureStamp(seconds: 7, nanoseconds: 8))
        }
    }

    private func digest(_ payloads: [UInt8]...) -> UInt64 {
        var digest = PayloadDigest()
        for payload in payloads { digest.add(payload.span) }
        return digest.value
    }

    private func sink(_ file: String, keepsKernelTime: Bool = false, isShared: Bool = false) throws -> FrameSink {
        try FrameSink(
            file: file, epoch: Timestamp(milliseconds: 1_000), keepsKernelTime: keepsKernelTime, isShared: isShared)
    }

    @Test(arguments: [false, true])
    func `a captured frame has the instant of its drain, or the kernel's time`(_ keepsKernelTime: Bool) throws {
        let file = try Probe.scratchFolder().appending(path: "a.pcap").path
        let sink = try sink(file, keepsKernelTime: keepsKernelTime)
        write(frame([1]), to: sink)
        sink.setTime(Instant(nanoseconds: 2_000_000_003))
        write(frame([2, 3]), to: sink)
        sink.countSent(from: Self.from)
        let totals = try sink.finish(dropped: 4)
        #expect(totals.sent == 1 && totals.captured == 2 && totals.foreign == 0 && totals.cut == 0)
        #expect(totals.dropped == 4 && totals.payloadDigest == digest([1], [2, 3]))
        let packets = try CaptureFile(file).packets()
        #expect(packets.map(\.bytes) == [frame([1]), frame([2, 3])])
        let kernel: [Int64] = [7_000_000_008, 7_000_000_008]
        #expect(
            packets.map(\.record.nanosecondsSince1970) == (keepsKernelTime ? kernel : [1_000_000_000, 3_000_000_003]))
    }

    @Test func `on a shared interface a datagram of another source is left out until a socket has sent from there`()
        throws
    {
        let file = try Probe.scratchFolder().appending(path: "b.pcap").path
        let sink = try sink(file, isShared: true)
        let other = SocketAddress(host: Self.from.host, port: 40_001)
        write(frame([1]), to: sink)
        sink.countSent(from: Self.from)
        write(frame([2]), to: sink)
        write(frame([3], from: other), to: sink)
        sink.countSent(from: other)
        write(frame([4], from: other), to: sink)
        let totals = try sink.finish(dropped: 0)
        #expect(totals.sent == 2 && totals.captured == 2 && totals.foreign == 2)
        #expect(totals.payloadDigest == digest([2], [4]))
        #expect(try CaptureFile(file).packets().map { $0.bytes.last } == [2, 4])
    }

    @Test func `a frame that holds no datagram is another's, and one that is cut is kept as it is`() throws {
        let file = try Probe.scratchFolder().appending(path: "c.pcap").path
        let sink = try sink(file)
        let whole = frame([1, 2, 3])
        var marked = whole
        marked[18] = 0x12
        write(Array(whole.prefix(30)), to: sink)
        write(Array(marked.dropLast()), to: sink, wireLength: marked.count)
        write(marked, to: sink)
        write(Array(whole.dropLast()), to: sink)
        let totals = try sink.finish(dropped: 0)
        #expect(totals.captured == 2 && totals.foreign == 2 && totals.cut == 1 && totals.sent == 0)
        #expect(totals.payloadDigest == digest([1, 2], [1, 2, 3]))
        let packets = try CaptureFile(file).packets()
        #expect(packets.map(\.bytes) == [Array(marked.dropLast()), whole])
        #expect(packets.map(\.record.wireLength) == [45, 45])
    }

    @Test func `a datagram and a packet of a ledger have the instant that was set`() throws {
        let file = try Probe.scratchFolder().appending(path: "d.pcap").path
        let sink = try sink(file)
        sink.setTime(Instant(nanoseconds: 5))
        sink.write(from: Self.from, to: Self.to, payload: [9])
        sink.write(packet: [0x45])
        let totals = try sink.finish(dropped: 0)
        #expect(totals.sent == 1 && totals.captured == 2 && totals.payloadDigest == digest([9]))
        let packets = try CaptureFile(file).packets()
        #expect(packets.map(\.record.nanosecondsSince1970) == [1_000_000_005, 1_000_000_005])
        #expect(packets.map(\.bytes) == [frame([9]), Array(frame([]).prefix(14)) + [0x45]])
    }

    @Test func `an address of IPv6 shortens the first of its longest zeros`() {
        let addresses: [(UInt64, UInt64, String)] = [
            (0x0001_0000_0000_0002, 0x0000_0000_0003_0004, "1::2:0:0:3:4"),
            (0x0001_0000_0002_0000, 0x0000_0003_0000_0000, "1:0:2::3:0:0"),
            (0x0001_0000_0002_0000, 0x0000_0000_0003_0000, "1:0:2::3:0"), (0x0001_0000_0000_0000, 0, "1::"),
            (0, 0xFFFE_7F00_0001, "::fffe:7f00:1"), (1, 0xFFFF_7F00_0001, "::1:0:ffff:7f00:1"),
            (0xABCD_0123_0045_0006, 0x0007_0008_0009_0000, "abcd:123:45:6:7:8:9:0"),
        ]
        for (high, low, text) in addresses { #expect(IPAddress(high: high, low: low).description == text) }
    }
}
