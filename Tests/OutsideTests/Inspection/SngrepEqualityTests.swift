import Foundation
import Testing

/// The calls and exchanges of a capture are those that sngrep lists.
@Suite(.enabled(if: Program(installed: "sngrep") != nil))
struct SngrepEqualityTests {
    private struct Packet: Decodable {
        struct SIP: Decodable {
            let callId: String?
            let method: String?
            let from: String?
            let to: String?
        }

        let sip: SIP?
    }

    @Test func `the calls of phones are in sngrep's list, with as many messages`() throws {
        let file = House.root.appendingPathComponent("Examples/captures/sip.pcap").path
        let calls = try ours(file)
        #expect(calls.count == 3)
        #expect(try calls == theirs(file))
    }

    @Test func `the calls of SIPp are in sngrep's list, with as many messages`() throws {
        try #require(Program(installed: "sipp") != nil, "run Scripts/setup tests")
        let folder = try Scratch()
        let file = try OthersTraffic.sipp.capture(in: folder.url)
        let calls = try ours(file)
        #expect(!calls.isEmpty)
        #expect(try calls == theirs(file))
    }

    /// A line for each Call-ID: method, callers, callees and the number of messages, in the order of the capture.
    private func ours(_ file: String) throws -> [String] {
        let outcome = try Program(built: "rollcall").run("inspect", "--json", file)
        var order: [String] = []
        var calls: [String: (text: String, count: Int)] = [:]
        for line in outcome.output.split(separator: "\n") {
            guard let sip = try JSONDecoder().decode(Packet.self, from: Data(line.utf8)).sip, let id = sip.callId else {
                continue
            }
            if calls[id] == nil {
                order.append(id)
                calls[id] = ([sip.method ?? "", user(sip.from), user(sip.to)].joined(separator: " "), 0)
            }
            calls[id]?.count += 1
        }
        return order.compactMap { calls[$0] }.map { "\($0.text) \($0.count)" }
    }

    private func user(_ address: String?) -> String {
        let afterScheme = (address ?? "").split(separator: ":").dropFirst().first ?? ""
        return afterScheme.split(separator: "@").first.map(String.init) ?? ""
    }

    private func theirs(_ file: String) throws -> [String] {
        let python = House.scratch.appendingPathComponent("python/bin/python3")
        let script = House.root.appendingPathComponent("Tests/Reading/sngrep.py")
        let outcome = try Program(at: python).run([script.path, file])
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.output.split(separator: "\n").map(String.init)
    }
}
