import Capture
import Foundation
import Testing

@Suite struct CaptureFileTests {
    private func write(_ bytes: some Sequence<UInt8>) throws -> String {
        let file = try Probe.scratchFolder().appending(path: "damaged.pcap")
        try Data(bytes).write(to: file)
        return file.path
    }

    @Test func `a file cut at any byte gives its whole packets and then an error, or the end between two`() throws {
        let whole = try Data(contentsOf: URL(filePath: ledgerFile([[1, 2, 3], [], [4, 5]])))
        let ends = [24, 24 + 16 + 45, 24 + 32 + 45 + 42]
        let file = try write([])
        for count in 0..<whole.count {
            try whole.prefix(count).write(to: URL(filePath: file))
            guard count >= 24 else {
                #expect(throws: CaptureFileError.self) { try CaptureFile(file) }
                continue
            }
            let capture = try CaptureFile(file)
            let complete = ends.filter { $0 <= count }.count - 1
            for _ in 0..<complete { #expect(try capture.next() != nil) }
            if ends.contains(count) {
                #expect(try capture.next() == nil)
            } else {
                let error = #expect(throws: CaptureFileError.self) { try capture.next() }
                guard case .damaged(_, let after, let offset, let reason) = error else { continue }
                #expect(after == complete)
                #expect(offset == UInt64(ends[complete]))
                let part = count - ends[complete] < 16 ? "header" : "captured"
                #expect(reason.hasPrefix("truncated dump file;") && reason.contains(" \(part) bytes,"), "\(reason)")
            }
        }
    }

    @Test func `flipped bits never give bytes beyond the file`() throws {
        let whole = try Data(contentsOf: URL(filePath: ledgerFile([[1, 2, 3], [4, 5]])))
        let file = try write([])
        var refused = 0
        for index in whole.indices {
            var damaged = whole
            damaged[index] ^= 0x81
            try damaged.write(to: URL(filePath: file))
            do {
                let packets = try CaptureFile(file).packets()
                #expect(packets.reduce(0) { $0 + $1.bytes.count } <= whole.count)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 10)
    }

    @Test func `an invalid capture is an error with its name`() throws {
        let file = try write(Array("id: RING-01, which is not a capture".utf8))
        let error = #expect(throws: CaptureFileError.self) { try CaptureFile(file) }
        #expect(error?.description == "\(file): it is not a capture, neither pcap nor pcapng")
        let missing = #expect(throws: CaptureFileError.self) { try CaptureFile("/nonexistent.pcap") }
        #expect(missing?.description == "/nonexistent.pcap: No such file or directory")
    }

    @Test func `a header that ends early is an error with its place`() throws {
        let whole = try Data(contentsOf: URL(filePath: ledgerFile([[1]])))
        let file = try write(whole.prefix(10))
        let error = #expect(throws: CaptureFileError.self) { try CaptureFile(file) }
        let message = error?.description ?? ""
        #expect(message.hasPrefix("\(file): in the header at byte 0: "), "\(message)")
    }

    @Test func `an old file with microseconds is read in nanoseconds`() throws {
        let header: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 8)
        let file = try write(
            header + [0xFF, 0xFF, 0, 0, 101, 0, 0, 0] + [1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 0x45])
        let capture = try CaptureFile(file)
        let packet = try #require(try capture.next())
        #expect(packet.record.nanosecondsSince1970 == 1_000_002_000)
        #expect(packet.record.wireLength == 5)
        #expect(packet.bytes == [0x45])
        #expect(capture.linkType == .raw)
    }
}
