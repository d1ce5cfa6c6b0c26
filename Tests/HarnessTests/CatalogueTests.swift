import Foundation
import ProgramTesting
import Testing

@testable import Journal

/// The catalogue as a whole, run by the built executable.
@Suite struct CatalogueTests {
    /// The folder of the package, found from this file's place in it.
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `every scenario passes, and an independent decoder understands every datagram`() throws {
        let folder = try Folder()
        let rollcall = try Program("rollcall", in: folder)
        let scenarios = Self.root.appendingPathComponent("Scenarios").path
        let outcome = try rollcall.run("run", scenarios, "--report", "json=report.json")
        #expect(outcome.status == 0, "\(outcome.output)")
        let report = try JSON(parsing: try folder.bytes(of: "report.json"))
        let verdicts = try #require(report["scenarios"]?.elements).compactMap { Verdict($0) }
        #expect(verdicts.count >= 40)
        for verdict in verdicts where try verdict.capture != "off" && !sendsGarbage(verdict) {
            try expectDecoded(folder.path + "/.rollcall/\(verdict.id)/capture.pcap", verdict)
        }
    }

    /// Whether a participant of the scenario sends what nobody can read.
    private func sendsGarbage(_ verdict: Verdict) throws -> Bool {
        try String(contentsOfFile: verdict.file, encoding: .utf8).contains("babble:")
    }

    /// What tshark calls malformed and no mere warning: an option that it does not know yet (RFC 9175) is one.
    private static let errorSeverity = "8388608"

    /// What the packets of scenarios speak.
    private static let protocols: Set<Substring> = ["coap", "stun", "rtp", "rtcp"]

    /// tshark must take each packet for CoAP or for media on its port, find a CBOR body wherever one is whole, and call
    /// nothing malformed, but for what an intruder sends on purpose.
    private func expectDecoded(_ capture: String, _ verdict: Verdict) throws {
        let fields = [
            "frame.protocols", "coap.opt.ctype", "coap.payload_length", "_ws.expert.severity", "coap.code", "ip.src",
            "coap.block.reassembled.length",
        ]
        let lines = try Self.execute(
            ["tshark", "-r", capture, "-d", "udp.port==5004,rtp", "-T", "fields"] + fields.flatMap { ["-e", $0] }
        ).split(separator: "\n")
        #expect(lines.count == verdict.datagramsSent, "\(verdict.id)")
        for line in lines {
            let values = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard !values[5].hasSuffix(".251") else { continue }
            // tshark joins blocks of several bodies where only the ETag tells them apart (RFC 7959 section 2.4).
            let isMalformed = values[3].contains(Self.errorSeverity) && values[6].isEmpty
            let protocols = values[0].split(separator: ":")
            #expect(
                !Self.protocols.isDisjoint(with: protocols) && !isMalformed,
                "\(verdict.id): \(line)")
            guard !values[2].isEmpty else { continue }
            // A refusal of a damaged request may carry words for people (RFC 7252 section 5.5.2).
            if values[1].isEmpty, let code = Int(values[4]), (128..<192).contains(code) { continue }
            #expect(values[1] == "application/cbor" && protocols.contains("cbor"), "\(verdict.id): \(line)")
        }
    }

    private static func execute(_ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(words.joined(separator: " ")) failed; is tshark installed?")
        return text
    }
}
