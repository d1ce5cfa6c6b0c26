import Chance
import Testing
import Wire

@testable import Inspection

@Suite struct HistoryComparisonTests {
    private func history(_ events: [(Double, String)], hasStates: Bool = false) -> CallHistory {
        CallHistory(
            events.map { CallEvent(time: Int64(($0.0 * 1e9).rounded()), text: $0.1) }, hasStates: hasStates)
    }

    private func reading(_ talk: Talk, journal: String? = nil) throws -> CallHistory {
        let scratch = try Scratch()
        if let journal { _ = try scratch.write(Array(journal.utf8), to: "journal.ndjson") }
        let (history, damage) = try CallHistory.reading(scratch.write(talk.capture.bytes))
        #expect(damage == nil)
        return history
    }

    @Test func `a capture's history has its requests, answers and events, without ports and copies`() throws {
        let texts = try reading(Talk.call()).events.map(\.text)
        #expect(
            texts.prefix(12) == [
                "alice → coordinator  FETCH /video/connect",
                "coordinator → alice  2.05 Content of FETCH /video/connect",
                "coordinator → alice  connection.ok of default:standup by alice",
                "bob → coordinator  FETCH /video/connect",
                "coordinator → bob  2.05 Content of FETCH /video/connect",
                "coordinator → bob  connection.ok of default:standup by bob",
                "alice → coordinator  POST /video/call/default/standup (ring, bob)",
                "coordinator → alice  2.01 Created of POST /video/call/default/standup",
                "coordinator → bob  call.created of default:standup by alice",
                "coordinator → bob  call.ring of default:standup by alice",
                "bob → coordinator  POST /video/call/default/standup/accept",
                "coordinator → bob  2.04 Changed of POST /video/call/default/standup/accept",
            ])
        #expect(texts.contains("alice → coordinator  RST of FETCH /video/connect"))
        #expect(texts.contains("alice → coordinator  malformed datagram"))
    }

    @Test func `a keep-alive is not an event, and a run of media is one`() throws {
        var talk = Talk()
        for index in 0..<5 {
            talk.request(.post, "sfu/health", from: Talk.alice, to: Talk.sfu, token: UInt8(index), at: Int64(index))
            for ssrc in 1...2 as ClosedRange<UInt32> {
                let packet = CaptureBytes.rtp(index, timestamp: UInt32(index) * 160, ssrc: ssrc)
                talk.add(packet, from: Talk.alice, to: Talk.sfu, at: Int64(index))
            }
        }
        #expect(try reading(talk).events.map(\.text) == ["127.1.0.1 → 127.0.1.1  RTP audio begins"])
    }

    @Test func `the same call twice is the same, whatever ports, tokens and times are`() throws {
        var slow = Talk()
        slow.request(.get, "video/call/default/standup", from: "127.1.0.1:1", token: 9, at: 500)
        var fast = Talk()
        fast.add([0x80], from: "127.1.0.1:9", to: "127.0.0.1:9", at: 0)
        fast.request(.get, "video/call/default/standup", from: "127.1.0.1:2", token: 7, at: 1)
        let comparison = try HistoryComparison(reading(slow), reading(fast))
        #expect(comparison.isSame)
        #expect(comparison.patch(from: "a", to: "b").isEmpty)
        #expect(comparison.summary == "no difference")
    }

    @Test func `names that runs make up for themselves are compared by their order`() {
        let first = history([
            (0, "a → b  POST /video/call/default/4f3c2b1a-0000-4444-8888-1234567890ab"),
            (1, "b → a  call.created of default:4f3c2b1a-0000-4444-8888-1234567890ab"),
            (2, "b → a  call.ring of default:friday"), (3, "10.0.0.7 → b  ping"),
        ])
        let second = history([
            (0, "a → b  POST /video/call/default/99999999-0000-4444-8888-1234567890ab"),
            (1, "b → a  call.created of default:99999999-0000-4444-8888-1234567890ab"),
            (2, "b → a  call.ring of default:friday"), (3, "192.168.1.9 → b  ping"),
        ])
        #expect(HistoryComparison(first, second).isSame)
        let swapped = history([
            (0, "a → b  POST /video/call/default/99999999-0000-4444-8888-1234567890ab"),
            (1, "b → a  call.created of default:77777777-0000-4444-8888-1234567890ab"),
            (2, "b → a  call.ring of default:friday"), (3, "192.168.1.9 → b  ping"),
        ])
        #expect(!HistoryComparison(first, swapped).isSame)
    }

    @Test func `missing, extra, moved and later events read like a patch`() {
        let first = history([
            (0, "one"), (0.1, "two"), (0.2, "three"), (0.3, "four"), (0.4, "five"), (0.5, "six"), (0.6, "seven"),
            (0.7, "eight"), (0.8, "nine"),
        ])
        let second = history([
            (0, "one"), (0.1, "two"), (0.3, "four"), (0.35, "new"), (0.4, "five"), (0.45, "three"), (0.5, "six"),
            (2.6, "seven"), (2.7, "eight"),
        ])
        let comparison = HistoryComparison(first, second)
        #expect(
            comparison.patch(from: "a.golden", to: "b.pcap") == [
                "--- a.golden", "+++ b.pcap", "@@ 0.000 s @@", "     0.000  one", "     0.100  two",
                "-    0.200  three  (now at 0.450 s)", "     0.300  four", "+    0.350  new", "     0.400  five",
                "+    0.450  three  (was at 0.200 s)", "     0.500  six",
                "~    2.600  seven  (2.000 s later, was at 0.600 s)", "     2.700  eight", "-    0.800  nine",
                "4 differences: 1 missing, 1 extra, 1 in another order, 1 at another time",
            ])
        #expect(comparison.patch(from: "a", to: "b", isColoured: true).contains { $0.hasPrefix("\u{1B}[31m-") })
    }

    @Test func `the tolerance decides which event is later`() {
        let first = history([(0, "one"), (1, "two"), (2, "three")])
        let second = history([(0, "one"), (1.04, "two"), (2.04, "three")])
        #expect(HistoryComparison(first, second).isSame)
        #expect(HistoryComparison(first, second, tolerance: 0).counts.shifted == 1)
        #expect(
            HistoryComparison(second, first, tolerance: 0).patch(from: "a", to: "b").contains {
                $0.hasSuffix("(0.040 s earlier, was at 1.040 s)")
            })
    }

    @Test func `calling states count where both runs have a journal`() throws {
        let journal = """
            {"number":1,"time":0,"kind":"datagram","datagram":1,"fate":"sent"}
            {"number":2,"time":0,"kind":"state","participant":"alice","property":"callingState","from":"idle","to":"outgoing"}
            {"number":3,"time":0,"kind":"state","participant":"alice","property":"roster","from":"","to":"alice"}

            """
        let with = try reading(Talk.call(), journal: journal)
        #expect(with.hasStates)
        #expect(
            with.events.map(\.text).prefix(3) == [
                "alice → coordinator  FETCH /video/connect", "* alice: outgoing",
                "coordinator → alice  2.05 Content of FETCH /video/connect",
            ])
        #expect(try HistoryComparison(with, reading(Talk.call())).isSame)
        let without = with.withoutStates
        #expect(try without.events.map(\.text) == reading(Talk.call()).events.map(\.text) && !without.hasStates)
        let other = try reading(Talk.call(), journal: journal.replacing("outgoing", with: "joining"))
        #expect(HistoryComparison(with, other).counts.missing == 1)
    }

    @Test func `a change of state stands behind the packet that was sent before it`() throws {
        let journal = """
            {"number":1,"time":0,"kind":"runStarted","scenario":"A","clock":"real"}
            {"number":2,"time":0,"kind":"state","participant":"alice","property":"callingState","from":"a","to":"first"}
            {"number":3,"time":0.1,"kind":"datagram","datagram":1,"fate":"sent"}
            {"number":4,"time":0.2,"kind":"datagram","datagram":2,"fate":"sent"}
            {"number":5,"time":0.3,"kind":"state","participant":"alice","property":"callingState","from":"a","to":"second"}
            {"number":6,"time":0.3,"kind":"state","participant":"bob","property":"callingState","from":"a","to":"third"}
            {"number":7,"time":0.4,"kind":"datagram","datagram":3,"fate":"sent"}
            {"number":8,"time":9,"kind":"state","participant":"bob","property":"callingState","from":"a","to":"last"}

            """
        var talk = Talk()
        for (index, path) in ["a", "b", "c"].enumerated() {
            talk.request(.get, path, from: Talk.alice, token: UInt8(index), at: Int64(index) * 1000)
        }
        let events = try reading(talk, journal: journal).events
        let sender = "127.1.0.1 → 127.0.0.1"
        #expect(
            events.map(\.text) == [
                "* alice: first", "\(sender)  GET /a", "\(sender)  GET /b", "* alice: second", "* bob: third",
                "\(sender)  GET /c", "* bob: last",
            ])
        // The journal's times have another origin than those of the capture, unless the clock is virtual.
        #expect(events.dropFirst().map(\.time) == [0, 1, 1, 1, 2, 2].map { $0 * 1_000_000_000 + (events[1].time) })
    }

    @Test func `an event has its call, its user and its reason`() throws {
        var talk = Talk()
        let request = talk.request(.get, "a", from: Talk.alice, token: 1, observe: true, at: 0)
        let event: CBOR = .map([
            "type": "call.rejected", "call_cid": "default:a", "user": .map(["id": "bob"]), "reason": "busy",
        ])
        let body: CBOR = .map([
            "first": 1, "events": .array([event, .map(["type": "health.check"]), .map(["type": "x"])]),
        ])
        talk.notify(request, to: Talk.alice, observe: 2, body: body, at: 1)
        #expect(
            try reading(talk).events.map(\.text) == [
                "127.1.0.1 → 127.0.0.1  GET /a", "127.0.0.1 → 127.1.0.1  2.05 Content of GET /a",
                "127.0.0.1 → 127.1.0.1  call.rejected of default:a by bob (busy)",
                "127.0.0.1 → 127.1.0.1  x",
            ])
    }

    @Test func `large histories that have nothing in common are compared all the same`() {
        let first = history((0..<3000).map { (Double($0), "a \($0)") })
        let second = history((0..<3000).map { (Double($0), "b \($0)") })
        #expect(HistoryComparison(first, second).counts.missing == 3000)
        let repeated = history((0..<3000).map { (Double($0), "a \($0 % 3)") })
        let other = history((0..<3000).map { (Double($0), "a \($0 % 2)") })
        let counts = HistoryComparison(repeated, other).counts
        #expect(counts.missing == 1000)
        #expect(counts.extra == 1000)
    }
}

@Suite struct AlignmentTests {
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `both lists are complete and in order, and only equal elements are paired`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let letters = ["a", "b", "c", "d", "e", "f"]
        let first = (0..<Int(generator.next() % 40)).map { _ in letters[Int(generator.next() % 6)] }
        let second = (0..<Int(generator.next() % 40)).map { _ in letters[Int(generator.next() % 6)] }
        let pairs = Alignment(first, second).pairs
        #expect(pairs.compactMap(\.first) == Array(first.indices))
        #expect(pairs.compactMap(\.second) == Array(second.indices))
        let matched = pairs.filter { $0.first != nil && $0.second != nil }
        for pair in matched { #expect(pair.first.map { first[$0] } == pair.second.map { second[$0] }) }
        // As many pairs as the standard library's way finds.
        let removals = second.difference(from: first).removals.count
        #expect(matched.count == first.count - removals)
    }

    @Test func `long lists with a few changes are paired but for these`() {
        let first = (0..<20_000).map { "line \($0)" }
        var second = first
        second.remove(at: 12_345)
        second.insert("new", at: 500)
        second.swapAt(7000, 7001)
        let pairs = Alignment(first, second).pairs
        #expect(pairs.count { $0.second == nil } == 2)
        #expect(pairs.count { $0.first == nil } == 2)
    }
}

@Suite struct GoldenFileTests {
    @Test func `a history is read back from its golden file`() throws {
        let scratch = try Scratch()
        let (history, _) = try CallHistory.reading(scratch.write(Talk.call().capture.bytes))
        let bytes = GoldenFile.bytes(of: history)
        #expect(GoldenFile.isLikely(bytes))
        #expect(try GoldenFile.history(bytes) == history)
    }

    @Test func `remarks and blank lines are left out, and edited times count`() throws {
        let text = "# rollcall call events 1\n# with calling states\n\n  1.5  a → b  x\n# note\n2.000001 * a: idle\n"
        let history = try GoldenFile.history(Array(text.utf8))
        #expect(history.hasStates)
        #expect(
            history.events == [CallEvent(time: 0, text: "a → b  x"), CallEvent(time: 500_001_000, text: "* a: idle")])
    }

    @Test(arguments: [
        ("", 1), ("# something else\n", 1), ("# rollcall call events 1\n0.1 a\nsoon b\n", 3),
        ("# rollcall call events 1\n0.1\n", 2), ("# rollcall call events 1\n99999999999999999999.0 a\n", 2),
        ("# rollcall call events 1\n0.1.2 a\n", 2), ("# rollcall call events 1\n-.5 a\n", 2),
    ])
    func `a line that is none is named`(_ text: String, _ line: Int) {
        let error = #expect(throws: GoldenFileError.self) { try GoldenFile.history(Array(text.utf8)) }
        #expect(error?.line == line)
    }

    @Test func `bytes that are not text are an error`() {
        let error = #expect(throws: GoldenFileError.self) {
            try GoldenFile.history(Array("# rollcall call events 1\n0.1 ".utf8) + [0xFF, 0xFE, 0x0A])
        }
        #expect(error?.line == 2)
    }
}
