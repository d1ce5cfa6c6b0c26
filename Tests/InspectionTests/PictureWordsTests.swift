import Capture
import Testing
import Wire

@testable import Inspection

/// The words of pictures, and the order of their lanes.
@Suite struct PictureWordsTests {
    private static func arrow(
        _ from: Int, _ to: Int, _ words: String, _ style: Ladder.Style = .request, isLost: Bool = false
    ) -> Ladder.Row {
        .arrow(
            .init(
                from: from, to: to, time: 1_500_000, packet: 7, words: words, style: style, isTrouble: false,
                isLost: isLost))
    }

    /// The lines of what a picture writes.
    private func lines(_ write: (TextOutput) -> Void) -> [String] {
        var bytes: [UInt8] = []
        let output = TextOutput {
            bytes += $0
            return true
        }
        write(output)
        output.flush()
        return String(decoding: bytes, as: UTF8.self).lines
    }

    private func mermaid(_ lanes: [String], _ rows: [Ladder.Row], omitted: Int = 0) -> [String] {
        lines { LadderMermaid(Ladder(lanes: lanes, rows: rows, omitted: omitted)).write(to: $0) }
    }

    @Test func `each special character of Mermaid has its entity`() {
        let entities = [
            "#": "#35;", ";": "#59;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "\"": "#quot;", "%": "#37;",
            "{": "#123;", "}": "#125;", "$": "#36;", "\\": "#92;", "'": "'", ":": ":", "é": "é",
        ]
        for (character, entity) in entities {
            #expect(
                mermaid(["a\(character)", "b"], [Self.arrow(0, 1, "\(character)x\(character)")]) == [
                    "sequenceDiagram", "    participant h1 as a\(entity)", "    participant h2 as b",
                    "    h1->>h2: 0.001500 \(entity)x\(entity)",
                ])
        }
    }

    @Test func `Mermaid has a sign for each arrow, a note for each remark and for what is left out`() {
        let rows: [Ladder.Row] = [
            Self.arrow(0, 1, "a"), Self.arrow(1, 0, "b", .answer), Self.arrow(0, 0, "c", .media),
            Self.arrow(0, 1, "d", isLost: true), Self.arrow(1, 0, "e", .answer, isLost: true),
            .remark(lane: 1, time: 0, words: "f"), .remark(lane: nil, time: 0, words: "g"),
        ]
        let body = [
            "    h1->>h2: 0.001500 a", "    h2-->>h1: 0.001500 b", "    h1->>h1: 0.001500 c",
            "    h1-xh2: 0.001500 d", "    h2--xh1: 0.001500 e", "    note over h2: 0.000 f",
            "    note over h1,h2: 0.000 g",
        ]
        let head = ["sequenceDiagram", "    participant h1 as x", "    participant h2 as y"]
        #expect(mermaid(["x", "y"], rows) == head + body)
        #expect(mermaid(["x", "y"], rows, omitted: 1_234) == head + body + ["    note over h1: and 1,234 more lines"])
        let remark = Ladder.Row.remark(lane: nil, time: 0, words: "g")
        #expect(mermaid(["x"], [remark]) == head.prefix(2) + ["    note over h1: 0.000 g"])
        #expect(
            mermaid([], []) == [
                "sequenceDiagram", "    participant h1 as no host", "    note over h1: nothing to show",
            ])
    }

    @Test func `each special character of markup has its entity, and what is not allowed is a dot`() {
        let entities: [(String, String)] = [
            ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;"), ("\u{FFFE}", "·"),
            ("\u{FFFF}", "·"), ("\u{0}", "·"), ("\n", "·"), ("\u{1F}", "·"), (" ", " "), ("!", "!"), ("~", "~"),
            ("\u{FFFD}", "\u{FFFD}"), ("é", "é"), (";", ";"), ("", ""),
        ]
        for (text, entity) in entities {
            #expect(text.escapedForMarkup == entity && "a \(text) b".escapedForMarkup == "a \(entity) b")
        }
        #expect(entities.map(\.0).joined().escapedForMarkup == entities.map(\.1).joined())
    }

    @Test func `a picture's title, lanes, arrows and remarks are markup`() {
        let ladder = Ladder(
            lanes: ["o'n", "b"], rows: [Self.arrow(0, 1, "it's"), .remark(lane: 0, time: 0, words: "'f'")], omitted: 0)
        let drawn = lines { LadderSVG(ladder, title: "it's <a>").write(to: $0) }
        #expect(drawn[1] == "<title>it&#39;s &lt;a&gt;</title>")
        let marked = drawn.filter { $0.contains("&#39;") }.map { String($0.drop { $0 != ">" }.dropFirst()) }
        #expect(marked.prefix(2) == ["it&#39;s &lt;a&gt;</title>", "it&#39;s &lt;a&gt;</text>"])
        #expect(marked[2].hasPrefix("<title>o&#39;n</title>") && marked[2].hasSuffix(">o&#39;n</text></g>"))
        #expect(marked[3].hasPrefix("<title>packet 7: it&#39;s</title>") && marked[3].hasSuffix(">it&#39;s</text></g>"))
        #expect(marked.count == 5 && marked[4] == "&#39;f&#39;</text>")
    }

    /// The lanes of a diagram of messages between hosts of one digit.
    private func lanes(_ messages: (UInt8, UInt8)...) -> [String] {
        let end = { (digit: UInt8) in UDPEndpoint(host: IPAddress(HostAddress(10, 0, 0, digit)), port: 9) }
        let findings = messages.map { from, to in
            LadderFinding.arrow(
                from: end(from), to: end(to), time: 0, packet: 1, words: "", style: .request, isTrouble: false,
                isLost: false)
        }
        return Ladder(findings, HostNames(), omitted: 0).lanes.map { String($0.dropFirst(7)) }
    }

    @Test func `hosts that speak first stand before those that answer, both in the order of their coming`() {
        #expect(lanes((1, 2)) == ["1", "2"] && lanes((2, 1), (1, 2)) == ["2", "1"])
        #expect(lanes((5, 4), (3, 2), (4, 1), (1, 6)) == ["5", "3", "4", "2", "1", "6"])
        #expect(lanes((1, 2), (2, 3), (4, 3)) == ["1", "4", "2", "3"])
        // Programs of one host that talk to each other have lanes of their own.
        #expect(lanes((1, 1), (1, 2)) == ["1:9", "2"] && lanes().isEmpty)
    }

    @Test func `lines beyond the limit of a diagram are counted`() throws {
        var talk = Talk()
        let message = CoAP.Message(type: .confirmable, code: .empty, messageID: 1)
        talk.add(message.encoded(), from: Talk.alice, to: Talk.coordinator, at: 0)
        let scratch = try Scratch()
        let packet = try #require(try CaptureFile(scratch.write(talk.capture.bytes)).next())
        var reader = PacketReader(linkType: .ethernet)
        let ping = reader.read(packet.record, packet.bytes.span)
        let options = ViewOptions(InspectionRequest(file: "c.pcap", view: .mermaid), linkType: .ethernet, nil)
        var view = LadderView(options, .mermaid)
        var end: [UInt8] = []
        let output = TextOutput {
            end = (end + $0).suffix(100)
            return true
        }
        for _ in 0..<200_002 { view.show(ping, packet.bytes.span, reader, at: 0, to: output) }
        view.finish(reader, zero: 0, to: output)
        output.flush()
        let text = String(decoding: end, as: UTF8.self)
        #expect(text.hasSuffix("\n    h1->>h2: 0.000 ping\n    note over h1: and 2 more lines\n"), "\(text)")
    }
}
