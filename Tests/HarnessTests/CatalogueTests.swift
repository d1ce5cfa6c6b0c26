import Foundation
import ProgramTesting
import Testing

@testable import Journal

/// The catalogue as a whole, run once by the built executable, and its captures as two programs of others read them.
@Suite struct CatalogueTests {
    /// The package's folder.
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `every scenario passes, and its datagrams and bodies are as tshark and the schema have them`() throws {
        let catalogue = try CatalogueRun.shared()
        let folder = catalogue.folder
        #expect(catalogue.outcome.status == 0, "\(catalogue.outcome.output)")
        let report = try JSON(parsing: try folder.bytes(of: "report.json"))
        let captures = try #require(report["scenarios"]?.elements).compactMap { Verdict($0) }
            .filter { $0.capture != "off" }
            .map { Capture(verdict: $0, path: folder.path + "/.rollcall/\($0.id)/capture.pcap") }
        #expect(captures.count >= 40)
        let readable = try captures.filter { try !$0.hasGarbage }
        #expect(try Tshark(folder: folder).complaints(ofMany: readable) == [])
        let script = Self.root.appendingPathComponent("Scripts/wire-bodies").path
        try expectSchema(captures, Program.python(in: folder), script)
    }

    /// The scenarios that send a damaged body, nulls for absent fields, or an event with the fields of others, on purpose.
    /// The validator must find it.
    private static let damaged: Set = [
        "CALLS-19", "CALLS-20", "CALLS-173", "EVENTS-190", "FOREIGN-17", "EDGE-190.nulls", "EDGE-190.nullData",
        "EDGE-190.nullsChangeNothing", "EDGE-190.joinWithNulls", "EDGE-191.goLiveWithNulls",
    ]

    /// The bodies of captures follow `Docs/wire.cddl`, as pycddl finds, but for those that are damaged on purpose.
    private func expectSchema(_ captures: [Capture], _ python: Program, _ script: String) throws {
        let check = try python.run(["-B", script] + captures.map(\.path))
        let complaints = check.output.split(separator: "\n").filter { $0.contains(" breaks ") }
        func isAbout(_ line: Substring, _ id: String) -> Bool { line.contains("/\(id)/") || line.contains("/\(id).") }
        let blamed = Self.damaged.filter { id in complaints.contains { isAbout($0, id) } }
        let others = complaints.filter { line in !Self.damaged.contains { isAbout(line, $0) } }
        #expect(others.isEmpty, "\(others.joined(separator: "\n"))")
        #expect(blamed == Self.damaged && check.status == 1, "\(check.output.suffix(2000))\(check.errors)")
    }
}

/// The capture of one scenario.
private struct Capture {
    let verdict: Verdict
    let path: String

    /// True when bytes are sent on purpose that no decoder reads, by a participant or by an intruder in its name.
    var hasGarbage: Bool {
        get throws {
            let text = try String(contentsOfFile: verdict.file, encoding: .utf8)
            return ["babble:", "intruder:"].contains { text.contains($0) }
        }
    }
}

/// The judgement of tshark on captures. It must take each packet for CoAP or for media on its port, find a CBOR body
/// where one is whole, and call nothing malformed, but for what an intruder sends on purpose.
private struct Tshark {
    let folder: Folder

    /// A packet's field that is compared, as tshark names it.
    private static let fields = [
        "frame.protocols", "coap.opt.ctype", "coap.payload_length", "_ws.expert.severity", "coap.code", "ip.src",
        "coap.block.reassembled.length",
    ]

    /// The severity of what tshark calls malformed and no mere warning: an option that it does not know yet (RFC 9175)
    /// is one.
    private static let error = "8388608"

    /// The protocols of the catalogue.
    private static let protocols: Set<Substring> = ["coap", "stun", "rtp", "rtcp"]

    /// The complaints on many captures.
    ///
    /// Starting tshark takes longer than reading a capture. So captures are joined, and read one by one only where the
    /// joined ones have a complaint: joined captures share addresses and ports, which can make tshark mistake them.
    func complaints(ofMany captures: [Capture]) throws -> [String] {
        var rest = captures[...]
        var complaints: [String] = []
        while !rest.isEmpty {
            let some = rest.prefix(40)
            rest = rest.dropFirst(40)
            guard try !self.complaints(of: Array(some), named: "joined").isEmpty else { continue }
            for capture in some { complaints += try self.complaints(of: [capture], named: capture.verdict.id) }
        }
        return complaints
    }

    private func complaints(of captures: [Capture], named name: String) throws -> [String] {
        let joined = folder.path + "/joined.pcap"
        let tools = Program(at: "/usr/bin/env", in: folder)
        let merged = try tools.run(["mergecap", "-a", "-F", "pcap", "-w", joined] + captures.map(\.path))
        let options = ["tshark", "-r", joined, "-d", "udp.port==5004,rtp", "-T", "fields"]
        let read = try tools.run(options + Self.fields.flatMap { ["-e", $0] })
        try #require(merged.status == 0 && read.status == 0, "\(merged.errors)\(read.errors)")
        let lines = read.output.split(separator: "\n")
        let count = captures.reduce(0) { $0 + $1.verdict.datagramsSent }
        let counted = lines.count == count ? [] : ["\(name): \(lines.count) packets of \(count)"]
        return counted + lines.filter { !isGood($0) }.map { "\(name): \($0)" }
    }

    private func isGood(_ line: Substring) -> Bool {
        let values = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        if values[5].hasSuffix(".251") { return true }
        // tshark joins blocks of several bodies where only the ETag tells them apart (RFC 7959 section 2.4).
        if values[3].contains(Self.error), values[6].isEmpty { return false }
        let protocols = values[0].split(separator: ":")
        guard !Self.protocols.isDisjoint(with: protocols) else { return false }
        if values[2].isEmpty { return true }
        // A refusal of a damaged request may carry words for people (RFC 7252 section 5.5.2).
        if values[1].isEmpty, let code = Int(values[4]), (128..<192).contains(code) { return true }
        return values[1] == "application/cbor" && protocols.contains("cbor")
    }
}
