import Testing
import Wire

@testable import Inspection

/// The whole lists of a summary, up to their limits and of a selection.
@Suite struct SummaryListTests {
    private func summary(
        _ bytes: [UInt8], journal: String? = nil, _ change: (inout InspectionRequest) -> Void = { _ in }
    ) throws -> [String] {
        let scratch = try Scratch()
        if let journal { _ = try scratch.write(Array(journal.utf8), to: "journal.ndjson") }
        return try scratch.inspect(bytes, .summary, width: 200) {
            $0.name = "c.pcap"
            change(&$0)
        }.text.lines
    }

    /// The lines below a heading, which are indented.
    private func list(_ heading: String, _ lines: [String]) -> [String] {
        Array(lines.drop { $0 != heading }.dropFirst().prefix { $0.hasPrefix(" ") })
    }

    @Test func `a duration is that of the shown packets, also of those before the first one of the capture`() throws {
        var talk = Talk()
        talk.add([0xFF], from: Talk.alice, to: "127.0.0.1:7", at: 5000)
        talk.add([0xFF], from: Talk.bob, to: "127.0.0.1:7", at: 0)
        let lines = try summary(talk.capture.bytes) { $0.selection.filter = "src host 127.1.0.2" }
        #expect(lines[0].hasPrefix("c.pcap: 1 packet, ") && lines[0].contains(" in 0.000 s"))
    }

    @Test func `each kind of packet has its count`() throws {
        let kinds: [(Int, [UInt8])] = [
            (2, [0x40, 1, 0, 9]), (3, Array("OPTIONS sip:a SIP/2.0\r\n\r\n".utf8)), (4, CaptureBytes.stun),
            (5, CaptureBytes.rtp(1, timestamp: 1, ssrc: 1)), (6, [0x80, 200, 0, 1, 0, 0, 0, 1]), (7, []),
            (1_008, [0xFF]),
        ]
        var talk = Talk()
        for (count, payload) in kinds {
            for _ in 0..<count { talk.add(payload, from: Talk.alice, to: "127.0.0.1:7", at: 0) }
        }
        var capture = talk.capture
        for _ in 0..<9 { capture.add([1, 2, 3], at: 0) }
        let lines = try summary(capture.bytes)
        let parts = ["CoAP 2", "SIP 3", "STUN 4", "RTP 5", "RTCP 6", "empty 7", "unknown 1,008", "no UDP datagram 9"]
        #expect(lines[1] == "  " + parts.joined(separator: " · "))
        #expect(lines[0].hasPrefix("c.pcap: 1,044 packets, ") && lines[0].hasSuffix(" bytes in 0.000 s, EN10MB"))
    }

    @Test func `the duration is that of the packets that are shown`() throws {
        func head(_ from: Int64?, _ to: Int64?) throws -> String? {
            try summary(Talk.call().capture.bytes) {
                $0.selection.from = from
                $0.selection.to = to
            }.first
        }
        #expect(try head(nil, nil) == "c.pcap: 18 packets, 1,514 bytes in 5.000 s, EN10MB")
        #expect(try head(1_000_000_000, 3_201_000_000) == "c.pcap: 4 packets, 290 bytes in 2.201 s, EN10MB")
        #expect(try head(4_000_000_000, 4_000_000_000) == "c.pcap: 2 packets, 119 bytes in 0.000 s, EN10MB")
        #expect(try head(6_000_000_000, nil) == "c.pcap: 0 packets, 0 bytes in 0.000 s, EN10MB")
        #expect(try summary(CaptureBytes().bytes) == ["c.pcap: 0 packets, 0 bytes in 0.000 s, EN10MB", "  "])
        // Under a virtual clock the first packet has a time, too.
        let journal = #"{"number":1,"time":0,"kind":"runStarted","scenario":"A","clock":"virtual"}"#
        let virtual = try summary(Talk.call().capture.bytes, journal: journal).first
        #expect(virtual?.hasPrefix("c.pcap: scenario A, 18 packets, 1,514 bytes in ") == true)
    }

    @Test func `the first hosts are listed by their addresses`() throws {
        var talk = Talk()
        for number in [9, 3, 12, 1, 5, 14, 7, 2, 11, 4, 8, 6, 13] {
            talk.add(CaptureBytes.stun, from: "127.1.0.\(number):1", to: "127.1.0.10:1", at: 0)
        }
        let expected = (1...12).map { number in
            let (sent, received) = number == 10 ? (0, 13) : (1, 0)
            let host = "127.1.0.\(number)"
            return "    \(String(repeating: " ", count: 10 - host.count))\(host)  sent \(sent)  received \(received)"
        }
        let lines = list("Hosts", try summary(talk.capture.bytes))
        #expect(lines.count == 13 && lines.last == "  and 2 more")
        for (line, words) in zip(lines, expected) {
            #expect(line.split(separator: " ") == words.split(separator: " "), "\(line)")
        }
    }

    @Test func `the first calls, exchanges and streams are listed in the order of their coming`() throws {
        let numbers = [5, 2, 8, 1, 9, 4, 7, 3, 6, 10]
        var talk = Talk()
        for number in numbers {
            let request = talk.request(
                .get, "video/call/default/c\(number)", from: Talk.alice, token: UInt8(number), at: 0)
            talk.answer(request, .content, to: Talk.alice, at: 0)
        }
        for number in numbers {
            let packet = CaptureBytes.rtp(1, timestamp: 1, ssrc: 1, type: UInt8(number))
            talk.add(packet, from: "127.1.0.1:\(number)", to: Talk.sfu, at: 0)
        }
        let lines = try summary(talk.capture.bytes)
        let shown = numbers.prefix(8)
        #expect(list("Calls", lines) == shown.map { "  default:c\($0): only asked about" } + ["  and 2 more"])
        #expect(
            list("RTP streams 10", lines) == shown.map {
                "  127.1.0.1:\($0) → 127.0.1.1:5683, type \($0): 1 packet, 0 lost, 0 duplicates, jitter 0.0 ms"
            } + ["  and 2 more: see --rtp"])
        var phones = Phones()
        for number in numbers {
            let dialog = Phones.Dialog(callID: "c\(number)", to: "b\(number)", branch: "z9hG4bK\(number)")
            phones.request("OPTIONS", dialog, at: 0)
            phones.response("200 OK", to: "OPTIONS", dialog, at: 1)
        }
        #expect(
            list("SIP calls and exchanges 10", try summary(phones.capture.bytes))
                == shown.map { "  OPTIONS alice → b\($0), done, 200 OK" } + ["  and 2 more: see --sip"])
    }

    @Test func `the first faults of a journal and the first problems are listed in the order of their coming`() throws {
        let journal = (1...8).map { #"{"number":1,"time":\#($0),"kind":"fault","text":"cut \#($0)"}"# }
        var talk = Talk()
        for time in 1...6 { talk.add([0x4F, 1], from: Talk.alice, to: Talk.coordinator, at: Int64(time) * 1000) }
        let lines = try summary(talk.capture.bytes, journal: journal.joined(separator: "\n"))
        #expect(list("Faults", lines) == (1...6).map { "  \($0).000 s cut \($0)" } + ["  and 2 more"])
        let problems = list("Signalling", lines).drop { $0 != "  malformed 6" }.dropFirst()
        let starts = (1...4).map { "    packet \($0) at \($0 - 1).000 s, 127.1.0.1:50000 → 127.0.0.1:5683: " }
        #expect(problems.count == 5 && problems.last == "    and 2 more")
        for (problem, start) in zip(problems, starts) { #expect(problem.hasPrefix(start), "\(problem)") }
    }

    @Test func `messages without an acknowledgement are listed where they are shown`() throws {
        var talk = Talk()
        for (host, token) in [(Talk.alice, UInt8(1)), (Talk.bob, 2)] {
            let request = talk.request(.fetch, "a", from: host, token: token, observe: true, at: 0)
            talk.answer(request, .content, to: host, observe: 1, at: 1)
            talk.notify(request, to: host, observe: 2, body: nil, at: 2)
            let seen = talk.notify(request, to: host, observe: 3, body: nil, at: 3)
            talk.empty(.acknowledgement, seen, from: host, to: Talk.coordinator, at: 4)
            // A notification that is not confirmable needs none: token, Observe.
            talk.add([0x51, 0x45, 7, token, token, 0x61, 4], from: Talk.coordinator, to: host, at: 5)
        }
        let title = ["  unacknowledged 1"]
        let (first, second) = (
            "    packet 3 at 0.002 s: notification on /a", "    packet 9 at 0.002 s: notification on /a"
        )
        func problems(_ filter: String?) throws -> [String] {
            Array(list("Signalling", try summary(talk.capture.bytes) { $0.selection.filter = filter }).dropFirst())
        }
        #expect(try problems(nil) == ["  unacknowledged 2", first, second])
        #expect(try problems("dst host 127.1.0.1") == title + [first])
        #expect(try problems("dst host 127.1.0.2") == title + [second] && problems("src host 127.1.0.1").isEmpty)
    }
}
