import Foundation
import Testing

/// The counts and figures of a capture are those of tshark.
@Suite(.enabled(if: Program(installed: "tshark") != nil))
struct TsharkEqualityTests {
    private let folder = try? Scratch()

    @Test(arguments: OthersTraffic.allCases)
    func `the traffic of other people's programs has tshark's counts and figures`(_ traffic: OthersTraffic) throws {
        for name in traffic.programs { try #require(Program(installed: name) != nil, "run Scripts/setup tests") }
        let file = try traffic.capture(in: #require(folder).url)
        let kinds = try compareCounts(file)
        let streams = try compareStreams(file)
        switch traffic {
        case .sipp:
            #expect(kinds["rtp"] == 120 && kinds["sip", default: 0] >= 5)
            #expect(streams == 2)
        case .ffmpeg:
            #expect(kinds["rtp", default: 0] > 50 && kinds["rtcp", default: 0] > 0)
            #expect(streams == 1)
        case .libcoap: #expect(kinds["coap", default: 0] >= 18 && kinds.count == 1)
        }
    }

    @Test func `the captures of the catalogue have tshark's counts and figures`() throws {
        let folder = try #require(folder).url
        let groups = try FileManager.default.contentsOfDirectory(
            at: House.root.appendingPathComponent("Scenarios"), includingPropertiesForKeys: nil)
        // The first scenario of each folder stands for those like it.
        let files = try groups.filter(\.hasDirectoryPath).compactMap { group in
            try FileManager.default.contentsOfDirectory(atPath: group.path).sorted()
                .first { $0.hasSuffix(".yaml") }.map { group.appendingPathComponent($0).path }
        }
        let run = try Program(built: "rollcall").run(["run", "--out", folder.path] + files.sorted())
        #expect(run.status == 0, "\(run.output)")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let file = folder.appendingPathComponent(name).appendingPathComponent("capture.pcap").path
            // Beside the scenarios' folders lies what the runner remembers.
            guard FileManager.default.fileExists(atPath: file) else { continue }
            #expect(try compareCounts(file)["coap", default: 0] > 0)
            _ = try compareStreams(file)
        }
    }

    @Test func `the calls of phones have tshark's counts, copies and figures`() throws {
        let file = House.root.appendingPathComponent("Examples/captures/sip.pcap").path
        #expect(try compareCounts(file)["sip"] == 17)
        #expect(try compareStreams(file) == 2)
        #expect(try compareTables(file) == ["requests": 9, "responses": 8, "copies": 1])
    }

    /// Compares the tables of requests and responses with tshark's statistics; returns their sums.
    private func compareTables(_ file: String) throws -> [String: Int] {
        let theirs = try tshark(["-r", file, "-q", "-z", "sip,stat"])
        var sums = ["requests": 0, "responses": 0, "copies": 0]
        let outcome = try Program(built: "rollcall").run("inspect", "--sip", file)
        // After the table of calls, rows are a name of one or more words, the number sent and the number of copies.
        for table in outcome.output.components(separatedBy: "\n\n").dropFirst() {
            let isRequests = table.hasPrefix("request ")
            for line in table.split(separator: "\n").dropFirst() {
                let cells = line.split(separator: " ").map(String.init)
                let numbers = isRequests ? Array(cells[1...2]) : Array(cells.suffix(2))
                let counts = numbers.compactMap { Int($0) }
                try #require(counts.count == 2, "\(line)")
                sums[isRequests ? "requests" : "responses", default: 0] += counts[0] + counts[1]
                sums["copies", default: 0] += counts[1]
                let row = theirs.split(separator: "\n").first { row in
                    row.split(separator: " ").contains { $0 == cells[0] } && row.contains("Packets")
                }
                #expect(row?.contains(" \(counts[0] + counts[1]) Packets") == true, "\(line): \(row ?? "")")
            }
        }
        #expect(
            theirs.contains("Number of SIP messages: \(sums["requests", default: 0] + sums["responses", default: 0])\n")
        )
        #expect(theirs.contains("Number of resent SIP messages: \(sums["copies", default: 0])\n"))
        return sums
    }

    // MARK: Counts

    private struct Packet: Hashable {
        let kind: String
        var code: String?
        var type: String?
        /// The method of a SIP request, or the status of a response.
        var sip: String?
    }

    /// Compares each packet's protocol, and the type and code of CoAP messages; returns the number of each.
    private func compareCounts(_ file: String) throws -> [String: Int] {
        let mine = try myPackets(file)
        let theirs = try theirPackets(file)
        #expect(mine.count == theirs.count, "\(file)")
        for (index, pair) in zip(mine, theirs).enumerated() where pair.0 != pair.1 {
            Issue.record("\(file), packet \(index + 1): \(pair.0), and tshark says \(pair.1)")
        }
        return Dictionary(mine.map { ($0.kind, 1) }, uniquingKeysWith: +)
    }

    private func myPackets(_ file: String) throws -> [Packet] {
        let outcome = try Program(built: "rollcall").run("inspect", "--json", file)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.output.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let coap = object?["coap"] as? [String: Any]
            let sip = object?["sip"] as? [String: Any]
            let status = (sip?["status"] as? Int).map(String.init)
            return Packet(
                kind: object?["kind"] as? String ?? "", code: coap?["code"] as? String, type: coap?["type"] as? String,
                sip: status ?? sip?["method"] as? String)
        }
    }

    private func theirPackets(_ file: String) throws -> [Packet] {
        let fields = ["frame.protocols", "coap.code", "coap.type", "sip.Method", "sip.Status-Code"].flatMap {
            ["-e", $0]
        }
        return try tshark(["-r", file, "-T", "fields"] + fields).split(separator: "\n").map { line in
            let values = line.split(separator: "\t", omittingEmptySubsequences: false)
            let layers = values[0].split(separator: ":").map(String.init)
            let kind = ["sip", "coap", "stun", "rtp", "rtcp"].first { layers.contains($0) } ?? "unknown"
            if kind == "sip" { return Packet(kind: kind, sip: String(values[3].isEmpty ? values[4] : values[3])) }
            guard kind == "coap", let code = Int(values[1]), let type = Int(values[2]) else {
                return Packet(kind: kind)
            }
            let detail = String(code & 31)
            return Packet(
                kind: kind, code: "\(code >> 5).\(detail.count < 2 ? "0" : "")\(detail)",
                type: ["CON", "NON", "ACK", "RST"][type & 3])
        }
    }

    /// The heuristics that tell RTP and RTCP on any port are off by default.
    private func tshark(_ words: [String]) throws -> String {
        let program = try #require(Program(installed: "tshark"))
        return try program.run(["--enable-heuristic", "rtp_udp", "--enable-heuristic", "rtcp_udp"] + words).output
    }

    // MARK: Streams

    /// Compares packets, losses, delta and jitter of every stream; returns the number of streams.
    private func compareStreams(_ file: String) throws -> Int {
        let outcome = try Program(built: "rollcall").run("inspect", "--rtp", file)
        let mine = rows(outcome.output, isMine: true)
        let theirs = rows(try tshark(["-r", file, "-q", "-z", "rtp,streams"]), isMine: false)
        #expect(Set(mine.keys) == Set(theirs.keys), "\(file)")
        for (key, row) in mine {
            for (value, other) in zip(row, theirs[key] ?? []) {
                #expect(
                    abs(value - other) <= max(0.0015, abs(other) * 0.01), "\(file) \(key): \(row) \(theirs[key] ?? [])")
            }
        }
        return mine.count
    }

    /// By endpoints and SSRC: packets, lost, and least, mean and greatest delta and jitter.
    private func rows(_ text: String, isMine: Bool) -> [String: [Double]] {
        var rows: [String: [Double]] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if isMine, words.count >= 17, words[4].hasPrefix("0x") {
                let key = "\(words[2]) \(words[3]) \(words[4].lowercased())"
                rows[key] = (Array(words[6...7]) + words[11...16]).compactMap(Double.init)
            } else if !isMine, words.count >= 16, let lost = words.firstIndex(where: { $0.hasPrefix("(") }) {
                let key = "\(words[2]):\(words[3]) \(words[4]):\(words[5]) \(words[6].lowercased())"
                // Where a rate is not known, tshark's least jitter is -1.
                rows[key] =
                    words[lost - 2..<lost].compactMap(Double.init)
                    + words[lost + 1...lost + 6].compactMap(Double.init).map { max(0, $0) }
            }
        }
        return rows
    }
}
