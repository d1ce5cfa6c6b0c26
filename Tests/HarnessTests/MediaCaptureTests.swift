import Foundation
import ProgramTesting
import Testing

private let tshark = "/usr/bin/tshark"

/// An independent decoder must come to the same figures about media as those who received it.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: tshark)))
struct MediaCaptureTests {
    /// The received packets of one stream.
    private struct Figures {
        var packets: Int
        var lost: Int
        var meanJitter: Double
        var maxJitter: Double
        /// The table leaves out the jitter of packets with a mark, which end pictures.
        var isVoice = true
    }

    /// Loss and jitter act on the way to the SFU, so that receivers see what the capture shows behind it. Packets of one
    /// picture go together and would overtake one another under jitter, where the table counts a turn of numbers.
    private static let scenario = """
        id: TSHARK-01
        name: Voices and pictures over a poor way to the SFU
        media: audio
        wholeRun: none
        participants:
          alice: {speaks: [1s..9s], media: {firstSequenceNumber: 300}}
          bob: {media: {firstSequenceNumber: 200}}
          carol: {media: {firstSequenceNumber: 100}}
        network:
          latency: 20ms
          alice: {up: {loss: 5%}}
          carol: {up: {loss: 10%, jitter: {normal: 3ms}}}
        steps:
          - everyone: call.join
            call: default:standup
            create: true
            within: 30s
          - alice: call.startScreensharing
          - wait: 20s
        """

    private func run(_ words: [String]) throws -> String {
        try Program(at: tshark, in: Folder()).run(words).output
    }

    private func stage() throws -> (capture: String, journal: String) {
        let folder = try Folder()
        try folder.write(Self.scenario, to: "media.yaml")
        let outcome = try Program("rollcall", in: folder).run("run", "media.yaml", "--out", "out")
        #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
        let results = folder.url.appending(path: "out/TSHARK-01")
        let copy = FileManager.default.temporaryDirectory.appending(path: "rollcall-\(UUID().uuidString).pcap")
        try FileManager.default.copyItem(at: results.appending(path: "capture.pcap"), to: copy)
        return (copy.path, try String(contentsOf: results.appending(path: "journal.ndjson"), encoding: .utf8))
    }

    @Test func `tshark counts the packets, losses and jitter that receivers counted`() throws {
        let (capture, journal) = try stage()
        defer { try? FileManager.default.removeItem(atPath: capture) }
        let theirs = try streams(run(["-r", capture, "-d", "udp.port==5004,rtp", "-q", "-z", "rtp,streams"]))
        let mine = try tracks(journal)
        #expect(mine.count >= 6)
        for (key, figures) in mine {
            let other = try #require(theirs[key], "\(key)")
            #expect(figures.packets == other.packets, "\(key)")
            #expect(figures.lost == other.lost, "\(key)")
            let pairs = [(figures.meanJitter, other.meanJitter), (figures.maxJitter, other.maxJitter)]
            for (value, expected) in pairs where figures.isVoice {
                // The table shows thousandths of a millisecond.
                #expect(abs(value - expected) <= max(0.0015, expected * 0.01), "\(key): \(value) and \(expected)")
            }
        }
        #expect(mine.values.contains { $0.lost > 20 && $0.meanJitter > 2 })
    }

    @Test func `tshark finds nothing malformed in media`() throws {
        let (capture, _) = try stage()
        defer { try? FileManager.default.removeItem(atPath: capture) }
        let kinds = try run(["-r", capture, "-d", "udp.port==5004,rtp", "-q", "-z", "io,phs"])
        for name in ["rtp", "rtcp", "stun", "coap"] {
            #expect(kinds.contains("  \(name) ") || kinds.contains(" \(name) "))
        }
        // An option that tshark does not know yet (RFC 9175) is only a warning to it.
        let malformed = "_ws.malformed && _ws.expert.severity == error"
        #expect(try run(["-r", capture, "-d", "udp.port==5004,rtp", "-Y", malformed]).isEmpty)
        #expect(try run(["-r", capture, "-Y", malformed]).isEmpty)
    }

    /// The counts of the receivers, by source and the receiver's address.
    private func tracks(_ journal: String) throws -> [String: Figures] {
        var tracks: [String: Figures] = [:]
        for line in journal.split(separator: "\n") where line.contains(#""name":"track""#) {
            let entry = try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let values = try #require(entry["attributes"] as? [String: Any])
            guard let packets = values["received"] as? Int, packets > 0, let ssrc = values["ssrc"] as? Int,
                let address = values["at"] as? String
            else { continue }
            tracks["\(ssrc) to \(address)"] = Figures(
                packets: packets + (values["duplicates"] as? Int ?? 0), lost: values["lost"] as? Int ?? -1,
                meanJitter: values["meanJitter"] as? Double ?? -1, maxJitter: values["maxJitter"] as? Double ?? -1,
                isVoice: values["type"] as? String == "audio")
        }
        return tracks
    }

    private func streams(_ text: String) throws -> [String: Figures] {
        var streams: [String: Figures] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count >= 16, words[3] == "5004", let lost = words.firstIndex(where: { $0.hasPrefix("(") }),
                let ssrc = UInt32(words[6].dropFirst(2), radix: 16), let packets = Int(words[lost - 2]),
                let missing = Int(words[lost - 1]), let mean = Double(words[lost + 5]),
                let most = Double(words[lost + 6])
            else { continue }
            streams["\(ssrc) to \(words[4])"] = Figures(
                packets: packets, lost: missing, meanJitter: mean, maxJitter: most)
        }
        return streams
    }
}
