import Testing

@testable import ScenarioLanguage

/// Datagrams of an intruder as files describe them.
@Suite struct IntruderStepTests {
    private func act(_ text: String) throws -> IntruderAct? {
        guard case .network(let changes)? = try actions("- network: {intruder: \(text)}").first,
            case .intruder(let act)? = changes.first
        else { return nil }
        return act
    }

    @Test func `an intruder repeats the last packet that matches`() throws {
        let act = try #require(
            try act(
                "{replay: {from: alice, path: \"*/ring\"}, source: bob, to: sfu, times: 50, fresh: true, first: 4B}"))
        #expect(
            act.content == .replay(PacketFilter(["path": .matches("*/ring")], from: .participants(["alice"]))))
        #expect(act.source == "bob")
        #expect(act.receiver == "sfu")
        #expect(act.times == 50)
        #expect(act.isFresh)
        #expect(act.length == 4)
        #expect(
            act.description
                == "an intruder repeats the last packet with path */ring, from alice, from the address of bob, to sfu, "
                + "50 times, with new message ids, cut to 4 bytes")
    }

    @Test func `an intruder forges a request with an id that it has read`() throws {
        let act = try #require(
            try act("{request: {method: POST, path: /sfu/leave, query: a=b, as: bob, body: {reason: bye}}}"))
        var request = ForgedRequest(method: "POST", path: "/sfu/leave")
        request.query = ["a=b"]
        request.owner = "bob"
        request.body = [Value.Entry(key: "reason", value: .text("bye"))]
        #expect(act == IntruderAct(content: .request(request)))
        #expect(act.description == "an intruder forges POST /sfu/leave, with the id of bob")
    }

    @Test func `packets of the intruder's own address can be expected`() throws {
        guard case .packets(let expectation, _)? = try actions("- packets: {from: sfu, to: intruder, count: 0}").first
        else { throw Unexpected() }
        #expect(expectation.filter == PacketFilter([:], from: .sfu, to: .intruder))
    }

    private struct Unexpected: Error {}

    @Test func `a copy needs the bytes of packets, and one of media needs single packets`() throws {
        func needs(_ text: String) throws -> PacketNeeds {
            try read(scenario(steps: "- network: {intruder: {\(text)}}")).packetNeeds
        }
        #expect(try needs("replay: {path: \"*/ring\"}") == PacketNeeds(bytes: true, media: false))
        #expect(try needs("replay: {kind: rtp}") == PacketNeeds(bytes: true, media: true))
        #expect(try needs("request: {method: GET, path: /}") == PacketNeeds(bytes: true, media: false))
    }

    static let wrong: [(String, String)] = [
        (
            "{times: 2}",
            "23: `intruder` needs one of `replay`, `request` and `datagram`; write it like `intruder: {replay: {from: alice, "
                + "path: \"*/ring\"}}`"
        ),
        ("{replay: {}}", "32: `replay` chooses nothing; write it like `replay: {from: alice, path: \"*/ring\"}`"),
        ("{request: {method: Binding, path: /}}", "42: `Binding` is not a method of a request"),
        ("{replay: {from: bob}, source: everyone}", "53: expected one participant or server, not 2"),
        ("{replay: {from: bob}, to: bobb}", "49: there is no participant `bobb`"),
        ("{replay: {from: bob}, times: 0}", "52: `0` is not a whole number from 1 to 10000"),
        (
            "{datagram: \"40 0\"}",
            "34: `40 0` is not a datagram; write at most 1878 bytes, each as two digits, such as `40 01 00 07`"
        ),
        ("{datagram: 4x}", "34: `4x` is not a datagram"),
        (
            "{request: {method: POST, path: /, body: {custom: {a: \(String(repeating: "a", count: 1880))}}}}",
            "33: the request is longer than a datagram; write at most 1878 bytes: an intruder sends no blocks"
        ),
        ("{datagram: \"40\", request: {method: GET, path: /}}", "23: `intruder` needs one of"),
        ("{replay: {form: bob}}", "33: `replay` has no key `form`; did you mean `from`?"),
    ]

    @Test(arguments: wrong) func `what cannot be sent is reported at its place`(_ text: String, _ message: String) {
        let found = complaints(steps: "- network: {intruder: \(text)}")
        #expect(found.first?.hasPrefix("1:\(message)") == true, "\(found)")
    }
}
