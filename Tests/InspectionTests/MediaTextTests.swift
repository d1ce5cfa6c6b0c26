import Capture
import Foundation
import Testing
import Wire

@testable import Inspection

/// Media and connectivity datagrams in words, and the pieces in which a view is written.
@Suite struct MediaTextTests {
    /// The lines about the payload of one datagram.
    private func decoded(_ payload: [UInt8]) throws -> [String] {
        var talk = Talk()
        talk.add(payload, from: Talk.sfu, to: Talk.alice, at: 0)
        let lines = try Scratch().inspect(talk.capture.bytes, .decoded).text.lines
        return lines.dropFirst(4).map { String($0.dropFirst(9)) }
    }

    @Test func `a malformed STUN message has its header, then its problem, then its attributes`() throws {
        let header: [UInt8] = [0, 1, 0, 8, 0x21, 0x12, 0xA4, 0x42] + [UInt8](repeating: 7, count: 12)
        #expect(
            try decoded(header + [0, 6, 0, 3, 0xFF, 0xFE, 0xFD, 0]) == [
                "STUN: Binding request, transaction 070707070707070707070707",
                "  malformed: attribute 0x0006 is not valid UTF-8 (at byte 20)", "  USERNAME: fffefd",
            ])
    }

    @Test func `each item of a source description has its name`() throws {
        let report: [UInt8] = [0x80, 201, 0, 1, 0, 0, 0, 1]
        let items = (UInt8(1)...9).flatMap { item -> [UInt8] in [item, 1, 0x60 + item] }
        let description: [UInt8] = [0x81, 202, 0, 8, 0, 0, 0, 9] + items + [0]
        #expect(
            try decoded(report + description) == [
                "RTCP: RR of 0x00000001", "RTCP: SDES", "  0x00000009", "    CNAME: a", "    NAME: b", "    EMAIL: c",
                "    PHONE: d", "    LOC: e", "    TOOL: f", "    NOTE: g", "    PRIV: h", "    item 9: i",
            ])
    }

    @Test func `reports, farewells and other packets of a compound are distinguished`() throws {
        let block: [UInt8] = [0, 0, 0, 5, 64, 0, 0, 3, 0, 1, 0, 2, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 8)
        let report: [UInt8] = [0x81, 201, 0, 7, 0, 0, 0, 3] + block
        let bye: [UInt8] = [0x82, 203, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2, 4, 0x6C, 0x61, 0x74, 0x65, 0, 0, 0]
        #expect(
            try decoded(report + bye) == [
                "RTCP: RR of 0x00000003",
                "  on 0x00000005: 3 lost, 25.0 % of late, highest sequence 65538, jitter 12",
                "RTCP: BYE of 0x00000001, 0x00000002: late",
            ])
    }

    @Test func `each type of RTCP packet has its name`() {
        let names = ["type 199", "SR", "RR", "SDES", "BYE", "APP", "RTPFB", "PSFB", "XR", "type 208"]
        #expect((UInt8(199)...208).map { PacketText.rtcpName($0) } == names)
        let compound = (UInt8(200)...207).flatMap { type -> [UInt8] in [0x80, type, 0, 1, 0, 0, 0, 1] }
        #expect(PacketText.rtcpNames(compound.span) == Array(names[1...8]))
    }

    @Test func `a view is written in pieces, as soon as one is full`() {
        var pieces: [Int] = []
        let output = TextOutput {
            pieces.append($0.count)
            return pieces.count < 3
        }
        output.line(String(repeating: "a", count: 65_534))
        #expect(pieces.isEmpty)
        output.flush()
        output.line(String(repeating: "a", count: 65_535))
        #expect(pieces == [65_535, 65_536] && !output.isClosed)
        output.flush()
        output.add([UInt8](repeating: 1, count: 65_535))
        #expect(pieces.count == 2)
        output.add([1])
        #expect(pieces == [65_535, 65_536, 65_536] && output.isClosed)
        output.line("more")
        output.flush()
        #expect(pieces.count == 3)
    }

    private static let end = UDPEndpoint(host: IPAddress(high: 0, low: 1), port: 1)

    /// The stream of packets given by sequence number, time in milliseconds and payload type.
    private func stream(_ packets: [(Int, Int64, UInt8)]) throws -> RTPStream {
        var table = RTPStreamTable()
        for (sequence, time, type) in packets {
            let timestamp = UInt32(truncatingIfNeeded: sequence * 160)
            let bytes = CaptureBytes.rtp(sequence, timestamp: timestamp, ssrc: 1, type: type)
            guard let header = RTPHeader(bytes.span) else { continue }
            table.add(header, from: Self.end, to: Self.end, at: time * 1_000_000)
        }
        return try #require(table.streams.first)
    }

    @Test func `a packet from before the wrap that arrives after it begins no further cycle`() throws {
        let numbers = Array(65_500...65_533) + [65_535, 65_536, 65_537, 65_534, 65_538, 65_539]
        let stream = try stream(numbers.enumerated().map { ($1, Int64($0) * 20, 0) })
        #expect(stream.packets == 40 && stream.expected == 40 && stream.lost == 0 && stream.outOfOrder == 1)
    }

    @Test func `packets of an unknown clock do not count for the jitter of those with one`() throws {
        let unknown = try stream([(1, 0, 96), (2, 50, 96), (2, 60, 96)])
        #expect(unknown.jitter.least == nil && unknown.jitter.greatest == 0 && unknown.delta.greatest == 50)
        let mixed = try stream([(1, 0, 96), (2, 50, 96), (3, 70, 0), (4, 106, 0)])
        #expect(mixed.payloadTypes == [96, 0] && mixed.jitter.least == 0 && mixed.jitter.greatest == 1)
    }

    @Test func `streams beyond the limit are counted as omitted`() throws {
        var table = RTPStreamTable()
        for ssrc in UInt32(0)...100_000 {
            let bytes = CaptureBytes.rtp(1, timestamp: 0, ssrc: ssrc)
            guard let header = RTPHeader(bytes.span) else { continue }
            table.add(header, from: Self.end, to: Self.end, at: 0)
        }
        #expect(table.streams.count == 100_000 && table.packetCount == 100_000 && table.omitted == 1)
    }
}

/// The knowledge of a reader about hosts, requests and calls.
@Suite struct ReaderKnowledgeTests {
    @Test func `names of hosts end with the limit`() throws {
        for (given, named) in [(65_535, true), (65_536, false)] {
            var hosts = ""
            for number in 0..<given { hosts += "10.\(number >> 16).\(number >> 8 & 255).\(number & 255) h\(number)\n" }
            var phones = Phones()
            phones.request("OPTIONS", at: 0)
            let line = try Scratch().inspect(phones.capture.bytes, .packets) { $0.hosts = HostsFile(Array(hosts.utf8)) }
                .text
            #expect(line.contains("  alice → ") == named, "\(line)")
        }
    }

    @Test func `a server has the name that the answer to a join gives it, before and after a guess`() throws {
        for order in [[0, 1], [1, 0]] {
            var talk = Talk()
            for step in order {
                if step == 0 {
                    let join = talk.request(
                        .post, "video/call/default/a/join", from: Talk.alice, token: 1, at: 0)
                    let body: CBOR = .map(["credentials": .map(["edge_name": "sfu-7", "host": "127.0.1.1"])])
                    talk.answer(join, .created, to: Talk.alice, body: body, at: 0)
                } else {
                    talk.request(.fetch, "sfu/join", from: Talk.alice, to: Talk.sfu, token: 2, observe: true, at: 0)
                }
            }
            talk.add(CaptureBytes.stun, from: Talk.alice, to: Talk.sfu, at: 1)
            let lines = try Scratch().inspect(talk.capture.bytes, .packets).text.lines
            #expect(lines.last == "     4      0.001  127.1.0.1:50000 → sfu-7  STUN Binding request")
            let guess = order == [1, 0] ? "sfu" : "sfu-7"
            #expect(lines.contains { $0.hasSuffix("127.1.0.1:50000 → \(guess)  CON FETCH /sfu/join") })
        }
    }

    @Test func `only an answer to a join, with a name and an address, names a server`() throws {
        let bodies: [(String, CBOR)] = [
            ("video/call/default/a/join", .map(["credentials": .map(["edge_name": "sfu-7"])])),
            ("video/call/default/a/join", .map(["credentials": .map(["host": "127.0.1.1"])])),
            ("video/call/default/a/join", .map(["credentials": .map(["edge_name": "sfu-7", "host": "nowhere"])])),
            ("video/call/default/a/join", .map(["edge_name": "sfu-7", "host": "127.0.1.1"])),
            ("video/call/default/a", .map(["credentials": .map(["edge_name": "sfu-7", "host": "127.0.1.1"])])),
        ]
        for (path, body) in bodies {
            var talk = Talk()
            let request = talk.request(.post, path, from: Talk.alice, token: 1, at: 0)
            talk.answer(request, .created, to: Talk.alice, body: body, at: 0)
            talk.add(CaptureBytes.stun, from: Talk.alice, to: Talk.sfu, at: 1)
            let line = try Scratch().inspect(talk.capture.bytes, .packets).text.lines.last
            #expect(line == "     3      0.001  127.1.0.1:50000 → 127.0.1.1:5683  STUN Binding request")
        }
    }

    @Test func `a phone that answers is named by its contact, if that is its own address`() throws {
        for (contact, isNamed) in [("192.0.2.2", true), ("192.0.2.2:5060", true), ("192.0.2.3", false)] {
            var phones = Phones()
            phones.request("INVITE", at: 0)
            phones.response("200 OK", to: "INVITE", .init(headers: ["Contact: <sip:desk@\(contact)>"]), at: 1)
            phones.request("ACK", .init(toTag: "b"), at: 2)
            let line = try Scratch().inspect(phones.capture.bytes, .packets).text.lines.last
            let name = isNamed ? "bob" : "192.0.2.2:5060"
            #expect(line == "     3      0.002  alice → \(name)  ACK sip:bob@example.org (to 2)", "\(contact)")
        }
    }

    private func action(_ path: String) -> String? {
        let segments = path.split(separator: "/").map(String.init)
        return Exchange(
            number: 1, time: 0, client: RecordedCapture.endpoint, method: "POST",
            path: path, segments: segments, cids: [], isObservation: false, reason: nil, rings: false, members: []
        ).callAction
    }

    @Test func `only a request below a call has an action on it`() {
        #expect(action("/video/call/default/a") == "" && action("/video/call/default/a/join") == "join")
        #expect(action("/video/call/default/a/join/more") == "join")
        for path in ["/video/call/default", "/video/guest/default/a/join", "/sfu/call/default/a/join", "/"] {
            #expect(action(path) == nil, "\(path)")
        }
    }

    @Test func `unanswered requests of a selection are listed, confirmable or not`() throws {
        var talk = Talk()
        talk.request(.get, "a", from: Talk.alice, token: 1, at: 0)
        // Non-confirmable, GET, message id 9, token 2, path b.
        talk.add([0x51, 1, 0, 9, 2, 0xB1, 0x62], from: Talk.alice, to: Talk.coordinator, at: 10)
        talk.request(.get, "c", from: Talk.bob, token: 3, at: 20)
        let text = try Scratch().inspect(talk.capture.bytes, .summary) { $0.selection.filter = "src host 127.1.0.1" }
            .text
        let expected = [
            "  unanswered 2", "    packet 1 at 0.000 s, 127.1.0.1:50000: GET /a",
            "    packet 2 at 0.010 s, 127.1.0.1:50000: GET /b",
        ]
        #expect(Array(text.lines.suffix(3)) == expected, "\(text)")
    }

    @Test func `a capture is written again with sorted names of hosts and comments on packets`() throws {
        let scratch = try Scratch()
        let source = try scratch.write(Talk.call().capture.bytes)
        let target = scratch.url.appending(path: "annotated.pcapng").path
        let (alice, bob) = (IPAddress(HostAddress(127, 1, 0, 1)), IPAddress(HostAddress(127, 1, 0, 2)))
        let comments = { (number: Int) in number == 2 ? ["one", "two"] : [] }
        try AnnotatedCapture.write(source, to: target, names: [bob: "bob", alice: "alice"], comments: comments)
        var blocks = PcapngBlocks(linkType: .ethernet, snapLength: 262_144, application: "rollcall")
        blocks.add(names: [(host: alice, name: "alice"), (host: bob, name: "bob")])
        for packet in try CaptureFile(source).packets() {
            blocks.add(
                packet.bytes.span, wireLength: packet.record.wireLength,
                nanosecondsSince1970: packet.record.nanosecondsSince1970, comments: comments(packet.record.number))
        }
        #expect(try [UInt8](Data(contentsOf: URL(filePath: target))) == blocks.takeBytes())
    }
}
