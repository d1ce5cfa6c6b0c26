import Chance
import Foundation
import Testing

@testable import Inspection

private let tshark = "/usr/bin/tshark"

/// An independent decoder must come to the same figures.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: tshark)))
struct TsharkTests {
    private func run(_ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: tshark)
        process.arguments = words
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    /// Streams with jitter, loss, duplicates, late packets, markers and a wrap of sequence numbers and timestamps.
    private func media(seed: UInt64) -> CaptureBytes {
        var generator = RandomStream(seed: seed)
        var packets: [(time: Int64, port: Int, bytes: [UInt8])] = []
        for (index, type) in [UInt8(0), 8, 34, 96, 13, 18].enumerated() {
            let step: UInt32 = type == 34 ? 1800 : 160
            var timestamp = UInt32(truncatingIfNeeded: generator.next())
            for number in 65_000..<66_000 {
                timestamp &+= step
                guard !generator.chance(0.03) else { continue }
                let bytes = CaptureBytes.rtp(
                    number, timestamp: timestamp, ssrc: UInt32(index + 1), type: type, marker: generator.chance(0.02))
                let time = Int64(number - 65_000) * 20_000_000 + Int64(generator.unit() * 30_000_000)
                packets.append((time, 20_000 + index, bytes))
                if generator.chance(0.02) { packets.append((time + 1000, 20_000 + index, bytes)) }
            }
        }
        var capture = CaptureBytes()
        for packet in packets.sorted(by: { $0.time < $1.time }) {
            capture.add(packet.bytes, from: "127.1.0.1:\(packet.port)", to: "127.0.1.1:5004", at: packet.time)
        }
        return capture
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `the table of RTP streams has tshark's figures`(_ seed: UInt64) throws {
        let scratch = try Scratch()
        let bytes = media(seed: seed).bytes
        let mine = try rows(scratch.inspect(bytes, .rtp).text)
        let file = try scratch.write(bytes)
        let theirs = try theirRows(run(["-r", file, "-d", "udp.port==5004,rtp", "-q", "-z", "rtp,streams"]))
        #expect(mine.count == 6)
        #expect(theirs.count == 6)
        for (port, row) in mine {
            let other = try #require(theirs[port])
            for (value, expected) in zip(row, other) {
                #expect(abs(value - expected) <= max(0.0015, abs(expected) * 0.001), "port \(port): \(row) \(other)")
            }
        }
    }

    /// Packets, lost, delta and jitter by source port.
    private func rows(_ text: String) throws -> [Int: [Double]] {
        var rows: [Int: [Double]] = [:]
        for line in text.lines.dropFirst() {
            let words = line.split(separator: " ").map(String.init)
            let port = try #require(words[2].split(separator: ":").last.flatMap { Int($0) })
            rows[port] = ([words[6], words[7]] + words[11...16]).compactMap(Double.init)
        }
        return rows
    }

    private func theirRows(_ text: String) throws -> [Int: [Double]] {
        var rows: [Int: [Double]] = [:]
        for line in text.lines {
            let words = line.split(separator: " ").map(String.init)
            guard words.count >= 16, let port = Int(words[3]), let lost = words.firstIndex(where: { $0.hasPrefix("(") })
            else { continue }
            // Where a rate is not known, tshark's least jitter is -1.
            rows[port] = (words[lost - 2..<lost] + words[lost + 1...lost + 6]).compactMap(Double.init).map {
                max(0, $0)
            }
        }
        return rows
    }

    @Test func `tshark counts the same CoAP messages`() throws {
        let scratch = try Scratch()
        let capture = Talk.call().capture
        let file = try scratch.write(capture.bytes)
        let fields = try run(["-r", file, "-T", "fields", "-e", "coap.type", "-e", "coap.code", "-e", "_ws.malformed"])
        let theirs = fields.split(separator: "\n", omittingEmptySubsequences: false).prefix(capture.count)
        let mine = try scratch.inspect(capture.bytes, .json).text.lines
        for (line, other) in zip(mine, theirs) where !line.contains(#""is":"malformed""#) {
            let values = other.split(separator: "\t", omittingEmptySubsequences: false)
            let code = try #require(values.dropFirst().first.flatMap { Int($0) })
            let text = "\(code >> 5).\(code & 31 < 10 ? "0" : "")\(code & 31)"
            #expect(line.contains("\"code\":\"\(text)\""), "\(line) \(other)")
            let type = ["CON", "NON", "ACK", "RST"][Int(values[0]) ?? 0]
            #expect(line.contains("\"type\":\"\(type)\""), "\(line) \(other)")
        }
        #expect(mine.count == theirs.count)
    }

    @Test func `tshark reads the selection that was written`() throws {
        let scratch = try Scratch()
        let copy = scratch.url.appending(path: "copy.pcap").path
        _ = try scratch.inspect(Talk.call().capture.bytes, .packets) {
            $0.selection.call = "default:other"
            $0.copy = copy
        }
        let lines = try run(["-r", copy, "-T", "fields", "-e", "coap.code"]).lines
        #expect(lines == ["1", "132"])
    }
}
