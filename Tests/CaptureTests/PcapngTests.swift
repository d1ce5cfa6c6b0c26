import Capture
import Foundation
import Testing
import Wire

@Suite struct PcapngTests {
    private static let alice = IPAddress(HostAddress(127, 1, 0, 1))
    private static let carol = IPAddress(high: 0x2001_0DB8_0000_0000, low: 7)

    /// A file with names and two packets, of which the second has two comments.
    private func blocks() -> PcapngBlocks {
        var blocks = PcapngBlocks(linkType: .ethernet, snapLength: 4096, application: "test")
        blocks.add(names: [(host: Self.alice, name: "alice"), (host: Self.carol, name: "carol")])
        let first = Self.frame(from: [127, 1, 0, 1], [1, 2, 3])
        blocks.add(first.span, wireLength: first.count, nanosecondsSince1970: 1_767_225_600_000_000_001)
        let second = Self.frame(from: [127, 0, 0, 1], [4])
        blocks.add(
            second.span, wireLength: 900, nanosecondsSince1970: 1_767_225_600_250_000_000,
            comments: ["lost on purpose: loss", "caused alice.callingState: idle → incoming"])
        return blocks
    }

    private static func frame(from host: [UInt8], _ payload: [UInt8]) -> [UInt8] {
        let length = UInt8(28 + payload.count)
        return [UInt8](repeating: 0, count: 12) + [8, 0, 0x45, 0, 0, length, 0, 0, 0x40, 0, 64, 17, 0, 0] + host
            + [127, 0, 0, 9, 0x9C, 0x40, 0x16, 0x33, 0, UInt8(8 + payload.count), 0, 0] + payload
    }

    private func write() throws -> String {
        let file = try Probe.scratchFolder().appending(path: "capture.pcapng").path
        let writer = try PcapngFile(file, blocks: blocks())
        try writer.proceed()
        try writer.finish()
        return file
    }

    @Test func `each block is as the format's description has it`() {
        var blocks = PcapngBlocks(linkType: .raw, snapLength: 262_144, application: "abc")
        let section: [UInt8] =
            [0x0A, 0x0D, 0x0D, 0x0A, 40, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0]
            + [UInt8](repeating: 0xFF, count: 8) + [4, 0, 3, 0, 0x61, 0x62, 0x63, 0, 0, 0, 0, 0, 40, 0, 0, 0]
        let interface: [UInt8] = [
            1, 0, 0, 0, 40, 0, 0, 0, 101, 0, 0, 0, 0, 0, 4, 0, 2, 0, 2, 0, 0x6C, 0x6F, 0, 0, 9, 0, 1, 0, 9, 0, 0, 0, 0,
            0, 0, 0, 40, 0, 0, 0,
        ]
        #expect(blocks.takeBytes() == section + interface)
        blocks.add(names: [(host: Self.alice, name: "al\0ice")])
        #expect(
            blocks.takeBytes() == [
                4, 0, 0, 0, 32, 0, 0, 0, 1, 0, 10, 0, 127, 1, 0, 1, 0x61, 0x6C, 0x69, 0x63, 0x65, 0, 0, 0, 0, 0, 0, 0,
                32, 0, 0, 0,
            ])
        let packet: [UInt8] = [0xAA, 0xBB, 0xCC]
        blocks.add(packet.span, wireLength: 5, nanosecondsSince1970: 0x1_0203_0405_0607, comments: ["hi"])
        #expect(
            blocks.takeBytes() == [
                6, 0, 0, 0, 48, 0, 0, 0, 0, 0, 0, 0, 3, 2, 1, 0, 7, 6, 5, 4, 3, 0, 0, 0, 5, 0, 0, 0, 0xAA, 0xBB, 0xCC,
                0, 1, 0, 2, 0, 0x68, 0x69, 0, 0, 0, 0, 0, 0, 48, 0, 0, 0,
            ])
    }

    @Test func `libpcap reads back written packets, to the nanosecond`() throws {
        let capture = try CaptureFile(write())
        let packets = try capture.packets()
        #expect(capture.linkType == .ethernet)
        #expect(capture.snapLength == 4096)
        #expect(
            packets.map(\.record.nanosecondsSince1970) == [1_767_225_600_000_000_001, 1_767_225_600_250_000_000])
        #expect(packets.map(\.record.wireLength) == [45, 900])
        #expect(packets.first?.bytes == Self.frame(from: [127, 1, 0, 1], [1, 2, 3]))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tshark")))
    func `tshark shows names and comments`() throws {
        let words = ["/usr/bin/tshark", "-r", try write(), "-N", "n", "-T", "fields"]
        let fields = ["ip.src_host", "frame.comment", "frame.time_epoch", "frame.len"]
        let lines = try Probe.execute(words + fields.flatMap { ["-e", $0] }).output
            .split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        #expect(
            lines == [
                ["alice", "", "1767225600.000000001", "45"],
                [
                    "127.0.0.1", "lost on purpose: loss,caused alice.callingState: idle → incoming",
                    "1767225600.250000000", "900",
                ],
            ])
    }

    @Test func `a file cut at any byte gives its whole packets, and an error that names the bad one`() throws {
        let whole = blocks().takenBytes
        let file = try Probe.scratchFolder().appending(path: "cut.pcapng").path
        for count in whole.indices {
            try Data(whole.prefix(count)).write(to: URL(filePath: file))
            guard let capture = try? CaptureFile(file) else { continue }
            do {
                while let packet = try capture.next() { #expect(packet.bytes.count <= 45) }
            } catch let error as CaptureFileError {
                #expect(error.description.contains("record "))
            }
        }
    }

    @Test func `a file that cannot be written is an error that names it`() throws {
        let missing = #expect(throws: CaptureFileError.self) { try PcapngFile("/nonexistent/x", blocks: blocks()) }
        #expect(missing?.description == "cannot write /nonexistent/x: No such file or directory")
        let full = #expect(throws: CaptureFileError.self) { try PcapngFile("/dev/full", blocks: blocks()).finish() }
        #expect(full?.description == "cannot write /dev/full: No space left on device")
    }

    @Test func `a full disk is an error of the piece that does not fit, and of the end`() throws {
        let expected = CaptureFileError.cannotWrite(file: "/dev/full", reason: "No space left on device")
        // The C library's buffer is smaller than a piece, so the write fails and not the flush.
        let piece = [UInt8](repeating: 1, count: 65_536)
        for isWhole in [false, true] {
            let writer = try PcapngFile("/dev/full", blocks: blocks())
            writer.blocks.add(piece.span, wireLength: piece.count, nanosecondsSince1970: 0)
            #expect(throws: expected) { if isWhole { try writer.finish() } else { try writer.proceed() } }
        }
        let writer = try PcapngFile("/dev/full", blocks: blocks())
        try writer.proceed()
        #expect(throws: expected) { try writer.finish() }
    }
}

extension PcapngBlocks {
    fileprivate var takenBytes: [UInt8] {
        var blocks = self
        return blocks.takeBytes()
    }
}
