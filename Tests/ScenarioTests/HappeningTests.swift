import Journal
import Testing

@testable import ScenarioLanguage
@testable import ScenarioStage
@testable import ScenarioVocabulary

/// What can be asked of the journal, and of the order of what happens.
@Suite struct HappeningTests {
    @Test(arguments: [
        ("{kind: notification, count: 0}", "notification", "0"),
        ("{kind: event, participant: bob, type: call.ring}", "event, participant bob, type call.ring", "at least 1"),
        (
            "{kind: state, property: callingState, to: {oneOf: [idle, inCall]}, cause: {moreThan: 3}}",
            "state, property callingState, to one of [idle, inCall], cause more than 3", "at least 1"
        ),
        (
            "{kind: notification, attributes: {cid: {matches: \"default:*\"}}, time: {after: 2s}, count: {atMost: 2}}",
            "notification, cid like default:*, time after 2s", "at most 2"
        ),
        ("{kind: returned, name: call.join, error: none}", "returned, name call.join, error none", "at least 1"),
    ])
    func `a filter of entries says what it asks`(_ text: String, _ shown: String, _ count: String) throws {
        guard case .journal(let expectation, within: nil)? = try actions("- journal: \(text)").first else {
            return unexpected()
        }
        #expect(expectation.filter.description == shown)
        #expect(expectation.count.description == count)
    }

    @Test(arguments: [
        (
            "{count: 0}",
            "1:3: `journal` needs `kind`, the kind of the entries; "
                + "write it like `journal: {kind: notification, participant: alice, count: 1}`"
        ),
        ("{kind: evnt}", "1:19: `evnt` is no kind of entry; did you mean `event`?"),
        ("{kind: datagram}", "1:19: datagrams are not asked for with `journal`; write `- packets: …`"),
        ("{kind: event, typ: custom}", "1:26: an entry of kind `event` has no key `typ`; did you mean `type`?"),
        ("{kind: event, type: custm}", "1:32: `custm` is no event; did you mean `custom`?"),
        ("{kind: event, participant: bop}", "1:39: `bop` is no participant or server; did you mean `bob`?"),
        ("{kind: call, name: acept}", "1:31: `acept` is no command; did you mean `accept`?"),
        (
            "{kind: state, property: callingSate}",
            "1:36: the journal keeps no property `callingSate`; did you mean `callingState`?"
        ),
        ("{kind: timer, phase: fird}", "1:33: `fird` is no word for this; did you mean `fired`?"),
        (
            "{kind: log, time: 5s}",
            "1:30: `time` is a point in time, which is not compared by being equal; "
                + "write `none`, `unchanged`, or an instant as in `{after: 2s}`"
        ),
        (
            "bob",
            "1:12: `journal` is a mapping, not text; write it like "
                + "`journal: {kind: notification, participant: alice, count: 1}`"
        ),
    ])
    func `an expectation on the journal that cannot be is told`(_ text: String, _ message: String) {
        #expect(complaints(steps: "- journal: \(text)") == [message])
    }

    private func items(_ text: String) throws -> [String] {
        guard case .order(let order, within: nil)? = try actions("- order: [{bob: {log: a}}, \(text)]").first else {
            unexpected()
            return []
        }
        return order.items.dropFirst().map { item in
            if case .entry(let filter) = item.what { "\(item.text) | \(filter)" } else { item.text }
        }
    }

    @Test(arguments: [
        ("{bob: {event: call.ring}}", "bob: event call.ring | event, participant bob, type call.ring"),
        (
            "{bob: {event: custom, call: default:x, time: {before: 2s}}}",
            "bob: event custom of default:x before 2s | "
                + "event, participant bob, type custom, cid default:x, time before 2s"
        ),
        (
            "{alice: {callingState: {not: idle}}}",
            "alice: callingState not idle | state, participant alice, property callingState, to not idle"
        ),
        (
            "{alice: {connectionStatus: disconnected}}",
            "alice: connectionStatus disconnected | "
                + "state, participant alice, property connectionStatus, to like disconnected*"
        ),
        (
            "{alice: {stage: joined}}",
            "alice: stage joined | state, participant alice, property like stage *, to joined"
        ),
        (
            "{alice: {stage: joined, call: default:x}}",
            "alice: stage joined of default:x | "
                + "state, participant alice, property \"stage default:x\", to joined"
        ),
        (
            "{alice: {ringingCall: none}}",
            "alice: ringingCall none | state, participant alice, property ringingCall, to none"
        ),
        ("{bob: {begins: accept}}", "bob: begins accept | call, participant bob, name accept"),
        (
            "{bob: {ends: call.join}}",
            "bob: ends call.join | returned, participant bob, name call.join, error none"
        ),
        ("{bob: {throws: APIError}}", "bob: throws APIError | returned, participant bob, error APIError"),
        ("{sfu: {fault: crash}}", "sfu: fault crash | fault, target sfu, text crash"),
        (
            "{network: {fault: {matches: \"drops*\"}}}",
            "network: fault like drops* | fault, target none, text like drops*"
        ),
        ("{packet: {event: custom, to: bob}}", "packet with event custom, to bob"),
    ])
    func `an item says what happens`(_ text: String, _ shown: String) throws {
        #expect(try items(text) == [shown])
    }

    @Test(arguments: [
        ("{bob: {evnt: custom}}", "18: `evnt` is nothing that happens to a participant; did you mean `event`?"),
        (
            "{bob: {event: custom, begins: accept}}",
            "33: an item of `order` is one thing that happens; "
                + "write each on a line of its own, like `- alice: {callingState: inCall}`"
        ),
        (
            "{bob: {call: default:x}}",
            "12: an item of `order` is one thing that happens; "
                + "write each on a line of its own, like `- alice: {callingState: inCall}`"
        ),
        ("{bob: {timer: x, call: default:x}}", "28: `timer` names no call; leave it out"),
        ("{sfu: {event: custom}}", "18: `event` is nothing that happens to a server; it can be `fault` or `log`"),
        ("{everyone: {event: custom}}", "12: an item of `order` is about one participant; write a line for each"),
        ("{bop: {event: custom}}", "12: `bop` is neither a participant nor a server; did you mean `bob`?"),
        ("{packet: {}}", "20: `packet` asks for nothing; write it like `packet: {event: call.accepted, to: alice}`"),
        (
            "bob",
            "11: an item of `order` is one name with what happens there; "
                + "write it like `- alice: {callingState: inCall}`"
        ),
    ])
    func `an item that cannot be is told`(_ text: String, _ message: String) {
        #expect(complaints(steps: "- order: [\(text), {bob: {log: a}}]") == ["1:\(message)"])
    }

    @Test func `one thing alone has no order`() {
        #expect(
            complaints(steps: "- order: [{bob: {log: a}}]") == [
                "1:10: `order` is a list of at least two things that happen; "
                    + "write each on a line of its own, like `- alice: {callingState: inCall}`"
            ])
    }

    @Test func `the rule of calling states permits every move that the machine can make`() throws {
        let graph = try #require(StateGraph.all.first { $0.name == "callingState" })
        #expect(graph.moves.filter { !CallingMoves.areLegal($0.from, $0.to) } == [])
    }

    @Test func `what can happen tells of fields that the journal has`() throws {
        for pattern in EventPattern.all {
            let filter = pattern.entries(.equal(.text("bob")), .equal(.text("x")), .equal(.text("default:x")))
            let kind = try #require(EntryFilter.kinds.first { $0.name == filter.kind })
            for test in filter.tests { #expect(kind.field(test.field) != nil, "\(test.field) of \(pattern.name)") }
        }
    }

    @Test(arguments: [
        (JournalValue.text("none"), Value.none), (.none, .none), (.text("true"), .boolean(true)),
        (.text("inCall"), .text("inCall")), (.list([1, "a"]), .list([.integer(1), .text("a")])),
        (.number(1.5), .number(1.5)),
    ])
    func `a value of the journal is one of the language`(_ journaled: JournalValue, _ value: Value) {
        #expect(Value(journaled) == value)
    }
}
