import Testing
import Wire

@testable import Inspection

@Suite struct ViewTests {
    private func show(
        _ view: InspectionRequest.View, width: Int = 100, _ change: (inout InspectionRequest) -> Void = { _ in }
    ) throws -> String {
        try Scratch().inspect(Talk.call().capture.bytes, view, width: width, change).text
    }

    @Test func `the summary shows hosts, calls and all problems on a screen`() throws {
        let text = try show(.summary)
        let lines = text.lines
        #expect(lines.count <= 40)
        #expect(lines[0].contains("18 packets"))
        for line in [
            "  CoAP 18", "  coordinator  127.0.0.1  sent 7  received 11",
            "  alice        127.1.0.1  sent 6  received 4",
            "  bob          127.1.0.2  sent 5  received 3",
        ] { #expect(lines.contains(line), "\(line)") }
        for part in [
            "default:standup: alice rang bob, accepted by bob after 3.100 s", "default:other: only asked about",
            "requests 6 · responses 5 · notifications 2 with 5 events", "retransmissions 1, copies 1",
            "packet 10 at 3.200 s, bob → coordinator: CON POST /video/call/default/standup/accept "
                + "(retransmission of 9)",
            "packet 16 at 4.000 s, coordinator → alice: ACK 4.04 Not Found of GET /video/call/default/other",
            "resets 1", "malformed 1", "a token of 15 bytes is longer than the 8 that are allowed",
            "unanswered 1", "packet 18 at 5.000 s, alice: POST /video/call/default/standup/mark_ended",
        ] {
            #expect(
                text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(part), "\(part)\n\(text)")
        }
    }

    @Test func `each packet's line shows hosts, code, path, events and relations`() throws {
        let lines = try show(.packets).lines
        #expect(lines[4] == "     5      0.100  alice → coordinator  CON POST /video/call/default/standup")
        #expect(lines[6] == "     7      0.101  coordinator → bob  CON 2.05 Content [call.created, call.ring]")
        #expect(lines[9].hasSuffix("CON POST /video/call/default/standup/accept (retransmission of 9)"))
        #expect(lines[13] == "    14      3.203  alice → coordinator  RST of FETCH /video/connect (to 13)")
        #expect(
            lines[16].hasSuffix("malformed CoAP: a token of 15 bytes is longer than the 8 that are allowed (at byte 0)")
        )
    }

    @Test func `every layer is shown by name, and CBOR in diagnostic notation`() throws {
        let text = try show(.decoded)
        let packet = text.components(separatedByBlankLine: 4)
        #expect(
            packet == [
                "     5      0.100  alice → coordinator  CON POST /video/call/default/standup",
                "         EN10MB: 112 bytes, header of 14",
                "         IPv4: 127.1.0.1 → 127.0.0.1, time to live 64",
                "         UDP: 50000 → 5683, payload of 70 bytes",
                "         CoAP: confirmable, POST, message id 0x0067, token 03",
                "           Uri-Path: video", "           Uri-Path: call", "           Uri-Path: default",
                "           Uri-Path: standup", "           Content-Format: 60",
                #"         CBOR: {"data": {"members": [{"user_id": "bob"}]}, "ring": true}"#,
            ])
    }

    @Test func `checks, media and reports are shown by name too`() throws {
        let success: [UInt8] =
            [1, 1, 0, 12, 0x21, 0x12, 0xA4, 0x42] + [UInt8](repeating: 7, count: 12) + [
                0, 0x20, 0, 8, 0, 1, 0xE2, 0x42, 0x5E, 0x13, 0xA4, 0x43,
            ]
        let report: [UInt8] =
            [0x81, 200, 0, 12, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 160, 0, 0, 0, 7, 0, 0, 4, 96]
            + [0, 0, 0, 5, 64, 0, 0, 3, 0, 1, 0, 2, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 8)
        let level: [UInt8] =
            [0x90, 0x60, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0xBE, 0xDE, 0, 1, 0x10, 0x85, 0, 0, 1, 2, 3]
        var talk = Talk()
        for bytes in [success, report, level, [0x80, 200, 0, 1, 0, 0, 0, 1]] {
            talk.add(bytes, from: Talk.sfu, to: Talk.alice, at: 0)
        }
        let text = try Scratch().inspect(talk.capture.bytes, .decoded).text
        for line in [
            "STUN: Binding success response, transaction 070707070707070707070707",
            "  XOR-MAPPED-ADDRESS: 127.1.0.1:50000", "RTCP: SR of 0x00000009, RTP time 160, 7 packets, 1120 bytes sent",
            "  on 0x00000005: 3 lost, 25.0 % of late, highest sequence 65538, jitter 12",
            "RTP: payload type 96, sequence 1, timestamp 2, SSRC 0x00000003, header of 20, 3 bytes of media",
            "  extension element 1: 85", "  malformed: a packet of type 200 is too short",
        ] { #expect(text.contains(line), "\(line)\n\(text)") }
    }

    @Test func `the ladder fits the width and has a column a host`() throws {
        for width in [60, 100, 200] {
            let lines = try show(.ladder, width: width).lines
            #expect(lines.allSatisfy { $0.count <= width }, "\(width)")
        }
        let lines = try show(.ladder).lines
        #expect(lines[0] == "  time s  alice         bob           coordinator")
        #expect(lines[5] == "   0.100  ├─────────────┼─────────────► POST /video/call/default/standup")
        #expect(lines[7] == "   0.101  │             ◄─────────────┤ 2.05 Content [call.created, call.ring]")
        #expect(lines.count == 18)
        #expect(!lines.contains { $0.contains("\u{1B}") })
    }

    @Test func `colours come only on request`() throws {
        let text = try show(.ladder) { $0.isColoured = true }
        #expect(text.contains("\u{1B}[31m"))
    }

    @Test func `media between signalling is folded into a line a direction`() throws {
        var talk = Talk()
        talk.request(.get, "a", from: Talk.alice, token: 1, at: 0)
        for index in 0..<1250 where index % 500 != 7 {
            let packet = CaptureBytes.rtp(index, timestamp: UInt32(index) * 160, ssrc: 1)
            talk.add(packet, from: Talk.alice, to: Talk.sfu, at: 10 + Int64(index) * 20)
            if index % 400 == 0 {
                talk.add(CaptureBytes.stun, from: Talk.sfu, to: Talk.alice, at: 10 + Int64(index) * 20)
            }
        }
        talk.request(.get, "b", from: Talk.alice, token: 2, at: 30_000)
        let lines = try Scratch().inspect(talk.capture.bytes, .ladder).text.lines
        #expect(lines.count == 5)
        #expect(lines[2].hasSuffix("RTP audio 1,247 packets, 3 lost"))
        #expect(lines[3].hasSuffix("STUN 4 packets"))
    }

    @Test func `the facts of the journal beside the capture are shown too`() throws {
        let scratch = try Scratch()
        let journal = """
            {"number":1,"time":0,"kind":"runStarted","scenario":"RING-01","clock":"real"}
            {"number":2,"time":0,"kind":"datagram","datagram":1,"fate":"sent"}
            {"number":3,"time":0,"kind":"state","participant":"alice@phone","property":"callingState","from":"idle","to":"outgoing","cause":2}
            {"number":4,"time":0.5,"kind":"fault","target":"bob","text":"cut"}
            {"number":5,"time":0,"kind":"datagram","datagram":9,"fate":"lost","reason":"loss"}
            not a line of JSON with "kind":"state"

            """
        _ = try scratch.write(Array(journal.utf8), to: "journal.ndjson")
        let bytes = Talk.call().capture.bytes
        let summary = try scratch.inspect(bytes, .summary).text
        for part in ["scenario RING-01", "alice@phone  127.1.0.1", "0.500 s bob: cut", "lost on purpose 1"] {
            #expect(summary.contains(part), "\(part)")
        }
        let ladder = try scratch.inspect(bytes, .ladder).text
        #expect(ladder.contains("● "))
        #expect(ladder.contains("* alice@phone: outgoing"))
        #expect(ladder.contains("✗ lost: loss"))
    }

    @Test func `control characters of a capture do not reach the terminal`() throws {
        var talk = Talk()
        talk.request(.get, "a\u{1B}[2Jb", from: Talk.alice, token: 1, at: 0)
        for view in DamageTests.views {
            #expect(!(try Scratch().inspect(talk.capture.bytes, view).text.contains("\u{1B}")))
        }
    }
}

extension String {
    /// The lines of one of the parts that blank lines separate.
    fileprivate func components(separatedByBlankLine index: Int) -> [String] {
        let parts = split(separator: "\n", omittingEmptySubsequences: false).split(separator: "")
        return parts.indices.contains(index) ? parts[index].map(String.init) : []
    }
}

@Suite struct TerminalTextTests {
    @Test(arguments: [
        "\u{1B}", "\u{7}", "\u{85}", "\u{9B}", "\u{2028}", "\u{061C}", "\u{200E}", "\u{202A}", "\u{202E}", "\u{2066}",
        "\u{2069}",
    ])
    func `a scalar that may command a terminal is a dot`(_ command: String) {
        #expect("a\(command)b".printable == "a·b")
    }

    @Test func `text of any language is shown as it is`() {
        for text in ["plain", "Zoë 東京 🎧", "שלום", "مرحبا", "👩‍💻"] { #expect(text.printable == text) }
    }
}
