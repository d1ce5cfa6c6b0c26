import Journal
import Testing
import Timing
import Wire

@Suite struct JournalLineTests {
    private func line(_ event: JournalEvent, at nanoseconds: Int64 = 0) -> String {
        JournalEntry(number: 7, time: Instant(nanoseconds: nanoseconds), event: event).description
    }

    @Test func `a line says number, time in seconds and kind first`() {
        #expect(
            line(.fault(.init(target: "bob", text: "cut")), at: 12_500_000_001)
                == #"{"number":7,"time":12.500000001,"kind":"fault","target":"bob","text":"cut"}"#)
    }

    @Test func `a datagram's line holds addresses, length and fate`() {
        let from = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 49152)
        let to = SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683)
        #expect(
            line(
                .datagram(
                    .init(number: 3, from: from, to: to, byteCount: 40, fate: .lost(reason: "chance"), summary: "CON"))
            ) == #"{"number":7,"time":0.000000000,"kind":"datagram","datagram":3,"from":"127.1.0.1:49152","#
                + #""to":"127.0.0.1:5683","byteCount":40,"fate":"lost","reason":"chance","summary":"CON"}"#)
    }

    @Test func `every kind writes the keys of its record`() {
        let change = JournalEvent.StateChange(
            participant: "bob", property: "roster", from: [], to: ["alice", 2, true, 0.5, nil], cause: 9)
        let cases: [(JournalEvent, String)] = [
            (
                .runStarted(.init(scenario: "R-1", file: "a.yaml", seed: .max, clock: "virtual")),
                #""scenario":"R-1","file":"a.yaml","seed":18446744073709551615,"clock":"virtual""#
            ),
            (
                .step(.init(index: 1, line: 5, file: "b.yaml", text: "alice: ring", phase: .began)),
                #""step":1,"line":5,"file":"b.yaml","text":"alice: ring","phase":"began""#
            ),
            (
                .call(.init(participant: "bob", call: 2, name: "join", arguments: [.init("ring", true)])),
                #""participant":"bob","call":2,"name":"join","arguments":{"ring":true}"#
            ),
            (.returned(.init(participant: "bob", call: 2, outcome: .value(nil))), #""participant":"bob","call":2}"#),
            (
                .returned(.init(participant: "bob", call: 2, outcome: .thrown(type: "E", message: "m"))),
                #""error":"E","message":"m""#
            ),
            (.state(change), #""from":[],"to":["alice",2,true,0.5,null],"cause":9"#),
            (
                .event(.init(participant: "bob", type: "call.ring", cid: "default:a", datagram: 4)),
                #""type":"call.ring","cid":"default:a","datagram":4"#
            ),
            (
                .timer(.init(owner: "bob", label: "ring", phase: .armed(until: Instant(nanoseconds: -1)))),
                #""phase":"armed","until":-0.000000001"#
            ),
            (.notification(.init(participant: "bob", name: "n")), #""participant":"bob","name":"n"}"#),
            (
                .expectation(.init(index: nil, line: 3, text: "t", outcome: .failed(expected: "a", actual: "b"))),
                #""line":3,"text":"t","outcome":"failed","expected":"a","actual":"b""#
            ),
            (.verdict(.init(kind: .harnessFault, reason: "r")), #""verdict":"harnessFault","reason":"r""#),
        ]
        for (event, part) in cases {
            let line = line(event)
            #expect(line.contains(part), "\(line)")
            #expect(line.contains(#""kind":"\#(event.kind.name)""#))
        }
    }

    @Test func `text from outside cannot break the line`() {
        let line = line(.fault(.init(text: "a\"b\\c\nd\u{1}\te🙂")))
        #expect(line.hasSuffix(#""text":"a\"b\\c\nd\u0001\te🙂"}"#))
    }

    @Test func `a number that JSON lacks becomes null`() {
        #expect(line(.log(.init(name: "n", attributes: [.init("x", .number(.nan))]))).hasSuffix(#"{"x":null}}"#))
    }
}
