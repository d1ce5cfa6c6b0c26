import CallLibraryGuest
import Journal
import Testing

@testable import ScenarioLanguage
@testable import ScenarioStage
@testable import ScenarioVocabulary

/// Expectations on the journal: one entry with its count, and several in order.
@Suite struct JournalExpectationTests {
    @Test(arguments: [
        ("{bob: {notification: callEnded, count: 0}}", "notification, participant bob, name callEnded", "0"),
        ("{bob: {event: call.ring}}", "event, participant bob, type call.ring", "at least 1"),
        (
            "{bob: {callingState: {oneOf: [idle, inCall]}, from: incoming, cause: {moreThan: 3}}}",
            "state, participant bob, property callingState, to one of [idle, inCall], from incoming, cause more than 3",
            "at least 1"
        ),
        (
            "{bob: {log: x, attributes: {cid: {matches: \"default:*\"}}, time: {after: 2s}, count: {atMost: 2}}}",
            "log, source bob, name x, cid like default:*, time after 2s", "at most 2"
        ),
        (
            "{bob: {throws: APIError, name: call.join, message: {contains: full}}}",
            "returned, participant bob, error APIError, name call.join, message contains full", "at least 1"
        ),
        (
            "{bob: {timer: ring, phase: armed, count: 0}}", "timer, owner bob, label ring, phase armed", "0"
        ),
        ("{backend: {log: x}}", "log, source backend, name x", "at least 1"),
    ])
    func `one entry is expected with its count`(_ text: String, _ shown: String, _ expected: String) throws {
        guard case .journal(.count(let filter, let count, _), within: nil)? = try actions("- journal: \(text)").first
        else { return unexpected() }
        #expect(filter.description == shown)
        #expect(count.description == expected)
    }

    @Test(arguments: [
        (
            "{kind: event, participant: bob, type: call.ring, count: 0}",
            "1:12: `journal` has no key `kind`; write it like `journal: {alice: {callingState: inCall}}`"
        ),
        ("{bob: {evnt: custom}}", "1:19: `evnt` is nothing that happens to a participant; did you mean `event`?"),
        ("{bob: {event: custm}}", "1:26: `custm` is not an event; did you mean `custom`?"),
        (
            "{bob: {event: custom, typ: x}}",
            "1:34: `event` has no key `typ`; it can be `datagram`, `call`, `time` or `count`"
        ),
        ("{bop: {event: custom}}", "1:13: `bop` is neither a participant nor a server; did you mean `bob`?"),
        ("{bob: {begins: acept}}", "1:27: `acept` is not a command; did you mean `accept`?"),
        ("{bob: {timer: x, phase: fird}}", "1:36: `fird` is not a word for this; did you mean `fired`?"),
        (
            "{bob: {log: x, time: 5s}}",
            "1:33: `time` is a point in time, which is not compared by being equal; "
                + "write `none`, `unchanged`, or an instant as in `{after: 2s}`"
        ),
        ("{packet: {event: custom}}", "1:13: one packet is not expected with `journal`; write `- packets: …`"),
        (
            "bob",
            "1:12: `journal` is one entry, or a list of at least two in order; "
                + "write it like `journal: {alice: {callingState: inCall}}`"
        ),
    ])
    func `an expectation on the journal that cannot be is reported`(_ text: String, _ message: String) {
        #expect(complaints(steps: "- journal: \(text)") == [message])
    }

    @Test func `the former key of an order is an error with its replacement`() {
        #expect(
            complaints(steps: "- within: 2s\n  order: [{bob: {log: a}}, {bob: {log: b}}]") == [
                "2:3: there is no step `order`; write `journal:` with the same list"
            ])
    }

    private func items(_ text: String) throws -> [String] {
        let steps = "- journal: [{bob: {log: a}}, \(text)]"
        guard case .journal(.order(let items), within: nil)? = try actions(steps).first else {
            unexpected()
            return []
        }
        return items.dropFirst().map { item in
            if case .entry(let filter) = item.subject { "\(item.text) | \(filter)" } else { item.text }
        }
    }

    @Test(arguments: [
        ("{bob: {event: call.ring}}", "bob: event call.ring | event, participant bob, type call.ring"),
        (
            "{bob: {event: custom, call: default:x, time: {before: 2s}}}",
            "bob: event custom of default:x time before 2s | "
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
        (
            "{bob: {notification: callEnded, call: default:x}}",
            "bob: notification callEnded of default:x | notification, participant bob, name callEnded, cid default:x"
        ),
        ("{bob: {timer: ring}}", "bob: timer ring | timer, owner bob, label ring, phase fired"),
        ("{sfu: {log: x}}", "sfu: log x | log, source sfu, name x"),
        ("{sfu: {fault: crash}}", "sfu: fault crash | fault, target sfu, text crash"),
        (
            "{network: {fault: {matches: \"drops*\"}}}",
            "network: fault like drops* | fault, target none, text like drops*"
        ),
        ("{packet: {event: custom, to: bob}}", "packet with event custom, to bob"),
    ])
    func `an item of an order is a filter of entries or packets`(_ text: String, _ shown: String) throws {
        #expect(try items(text) == [shown])
    }

    @Test(arguments: [
        ("{bob: {evnt: custom}}", "20: `evnt` is nothing that happens to a participant; did you mean `event`?"),
        (
            "{bob: {event: custom, begins: accept}}",
            "35: an entry is one thing that happens; "
                + "write each on a line of its own, like `- alice: {callingState: inCall}`"
        ),
        (
            "{bob: {call: default:x}}",
            "14: an entry is one thing that happens; "
                + "write each on a line of its own, like `- alice: {callingState: inCall}`"
        ),
        (
            "{bob: {timer: x, call: default:x}}",
            "30: `timer` has no key `call`; it can be `phase`, `until`, `armed` or `time`"
        ),
        ("{sfu: {event: custom}}", "20: `event` is nothing that happens to a server; it can be `fault` or `log`"),
        ("{everyone: {event: custom}}", "14: an entry is about one participant; write a line for each"),
        ("{bop: {event: custom}}", "14: `bop` is neither a participant nor a server; did you mean `bob`?"),
        ("{packet: {}}", "22: `packet` asks for nothing; write it like `packet: {event: call.accepted, to: alice}`"),
        (
            "bob",
            "13: an entry is one name with what happens there; "
                + "write it like `- alice: {callingState: inCall}`"
        ),
    ])
    func `an item that cannot be is reported`(_ text: String, _ message: String) {
        #expect(complaints(steps: "- journal: [\(text), {bob: {log: a}}]") == ["1:\(message)"])
    }

    @Test func `a list of one entry is not an order`() {
        #expect(
            complaints(steps: "- journal: [{bob: {log: a}}]") == [
                "1:12: `journal` is one entry, or a list of at least two in order; "
                    + "write it like `journal: {alice: {callingState: inCall}}`"
            ])
    }

    @Test func `the rule of calling states permits every transition that the machine can make`() throws {
        let graph = try #require(StateGraph.own.first { $0.name == "callingState" })
        #expect(graph.transitions.filter { !CallingTransitions.areAllowed($0.from, $0.to) } == [])
    }

    @Test func `each pattern tests fields that its kind of entry has`() throws {
        for pattern in Vocabulary.standard.eventPatterns {
            let tests = pattern.tests(.equal(.text("bob")), .equal(.text("x")), .equal(.text("default:x")))
            for test in tests + pattern.defaults {
                #expect(pattern.kind.field(test.field) != nil, "\(test.field) of \(pattern.name)")
            }
        }
    }

    @Test(arguments: [
        (JournalValue.text("none"), Value.none), (.none, .none), (.text("true"), .boolean(true)),
        (.text("inCall"), .text("inCall")), (.list([1, "a"]), .list([.integer(1), .text("a")])),
        (.number(1.5), .number(1.5)),
    ])
    func `a value of the journal is a value of the language`(_ journaled: JournalValue, _ value: Value) {
        #expect(Value(journaled) == value)
    }
}
