import Foundation
import Testing
import Timing
import Wire

@testable import Capture

/// The files that are written, byte by byte.
@Suite struct WrittenFileTests {
    private static let from = SocketAddress(host: HostAddress(127, 1, 2, 3), port: 40_000)
    private static let to = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)
    /// The frame of a datagram of three bytes between them, with both checksums.
    private static let frame: [UInt8] =
        [UInt8](repeating: 0, count: 12) + [
            8, 0, 0x45, 0, 0, 31, 0, 0, 0x40, 0, 64, 17, 0x3A, 0xC9, 127, 1, 2, 3, 127, 0, 0, 1, 0x9C, 0x40, 0x16, 0x33,
            0, 11, 0x3D, 0x57, 7, 8, 9,
        ]

    private func path(_ name: String) throws -> String { try Probe.scratchFolder().appending(path: name).path }
    private func bytes(of file: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: file))) }

    private func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }

    @Test func `a file has the header, the time and the frame of each datagram`() throws {
        let file = try path("a.pcap")
        let writer = try DatagramFile(file, epoch: Timestamp(milliseconds: 2_500))
        writer.append([7, 8, 9], from: Self.from, to: Self.to, at: Instant(nanoseconds: 600_000_001))
        writer.append([UInt8](repeating: 0, count: 65_508), from: Self.from, to: Self.to, at: .start)
        try writer.flush()
        let header: [UInt8] = [0x4D, 0x3C, 0xB2, 0xA1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 8)
        let expected = header + little(65_549) + little(1) + little(3) + little(100_000_001) + little(45) + little(45)
        #expect(try bytes(of: file) == expected + Self.frame)
    }

    @Test func `a later flush still has the reason of the first write that failed`() throws {
        let writer = try DatagramFile("/dev/full", epoch: Timestamp(milliseconds: 0))
        writer.append([7, 8, 9], from: Self.from, to: Self.to, at: .start)
        for _ in 0..<2 {
            let error = #expect(throws: CaptureError.self) { try writer.flush() }
            #expect(error?.description == "cannot write the capture /dev/full: No space left on device")
        }
    }

    @Test func `a packet behind a router is counted and has no ports`() throws {
        let file = try path("b.pcap")
        let session = try CaptureSession(environment: try CaptureEnvironment.prepare(.ledger), file: file)
        #expect(session.kind == .ledger)
        session.record(packet: [0x45, 1, 2], at: Instant(nanoseconds: 5))
        session.record(from: Self.from, to: Self.to, bytes: [7, 8, 9], at: Instant(nanoseconds: 6))
        session.record(packet: [], at: Instant(nanoseconds: 7))
        let totals = try session.finish(at: .start)
        var digest = PayloadDigest()
        digest.add([7, 8, 9].span)
        #expect(totals.sent == 3 && totals.captured == 3 && totals.payloadDigest == digest.value)
        #expect(totals.foreign == 0 && totals.cut == 0 && totals.dropped == 0)
        let packets = try CaptureFile(file).packets()
        #expect(
            packets.map(\.bytes) == [
                Array(Self.frame.prefix(14)) + [0x45, 1, 2], Self.frame, Array(Self.frame.prefix(14)),
            ])
        #expect(packets.map(\.record.number) == [1, 2, 3])
        #expect(packets.map { $0.record.instant().nanoseconds } == [5, 6, 7])
    }

    @Test func `without a capture nothing is written or counted`() throws {
        let file = try path("c.pcap")
        let session = try CaptureSession(environment: try CaptureEnvironment.prepare(.off), file: file)
        session.record(from: Self.from, to: Self.to, bytes: [1], at: .start)
        session.record(packet: [1], at: .start)
        session.drain(at: .start)
        #expect(try session.finish(at: .start) == CaptureTotals())
        #expect(session.kind == .off && !FileManager.default.fileExists(atPath: file))
    }

    @Test func `a filter selects packets, which keep their numbers`() throws {
        let file = try ledgerFile([[1], [2, 2], [3], [4, 4]])
        let few = try CaptureFile(file)
        try few.select("udp[4:2] = 10")
        #expect(try few.packets().map(\.record.number) == [2, 4])
        let all = try CaptureFile(file)
        try all.select("udp[4:2] = 10", skipsOthers: false)
        #expect(try all.packets().map(\.record.isSelected) == [false, true, false, true])
        #expect(try CaptureFile(file).packets().allSatisfy(\.record.isSelected))
        let error = #expect(throws: CaptureFileError.self) { try few.select("udp and") }
        #expect(error?.description.hasPrefix("the filter `udp and` is not valid: ") == true)
    }

    @Test func `a copy has the kept packets with their times`() throws {
        let (file, copy) = (try ledgerFile([[1], [2], [3]]), try path("copy.pcap"))
        let whole = try CaptureFile(file)
        try whole.startCopy(to: copy)
        whole.keep()
        while let packet = try whole.next() {
            if packet.record.number != 2 { whole.keep() }
        }
        try whole.finishCopy()
        whole.keep()
        let kept = try CaptureFile(copy).packets()
        #expect(kept.map { $0.record.instant().nanoseconds } == [0, 2] && kept.compactMap(\.bytes.last) == [1, 3])
        let error = #expect(throws: CaptureFileError.self) { try whole.startCopy(to: "/nonexistent/x") }
        #expect(error?.description == "cannot write /nonexistent/x: No such file or directory")
        let full = try CaptureFile(file)
        try full.startCopy(to: "/dev/full")
        while try full.next() != nil { full.keep() }
        let noSpace = #expect(throws: CaptureFileError.self) { try full.finishCopy() }
        #expect(noSpace?.description == "cannot write /dev/full: No space left on device")
        CaptureFile.delete(copy)
        #expect(!FileManager.default.fileExists(atPath: copy))
    }

    @Test func `a time has its seconds and nanoseconds, within the range of the format`() {
        func stamp(_ epoch: Int64, _ nanoseconds: Int64) -> [Int] {
            let stamp = CaptureStamp(
                epoch: Timestamp(milliseconds: epoch), instant: Instant(nanoseconds: nanoseconds))
            return [stamp.seconds, stamp.nanoseconds]
        }
        #expect(stamp(1_500, 499_999_999) == [1, 999_999_999] && stamp(1_500, 500_000_000) == [2, 0])
        #expect(stamp(0, -1) == [0, 0] && stamp(1, -1_000_000) == [0, 0] && stamp(1, -999_999) == [0, 1])
        #expect(stamp(0, .max) == stamp(.max, 0) && stamp(0, .max) == [9_223_372_036, 854_775_807])
        let record = CaptureFile.Record(number: 1, nanosecondsSince1970: 5, wireLength: 1, isSelected: true)
        #expect(record.instant(since: Timestamp(milliseconds: 0)).nanoseconds == 5)
        #expect(record.instant(since: Timestamp(milliseconds: 1)).nanoseconds == -999_995)
        #expect(record.instant(since: Timestamp(milliseconds: .max)).nanoseconds == .max)
    }

    @Test func `a captured frame without meaning in its fields is made like a written one`() throws {
        var frame = EthernetFrame()
        for (offset, value) in [(18, UInt8(0x12)), (40, 0xFF), (24, 0x55)] {
            var captured = Self.frame
            captured[offset] = value
            captured.withUnsafeBytes { frame.copy($0) }
            frame.normalize(try UDPDatagram(captured, linkType: .ethernet))
            #expect(Array(frame.bytes) == Self.frame)
        }
        var unchecked = Self.frame
        (unchecked[40], unchecked[41]) = (0, 0)
        unchecked.withUnsafeBytes { frame.copy($0) }
        frame.normalize(try UDPDatagram(unchecked, linkType: .ethernet))
        #expect(Array(frame.bytes) == unchecked)
        var divisible = Self.frame
        (divisible[18], divisible[20]) = (0x12, 0)
        divisible.withUnsafeBytes { frame.copy($0) }
        frame.normalize(try UDPDatagram(divisible, linkType: .ethernet))
        #expect(Array(frame.bytes) == divisible)
    }

    @Test func `a frame has nothing of the frame before it`() {
        let dirty = [UInt8](repeating: 0xFF, count: 64)
        var frame = EthernetFrame()
        dirty.withUnsafeBytes { frame.copy($0) }
        #expect(Array(frame.bytes) == dirty)
        frame.compose(packet: [0x45, 1, 2])
        #expect(Array(frame.bytes) == Array(Self.frame.prefix(14)) + [0x45, 1, 2])
        dirty.withUnsafeBytes { frame.copy($0) }
        frame.compose(from: Self.from, to: Self.to, payload: [7, 8, 9])
        #expect(Array(frame.bytes) == Self.frame)
    }

    @Test func `totals that disagree say how`() {
        func totals(_ sent: Int, _ captured: Int, foreign: Int = 0, cut: Int = 0, dropped: Int = 0) -> CaptureTotals {
            var totals = CaptureTotals()
            (totals.sent, totals.captured, totals.foreign, totals.cut, totals.dropped) =
                (sent, captured, foreign, cut, dropped)
            return totals
        }
        #expect(totals(2, 2).mismatch == nil && totals(2, 2, foreign: 1, dropped: 1).mismatch == nil)
        #expect(totals(2, 1).mismatch == "2 datagrams sent, 1 captured, 0 dropped by the kernel")
        #expect(totals(2, 2, dropped: 1).mismatch == "2 datagrams sent, 2 captured, 1 dropped by the kernel")
        let cut = "1 datagrams were longer than the 1878 bytes that a capture holds"
        #expect(totals(2, 2, cut: 1).mismatch == cut && totals(2, 2, cut: 1).shortfall == cut)
        #expect(totals(1, 2).mismatch != nil && totals(1, 2).shortfall == nil)
        #expect(totals(1, 2, cut: 1).shortfall != nil && totals(1, 2, dropped: 1).shortfall != nil)
        #expect(totals(2, 1).shortfall != nil && totals(2, 2).shortfall == nil)
        #expect(CaptureSession.ringCapacity == 2048 && CaptureSession.largestDatagram == 1878)
    }

    @Test func `a file of blocks is written in pieces and whole`() throws {
        let file = try path("d.pcapng")
        let writer = try PcapngFile(
            file, blocks: PcapngBlocks(linkType: .ethernet, snapLength: 65_535, application: "a"))
        try writer.proceed()
        #expect(writer.blocks.count == 80)
        let piece = [UInt8](repeating: 1, count: 65_536 - 80 - 32)
        writer.blocks.add(piece.span, wireLength: piece.count, nanosecondsSince1970: -1)
        #expect(writer.blocks.count == 65_536)
        try writer.proceed()
        #expect(writer.blocks.count == 0)
        writer.blocks.add(names: [])
        #expect(writer.blocks.count == 0)
        writer.blocks.add([1].span, wireLength: 1, nanosecondsSince1970: 1)
        try writer.finish()
        let packets = try CaptureFile(file).packets()
        #expect(packets.map(\.bytes.count) == [65_424, 1])
        #expect(packets.map(\.record.nanosecondsSince1970) == [0, 1])
    }
}
