import Foundation
import Testing

private let tshark = "/usr/bin/tshark"

@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: tshark)))
struct TsharkTests {
    private let checks = ["-o", "udp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE"]

    @Test(arguments: ["live", "ledger"])
    func `tshark reads times, addresses, checksums and payloads`(_ mode: String) throws {
        let probe = try Probe.run(mode, traffic: "steps", count: 12)
        let fields = ["frame.time_epoch", "ip.src", "udp.dstport", "ip.checksum.status", "udp.checksum.status", "data"]
        let words = [tshark, "-r", probe.file] + checks + ["-T", "fields"] + fields.flatMap { ["-e", $0] }
        let lines = try Probe.execute(words).output.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(lines.count == 12)
        for (index, line) in lines.enumerated() {
            let nanoseconds = String(1_000_000_000 + (index / 3) * 250_000_007 % 1_000_000_000).dropFirst()
            let payload = "datagram \(index)".utf8.map { String($0, radix: 16) }.joined()
            #expect(
                line == [
                    "1767225600.\(nanoseconds)", index.isMultiple(of: 2) ? "127.1.0.1" : "127.0.0.1",
                    index.isMultiple(of: 2) ? "45683" : "40001", "1", "1", Substring(payload),
                ])
        }
    }

    @Test(arguments: ["live", "ledger"])
    func `tshark finds nothing malformed`(_ mode: String) throws {
        let probe = try Probe.run(mode, traffic: "burst", count: 3000)
        let all = try Probe.execute([tshark, "-r", probe.file, "-T", "fields", "-e", "frame.number"])
        #expect(all.output.split(separator: "\n").count == 3000)
        let bad = "_ws.malformed || ip.checksum.status == \"Bad\" || udp.checksum.status == \"Bad\" || icmp"
        let found = try Probe.execute([tshark, "-r", probe.file] + checks + ["-Y", bad])
        #expect(found.status == 0)
        #expect(found.output.isEmpty)
    }
}
