import Testing
import Wire

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// Expectations on packets.
@Suite struct PacketTests {
    private func filter(_ text: String) throws -> PacketFilter {
        guard case .packets(let expectation, _)? = try actions("- packets: \(text)").first else {
            unexpected()
            return PacketFilter()
        }
        return expectation.filter
    }

    @Test(arguments: [
        ("{event: call.accepted, to: alice}", "event call.accepted, to alice"),
        ("{path: \"*/accept\", from: bob}", "path */accept, from bob"),
        ("{path: {not: \"*/accept\"}}", "path not like */accept"),
        ("{status: none, type: ACK}", "status none, type ACK"),
        ("{fate: {oneOf: [lost, corrupted]}, resent: true}", "fate one of [lost, corrupted], resent true"),
        ("{time: {after: 2s, before: 1min}}", "time after 2s and before 1min"),
        ("{block2.more: true, observe: {moreThan: 1}}", "observe more than 1, block2.more true"),
        ("{body: {a.b: 2, c: {count: 2}}, method: PUT}", "method PUT, body a.b 2 and c count 2"),
        ("{class: success, errorCode: none}", "class success, errorCode none"),
        (
            "{attributes: {contains: [USERNAME, {matches: \"MESSAGE*\"}]}}",
            "attributes contains USERNAME and like MESSAGE*"
        ),
    ])
    func `a filter describes its conditions`(_ text: String, _ shown: String) throws {
        #expect(try filter(text).description == shown)
    }

    @Test(arguments: [
        ("{event: custom}", [DatagramKind.coap]), ("{method: Binding}", [.stun, .coap]), ("{ssrc: 1}", [.rtp]),
        ("{body: {code: 1}}", [.coap]), ("{report: SR}", [.rtcp]), ("{size: 20B}", DatagramKind.allCases),
        ("{kind: {not: rtp}}", [.stun, .coap, .rtcp, .sip]), ("{kind: rtp, fate: lost}", [.rtp]),
    ])
    func `fields determine the protocol of packets`(_ text: String, _ kinds: [DatagramKind]) throws {
        #expect(try filter(text).protocols == kinds)
    }

    @Test(arguments: [
        ("{event: custom, to: bob}", false, false), ("{body: {code: 1}}", true, false),
        ("{kind: rtp, size: 20B}", false, false),
        ("{kind: rtp, fate: lost}", false, true), ("{marker: true}", true, true), ("{token: ab}", true, false),
        ("{kind: coap, lostBy: chance}", false, false), ("{kind: coap, time: {after: 2s}}", false, false),
        ("{kind: coap, resent: true}", true, false), ("{status: none}", false, false),
    ])
    func `a run keeps the requested parts of packets`(_ text: String, _ bytes: Bool, _ media: Bool) throws {
        let scenario = try read(scenario(steps: "- packets: \(text)"))
        #expect(scenario.packetNeeds == PacketNeeds(bytes: bytes, media: media))
    }

    @Test(arguments: [
        ("{ssrc: 1, event: custom}", "19: no packet has `event` and `ssrc`; leave out some"),
        ("{kind: rtp, method: GET}", "32: no packet has `kind` and `method`; leave out some"),
        ("{clas: request}", "13: `packets` has no key `clas`; did you mean `class`?"),
        ("{class: requst}", "20: `requst` is not a class; did you mean `request`?"),
        ("{type: KON}", "19: `KON` is not a type of a message; did you mean `CON`?"),
        (
            "{fate: gone}",
            "19: `gone` is not a fate; it can be `sent`, `received`, `lost`, `corrupted`, `duplicated` or `undeliverable`"
        ),
        ("{body: {}}", "19: `body` asks for nothing; write it like `body: {type: call.accepted}`"),
        ("{body: call.ring}", "19: `body` is a mapping, not text; write it like `body: {type: call.accepted}`"),
        (
            "{time: 5s}",
            "19: `time` is a point in time, which is not compared by being equal; "
                + "write `none`, `unchanged`, or an instant as in `{after: 2s}`"
        ),
        (
            "{time: {after: rung}}",
            "27: there is no mark `rung`; set it in a step before, `- mark: rung`"
        ),
        ("{time: {after: 5}}", "27: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"),
    ])
    func `an invalid filter is reported`(_ text: String, _ message: String) {
        #expect(complaints(steps: "- packets: \(text)") == ["1:\(message)"])
    }

    @Test func `a packet that is to be lost has no fate yet`() {
        let found = complaints(steps: "- network: {drop: {fate: lost}}")
        #expect(found.count == 1 && found[0].hasPrefix("1:20: `drop` has no key `fate`"))
    }

    private static let body: CBOR = [
        "type": "call.ring", "call": ["cid": "default:standup", "custom": ["a.b": 1, "a": ["c": 2]]],
        "members": [["user": ["id": "alice"], "role": "host"], ["user": ["id": "bob"]]], "empty": [],
    ]

    @Test(arguments: [
        ("type", Value.text("call.ring")), ("call.cid", .text("default:standup")), ("call.custom.a.b", .integer(1)),
        ("call.custom.a.c", .integer(2)), ("members.1.user.id", .text("bob")),
        ("members.user.id", .texts(["alice", "bob"])), ("members.role", .texts(["host"])),
    ])
    func `a path leads to a part of a body`(_ path: String, _ value: Value) {
        #expect(BodyPath(path).value(in: Self.body) == value)
    }

    @Test(arguments: ["typ", "type.x", "members.2", "members.-1", "members.name", "", "call.", "empty.0", "empty.a"])
    func `a path that leads nowhere has no value`(_ path: String) {
        #expect(BodyPath(path).value(in: Self.body) == nil)
    }

    @Test(arguments: [
        ("*", ""), ("*", "abc"), ("a*c", "abc"), ("a*c", "ac"), ("*b*", "abc"), ("a", "a"), ("a*b*c", "aXbYc"),
        ("**", "x"),
    ])
    func `a pattern fits`(_ pattern: String, _ text: String) { #expect(Pattern(pattern).fits(text)) }

    @Test(arguments: [("a", "b"), ("a*a", "a"), ("*b", "abc"), ("a*b*c", "acb"), ("", "a"), ("abc*", "ab")])
    func `a pattern does not fit`(_ pattern: String, _ text: String) { #expect(!Pattern(pattern).fits(text)) }

    @Test func `a test passes when any value matches, and a negation when none does`() {
        let values = [Value.text("a"), .text("b")]
        #expect(Comparison.equal(.text("b")).isMet(byOneOf: values))
        #expect(!Comparison.not(.equal(.text("b"))).isMet(byOneOf: values))
        #expect(Comparison.equal(.none).isMet(byOneOf: []))
        #expect(!Comparison.equal(.none).isMet(byOneOf: values))
    }
}
