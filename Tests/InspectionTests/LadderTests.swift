import Foundation
import FoundationXML
import Testing
import Wire

@testable import Inspection

/// The same picture in other languages than characters.
@Suite struct LadderTests {
    private static let journal = """
        {"number":1,"time":0,"kind":"runStarted","scenario":"RING-01","clock":"real"}
        {"number":2,"time":0,"kind":"datagram","datagram":1,"fate":"sent"}
        {"number":3,"time":0,"kind":"state","participant":"alice","property":"callingState","from":"idle","to":"outgoing","cause":2}
        {"number":4,"time":0.5,"kind":"fault","target":"bob","text":"cut"}
        {"number":5,"time":0,"kind":"datagram","datagram":9,"fate":"lost","reason":"loss"}

        """

    private func show(_ view: InspectionRequest.View, _ bytes: [UInt8] = Talk.call().capture.bytes) throws -> String {
        let scratch = try Scratch()
        _ = try scratch.write(Array(Self.journal.utf8), to: "journal.ndjson")
        return try scratch.inspect(bytes, view).text
    }

    private func parsed(_ text: String) throws -> XMLDocument { try XMLDocument(xmlString: text) }

    @Test func `Mermaid's diagram has a participant a host, and an arrow a message`() throws {
        let lines = try show(.mermaid).lines
        #expect(
            lines.prefix(4) == [
                "sequenceDiagram", "    participant h1 as alice", "    participant h2 as bob",
                "    participant h3 as coordinator",
            ])
        #expect(lines.contains("    h1->>h3: 0.000 FETCH /video/connect"))
        #expect(lines.contains("    h3-->>h2: 0.101 2.05 Content [call.created, call.ring]"))
        #expect(lines.contains("    h2-xh3: 1.000 POST /video/call/default/standup/accept ✗ lost: loss"))
        #expect(lines.contains("    note over h1: 0.000 alice: outgoing"))
        #expect(lines.contains("    note over h2: 0.500 bob: cut"))
    }

    @Test func `every picture has a row for each line of the ladder`() throws {
        let text = try show(.ladder).lines.count - 1
        let mermaid = try show(.mermaid).lines.filter { $0.contains("h") && $0.contains(": ") }.count
        #expect(mermaid == text)
        let svg = try parsed(show(.svg))
        let times = try svg.nodes(forXPath: "//*[local-name()='text'][@class='time']").count
        #expect(times == text)
    }

    @Test func `words of a capture mean nothing in the languages of pictures`() throws {
        var talk = Talk()
        let path = "a;<script>alert(1)</script>&\"'#%{}"
        talk.request(.get, path, from: Talk.alice, token: 1, at: 0)
        let mermaid = try show(.mermaid, talk.capture.bytes)
        #expect(!mermaid.contains("<") && mermaid.contains("a#59;#lt;script#gt;"))
        let svg = try show(.svg, talk.capture.bytes)
        #expect(!svg.contains("<script"))
        let words = try parsed(svg).nodes(forXPath: "//*[local-name()='g']/*[local-name()='title']")
            .compactMap(\.stringValue)
        #expect(words.contains("packet 1: GET /a;<script>alert(1)</script>&\"'#%{}"))
    }

    @Test func `the picture asks for nothing from elsewhere, and knows both schemes of colours`() throws {
        let svg = try show(.svg)
        #expect(!svg.contains("href") && !svg.contains("url(") && !svg.contains("@import"))
        #expect(svg.contains("prefers-color-scheme: dark"))
        #expect(svg.contains("<title>RING-01 · capture.pcap</title>"))
    }

    @Test func `labels remain inside the picture`() throws {
        var talk = Talk()
        talk.request(
            .get, (0..<40).map { "a-long-segment-\($0)" }.joined(separator: "/"), from: Talk.alice, token: 1, at: 0)
        let document = try parsed(show(.svg, talk.capture.bytes))
        let width = Double(try #require(document.rootElement()?.value("width"))) ?? 0
        for node in try document.nodes(forXPath: "//*[local-name()='g']/*[local-name()='text']") {
            let element = try #require(node as? XMLElement)
            let center = try #require(element.value("x").flatMap(Double.init))
            let half = Double(element.stringValue?.count ?? 0) * 3.35
            #expect(center - half >= 0 && center + half <= width)
        }
    }

    @Test(arguments: [InspectionRequest.View.mermaid, .svg])
    func `a capture without signalling is a picture with a note`(_ view: InspectionRequest.View) throws {
        let text = try show(view, CaptureBytes().bytes)
        #expect(text.contains("nothing to show") || text.contains("alice: outgoing"))
        if view == .svg { #expect(try parsed(text).rootElement()?.name == "svg") }
    }

    @Test func `media is labelled by payload type, and its losses equal the journal's`() throws {
        var talk = Talk()
        for index in 0..<10 where index != 4 {
            talk.add(
                CaptureBytes.rtp(index, timestamp: UInt32(index) * 160, ssrc: 1), from: Talk.alice, to: Talk.sfu,
                at: Int64(index) * 20)
            talk.add(
                CaptureBytes.rtp(index, timestamp: UInt32(index) * 1800, ssrc: 2, type: 34), from: Talk.alice,
                to: Talk.sfu, at: Int64(index) * 20)
        }
        let lines = try show(.ladder, talk.capture.bytes).lines
        #expect(lines.contains { $0.hasSuffix("RTP audio 8 packets, 2 lost") }, "\(lines)")
        #expect(lines.contains { $0.hasSuffix("RTP video 9 packets, 1 lost") }, "\(lines)")
    }
}

extension XMLElement {
    /// The value of an attribute, in whatever namespace it is.
    fileprivate func value(_ name: String) -> String? { attributes?.first { $0.name == name }?.stringValue }
}
