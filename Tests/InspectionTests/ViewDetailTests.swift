import Capture
import Testing
import Wire

@testable import Inspection

/// The additions of views where packets are cut, have blocks, or are given up, and the options of views.
@Suite struct ViewDetailTests {
    /// A request with a query and a block, its answer with a block, and three packets of which the end is missing.
    private static var cut: [UInt8] {
        let request: [UInt8] =
            [0x42, 2, 0x12, 0x34, 0xAB, 0xCD, 0x60, 0x55, 0x76, 0x69, 0x64, 0x65, 0x6F, 1, 0x61, 0x11, 60]
            + [0x39, 0x72, 0x69, 0x6E, 0x67, 0x3D, 0x74, 0x72, 0x75, 0x65, 1, 0x78, 0xC1, 0x1A, 0xFF]
            + [0xA1, 0x61, 0x61, 1]
        let answer: [UInt8] = [
            0x62, 0x45, 0x12, 0x34, 0xAB, 0xCD, 0x61, 7, 0x61, 60, 0xB1, 0x16, 0xFF, 0xA1, 0x61, 0x61,
        ]
        var talk = Talk()
        talk.add(request, from: Talk.alice, to: Talk.coordinator, at: 0)
        talk.add(answer, from: Talk.coordinator, to: Talk.alice, at: 5)
        var capture = talk.capture
        let sound = CaptureBytes.rtp(1, timestamp: 1, ssrc: 9)
        let media = CaptureBytes.ethernet + CaptureBytes.ipv4(sound, from: Talk.alice, to: Talk.sfu)
        capture.add(Array(media.dropLast(5)), at: 6_000_000, wireLength: media.count)
        capture.add(Array(media.prefix(20)), at: 7_000_000, wireLength: media.count)
        var second = request
        second[3] = 0x35
        let again = CaptureBytes.ethernet + CaptureBytes.ipv4(second, from: Talk.alice, to: Talk.coordinator)
        capture.add(Array(again.dropLast(2)), at: 8_000_000, wireLength: again.count)
        return capture.bytes
    }

    private func lines(
        _ bytes: [UInt8], _ view: InspectionRequest.View, _ change: (inout InspectionRequest) -> Void = { _ in }
    ) throws -> [String] {
        try Scratch().inspect(bytes, view, width: 200) {
            $0.name = "c.pcap"
            change(&$0)
        }.text.lines
    }

    @Test func `a line has the blocks of a message`() throws {
        let (there, back) = ("127.1.0.1:50000 → 127.0.0.1:5683", "127.0.0.1:5683 → 127.1.0.1:50000")
        #expect(
            try lines(Self.cut, .packets) == [
                "     1      0.000  \(there)  CON POST /video/a block1 1/1/64",
                "     2      0.005  \(back)  ACK 2.05 Content of POST /video/a block2 1/0/1024 (to 1)",
                "     3      0.006  127.1.0.1:50000 → 127.0.1.1:5683  RTP type 0 seq 1 time 1 ssrc 0x00000009",
                "     4      0.007  the packet is cut in its IPv4 part: 20 bytes needed, 6 there",
                "     5      0.008  \(there)  CON POST /video/a block1 1/1/64",
            ])
    }

    @Test func `the layers of a packet have what was not captured`() throws {
        let decoded = try lines(Self.cut, .decoded)
        let rest = decoded.drop { !$0.hasPrefix("     3") }.map {
            $0.hasPrefix("      ") ? String($0.dropFirst(9)) : ""
        }
        let options = [
            "  Observe: 0", "  Uri-Path: video", "  Uri-Path: a", "  Content-Format: 60", "  Uri-Query: ring=true",
            "  Uri-Query: x", "  Block1: 1/1/64",
        ]
        #expect(
            rest == [
                "", "EN10MB: 74 bytes, 69 captured, header of 14",
                "IPv4: 127.1.0.1 → 127.0.1.1, time to live 64",
                "UDP: 50000 → 5683, payload of 32 bytes, 5 of them not captured",
                "RTP: payload type 0, sequence 1, timestamp 1, SSRC 0x00000009, header of 12, 15 bytes of media", "",
                "EN10MB: 74 bytes, 20 captured",
                "problem: the packet is cut in its IPv4 part: 20 bytes needed, 6 there", "",
                "EN10MB: 78 bytes, 76 captured, header of 14", "IPv4: 127.1.0.1 → 127.0.0.1, time to live 64",
                "UDP: 50000 → 5683, payload of 36 bytes, 2 of them not captured",
                "CoAP: confirmable, POST, message id 0x1235, token abcd",
            ] + options + ["body: 2 bytes (a block of a CBOR body): a161"])
        #expect(decoded.contains("         body: 3 bytes (a block of a CBOR body): a16161"))
    }

    @Test(arguments: [false, true])
    func `an object has the query, the blocks, the body on request and what is missing`(_ hasBodies: Bool) throws {
        func head(_ number: Int, _ length: String) -> String {
            let time = ["0.000000000", "0.005000000", "0.006000000", "0.007000000", "0.008000000"][number - 1]
            return #"{"number":\#(number),"time":\#(time),"date":170000000\#(time),"length":\#(length)"#
        }
        func body(_ text: String) -> String { hasBodies ? #","body":"\#(text)""# : "" }
        let (alice, server) = ("127.1.0.1:50000", "127.0.0.1:5683")
        let request = #""token":"abcd","query":["ring=true","x"],"observe":0,"contentFormat":60,"block1":"1/1/64""#
        let coap = #""kind":"coap","coap":{"is":"request","type":"CON","code":"0.02","messageID":"#
        let path = #","method":"POST","path":"/video/a""#
        let expected = [
            head(1, "78") + #","from":"\#(alice)","to":"\#(server)","bytes":36,\#(coap)4660,\#(request)"#
                + body(#"CBOR: {\"a\": 1}"#) + path + "}}",
            head(2, "58") + #","from":"\#(server)","to":"\#(alice)","bytes":16,"kind":"coap","coap":{"is":"response","#
                + #""type":"ACK","code":"2.05","status":"Content","messageID":4660,"token":"abcd","observe":7,"#
                + #""contentFormat":60,"block2":"1/0/1024""# + body("body: 3 bytes (a block of a CBOR body): a16161")
                + path + #","answers":1,"after":0.005000000}}"#,
            head(3, "74") + #","captured":69,"from":"\#(alice)","to":"127.0.1.1:5683","bytes":32,"missing":5,"#
                + #""kind":"rtp","rtp":{"ssrc":9,"payloadType":0,"sequence":1,"timestamp":1,"marker":false,"#
                + #""mediaBytes":15}}"#,
            head(4, "74") + #","captured":20,"kind":"other","#
                + #""problem":"the packet is cut in its IPv4 part: 20 bytes needed, 6 there"}"#,
            head(5, "78") + #","captured":76,"from":"\#(alice)","to":"\#(server)","bytes":36,"missing":2,"#
                + "\(coap)4661,\(request)" + body("body: 2 bytes (a block of a CBOR body): a161") + path + "}}",
        ]
        #expect(try lines(Self.cut, .json) { $0.hasBodies = hasBodies } == expected)
    }

    @Test func `requests that were given up are counted unless packets are selected, and colours mark headings`() throws
    {
        var talk = Talk()
        talk.request(.get, "a", from: Talk.alice, token: 1, at: 0)
        talk.request(.get, "b", from: Talk.alice, token: 1, at: 10)
        talk.request(.get, "c", from: Talk.bob, token: 2, at: 20)
        func bold(_ text: String) -> String { "\u{1B}[1m\(text)\u{1B}[0m" }
        let expected = [
            bold("c.pcap") + ": 3 packets, 147 bytes in 0.020 s, EN10MB", "  CoAP 3", bold("Hosts"),
            "    127.0.0.1  sent 0  received 3", "    127.1.0.1  sent 2  received 0",
            "    127.1.0.2  sent 1  received 0", bold("Signalling"),
            "  requests 3 · responses 0 · notifications 0 with 0 events", "\u{1B}[31m  unanswered 2\u{1B}[0m",
            "    packet 2 at 0.010 s, 127.1.0.1:50000: GET /b", "    packet 3 at 0.020 s, 127.1.0.2:50000: GET /c",
        ]
        let last = "  requests given up or forgotten unanswered 1"
        #expect(try lines(talk.capture.bytes, .summary) { $0.isColoured = true } == expected + [last])
        let selected = try lines(talk.capture.bytes, .summary) {
            $0.isColoured = true
            $0.selection.from = 0
        }
        #expect(selected == expected)
        #expect(try lines(talk.capture.bytes, .summary).first == "c.pcap: 3 packets, 147 bytes in 0.020 s, EN10MB")
    }

    @Test func `a request shows all packets in a hundred columns without colours, and is called like its file`() {
        let request = InspectionRequest(file: "a/b.pcap")
        #expect(request.name == "a/b.pcap" && request.view == .summary && request.width == 100)
        #expect(!request.isColoured && !request.hasBodies && request.hosts == nil && request.copy == nil)
        #expect(request.selection == PacketSelection() && !request.selection.needsSignalling)
        let changes: [(inout PacketSelection) -> Void] = [
            { $0.filter = "udp" }, { $0.call = "a" }, { $0.participant = "a" }, { $0.event = "a" }, { $0.from = 0 },
            { $0.to = 0 }, { $0.isErrorsOnly = true },
        ]
        let needs = changes.map { change in
            var selection = PacketSelection()
            change(&selection)
            #expect(selection != PacketSelection())
            return [selection.needsSignalling, selection.needsSurvey]
        }
        #expect(
            needs == [
                [false, false], [true, false], [true, true], [true, false], [false, false], [false, false],
                [true, true],
            ])
    }

    private func options(_ name: String, width: Int = 100, scenario: String? = nil) -> ViewOptions {
        var request = InspectionRequest(file: name)
        request.width = width
        var journal = JournalBeside()
        if let scenario { journal.started(scenario, clock: "real") }
        return ViewOptions(request, linkType: .ethernet, scenario == nil ? nil : journal)
    }

    @Test func `a view has forty columns at least, and a title with the scenario and the file's name`() {
        #expect([0, 39, 40, 41].map { options("a", width: $0).width } == [40, 40, 40, 41])
        #expect(options("a/b.pcap").title == "b.pcap" && options("b.pcap").title == "b.pcap")
        #expect(options("-").title == "standard input" && options("/").title == "/")
        #expect(options("a/b.pcap", scenario: "RING-01").title == "RING-01 · b.pcap")
        #expect(options("a").showsAll && options("a").file == "a")
    }

    @Test func `each problem of a hosts file has its correction, and long words are cut`() {
        let long = String(repeating: "x", count: 61)
        let bad = Array(repeating: "y bob", count: 19).joined(separator: "\n")
        let file = HostsFile(Array("127.1.0.3\n\(long) bob\n\(bad)\n127.1.0.4\n".utf8))
        let advice = "a line is an IPv4 or IPv6 address and a name, like `127.1.0.1 alice`"
        #expect(file.problems.count == 20 && file.problems.map(\.line) == Array(1...20))
        #expect(file.problems[0].suggestion == "write it after the address: `127.1.0.3 alice`")
        #expect(file.problems[1].message == "`\(long.prefix(59))…` is not an address")
        #expect(file.problems[1].endColumn == 62 && file.problems[1].suggestion == advice)
        #expect(file.problems.last?.message == "`y` is not an address" && file.problems.last?.suggestion == advice)
    }

    @Test func `a column of numbers is right-aligned, and one with words is not`() {
        let rows = [
            ["n", "hex", "empty", "words", "mixed"], ["1", "0x1f", "", "a", "1"],
            ["-20", "1,000.5", "", "bcd", "200 OK"],
        ]
        #expect(
            Columns.text(rows) == [
                "  n      hex  empty  words  mixed", "  1     0x1f         a      1",
                "-20  1,000.5         bcd    200 OK",
            ])
        #expect(Columns.text([]) == [] && Columns.text([["a", "b"]]) == ["a  b"])
    }
}
