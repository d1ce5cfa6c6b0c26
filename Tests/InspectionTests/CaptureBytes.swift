import Capture
import Foundation
import Wire

@testable import Inspection

/// A capture file that a test makes byte by byte (pcap with nanoseconds, Ethernet unless told otherwise).
struct CaptureBytes {
    private(set) var bytes: [UInt8]
    private(set) var count = 0
    /// Where each record starts, and where the file ends.
    private(set) var starts: [Int] = []
    static let epoch: Int64 = 1_700_000_000_000_000_000

    init(linkType: UInt32 = 1) {
        bytes = Self.little(0xA1B2_3C4D) + [2, 0, 4, 0] + Self.little(0) + Self.little(0)
        bytes += Self.little(262_144) + Self.little(linkType)
        starts = [bytes.count]
    }

    mutating func add(_ packet: [UInt8], at time: Int64, wireLength: Int? = nil) {
        let moment = Self.epoch + time
        bytes += Self.little(UInt32(moment / 1_000_000_000)) + Self.little(UInt32(moment % 1_000_000_000))
        bytes += Self.little(UInt32(packet.count)) + Self.little(UInt32(wireLength ?? packet.count)) + packet
        count += 1
        starts.append(bytes.count)
    }

    mutating func add(_ payload: [UInt8], from: String, to: String, at time: Int64) {
        add(Self.ethernet + Self.ipv4(payload, from: from, to: to), at: time)
    }

    static let ethernet = [UInt8](repeating: 0, count: 12) + [8, 0]

    static func ipv4(_ payload: [UInt8], from: String, to: String) -> [UInt8] {
        let (source, destination) = (endpoint(from), endpoint(to))
        return [0x45, 0] + big(20 + 8 + payload.count) + [0, 0, 0x40, 0, 64, 17, 0, 0] + source.host + destination.host
            + big(source.port) + big(destination.port) + big(8 + payload.count) + [0, 0] + payload
    }

    /// From `2001:db8::1` to `2001:db8::2`, with a hop-by-hop extension header.
    static func ipv6(_ payload: [UInt8], from: Int, to: Int) -> [UInt8] {
        let prefix: [UInt8] = [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11)
        return [0x60, 0, 0, 0] + big(16 + payload.count) + [0, 64] + prefix + [1] + prefix + [2]
            + [17, 0, 1, 4, 0, 0, 0, 0] + big(from) + big(to) + big(8 + payload.count) + [0, 0] + payload
    }

    private static func endpoint(_ text: String) -> (host: [UInt8], port: Int) {
        let parts = text.split(separator: ":")
        let host = parts.first.flatMap { HostAddress($0) }
        return (host?.octets ?? [0, 0, 0, 0], parts.last.flatMap { Int($0) } ?? 0)
    }

    static func big(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 255), UInt8(number & 255)] }

    static func big32(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

    static func little(_ number: UInt32) -> [UInt8] { big32(number).reversed() }

    static func rtp(_ sequence: Int, timestamp: UInt32, ssrc: UInt32, type: UInt8 = 0, marker: Bool = false) -> [UInt8]
    {
        [0x80, type | (marker ? 0x80 : 0)] + big(sequence & 0xFFFF) + big32(timestamp) + big32(ssrc)
            + [UInt8](repeating: 0x55, count: 20)
    }

    static let stun: [UInt8] =
        [0, 1, 0, 8, 0x21, 0x12, 0xA4, 0x42] + [UInt8](repeating: 7, count: 12) + [
            0x80, 0x22, 0, 4, 0x74, 0x65, 0x73, 0x74,
        ]
}

/// A folder for the files of one test, removed with it.
final class Scratch {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "inspection-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func write(_ bytes: [UInt8], to name: String = "capture.pcap") throws -> String {
        let file = url.appending(path: name)
        try Data(bytes).write(to: file)
        return file.path
    }

    /// The packets that a view shows, and the error that ended it.
    func inspect(
        _ bytes: [UInt8], _ view: InspectionRequest.View, width: Int = 100,
        _ change: (inout InspectionRequest) -> Void = { _ in }
    ) throws -> (text: String, error: CaptureFileError?) {
        var request = InspectionRequest(file: try write(bytes), view: view)
        request.width = width
        change(&request)
        return Self.inspect(request)
    }

    static func inspect(_ request: InspectionRequest) -> (text: String, error: CaptureFileError?) {
        var output: [UInt8] = []
        let inspector = Inspector(request) {
            output += $0
            return true
        }
        do throws(CaptureFileError) {
            try inspector.run()
            return (String(decoding: output, as: UTF8.self), nil)
        } catch {
            return (String(decoding: output, as: UTF8.self), error)
        }
    }
}

extension String {
    var lines: [String] { split(separator: "\n").map(String.init) }
}
