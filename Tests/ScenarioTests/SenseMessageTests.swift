import Testing

@testable import ScenarioLanguage

/// The messages about expectations that nothing can meet, or nothing can break.
@Suite struct SenseMessageTests {
    // MARK: Ranges

    @Test(arguments: [
        ("messageId: -1", "`-1` is not a whole number from 0 to 65535"),
        ("payloadType: 1.5", "`1.5` is not a whole number from 0 to 127"),
        ("audioLevel: {atLeast: 128}", "`128` is not a whole number from 0 to 127"),
        ("sdp.port: 70000", "`70000` is not a whole number from 0 to 65535"),
        ("errorCode: 0", "`0` is not a whole number from 300 to 699"),
        ("block1.size: {oneOf: [5]}", "`5` is not a whole number from 16 to 1024"),
        ("block.lost: -9000000", "`-9000000` is not a whole number from -8388608 to 8388607"),
        ("ssrc: \"> 2\"", "`> 2` is not a whole number from 0 to 4294967295; write `{moreThan: 2}`"),
        ("size: 9MiB", "a datagram is never as long as `9MiB`; it has at most 65507B"),
        ("size: {atMost: 65508B}", "a datagram is never as long as `65508B`; it has at most 65507B"),
        ("size: -5B", "a number of bytes cannot be negative; write it like `2B`, `2KiB` or `2MiB`"),
        ("count: 1.5", "`1.5` is not a whole number from 0"),
        ("count: none", "`none` is not a whole number from 0"),
    ])
    func `a number that a packet never has is reported with the range`(_ test: String, _ message: String) {
        let found = complaints(steps: "- packets: {\(test)}")
        #expect(found.count == 1 && found[0].hasSuffix(": \(message)"), "\(found)")
    }

    @Test(arguments: [
        "messageId: 65535", "block.lost: {lessThan: 0}", "size: 65507B", "observe: {moreThan: 16777214}",
        "sip.status: 180", "count: 0", "messageId: {atLeast: 0}", "size: {moreThan: 0B}",
    ])
    func `a number at the end of its range is accepted`(_ test: String) {
        #expect(complaints(steps: "- packets: {\(test)}") == [])
    }

    @Test(arguments: [
        ("- expect: {alice.callStats.joins: -1}", "1:35: `-1` is not a whole number from 0"),
        ("- expect: {sfu.sessions: 0.5}", "1:26: `0.5` is not a whole number from 0"),
        ("- journal: {bob: {event: custom, datagram: -2}}", "1:44: `-2` is not a whole number from 0"),
    ])
    func `so is one that a property or an entry never has`(_ step: String, _ message: String) {
        #expect(complaints(steps: step) == [message])
    }

    // MARK: Conditions

    @Test(arguments: [
        ("packets: {count: {atLeast: 5, atMost: 2}}", "`count` is never at least 5 and at most 2"),
        ("packets: {count: {moreThan: 2, lessThan: 3}}", "`count` is never more than 2 and less than 3"),
        ("packets: {time: {after: 5s, before: 1s}}", "`time` is never after 5s and before 1s"),
        ("packets: {event: {oneOf: [custom], not: custom}}", "`event` is never one of [custom] and not custom"),
        ("packets: {body: {code: {atLeast: 5, atMost: 2}}}", "`code` is never at least 5 and at most 2"),
        ("journal: {bob: {log: {oneOf: [x], not: x}}}", "`log` is never one of [x] and not x"),
        (
            "expect: {alice.callingState: {oneOf: [idle], not: idle}}",
            "`alice.callingState` is never one of [idle] and not idle"
        ),
        ("expect: {alice.roster: {count: {atLeast: 3, atMost: 2}}}", "`count` is never at least 3 and at most 2"),
        (
            "expect: {alice.participants.bob.audioTrack.jitter: {moreThan: 2s, lessThan: 1s}}",
            "`alice.participants.bob.audioTrack.jitter` is never more than 2s and less than 1s"
        ),
    ])
    func `conditions that contradict each other are reported`(_ step: String, _ message: String) {
        let found = complaints(steps: "- \(step)")
        #expect(found.count == 1 && found[0].hasSuffix(": \(message); leave one of the conditions out"), "\(found)")
    }

    @Test func `so are those around a mark`() {
        let found = complaints(steps: "- mark: rung\n- packets: {time: {after: rung + 2s, before: rung}}")
        #expect(found == ["2:19: `time` is never after rung + 2s and before rung; leave one of the conditions out"])
    }

    @Test(arguments: [
        ("packets: {count: {atLeast: 0}}", "`count` is always at least 0"),
        ("packets: {size: {atLeast: 0B}}", "`size` is always at least 0"),
        ("expect: {alice.roster: {count: {not: none}}}", "`count` is always not none"),
        (
            "expect: {alice.callStats.joins: {oneOf: [none, {not: none}]}}",
            "`alice.callStats.joins` is always one of [none, not none]"
        ),
    ])
    func `conditions that always hold are reported`(_ step: String, _ message: String) {
        let found = complaints(steps: "- \(step)")
        let advice = "leave it out, or ask for something that can fail"
        #expect(found.count == 1 && found[0].hasSuffix(": \(message); \(advice)"), "\(found)")
    }

    @Test func `a single condition that cannot hold is reported`() {
        let found = complaints(steps: "- packets: {count: {lessThan: 0}}")
        #expect(found == ["1:20: `count` is never less than 0; ask for a value that it can have"])
    }

    @Test(arguments: [
        ("- packets: {event: {oneOf: []}}", "1:28: `oneOf` needs at least one value; write it in brackets, `[…]`"),
        (
            "- expect: {alice.roster: {contains: []}}",
            "1:37: everything contains nothing; name a part, or write `{count: 0}` for an empty list"
        ),
        (
            "- journal: {bob: {log: {contains: \"\"}}}",
            "1:35: everything contains nothing; name a part, or write `{count: 0}` for an empty list"
        ),
        (
            "- packets: {messageId: unchanged}",
            "1:24: `unchanged` compares a property with its first value, and `messageId` is not a property; "
                + "compare it with a value"
        ),
        (
            "- for: 0s\n  always: {alice.callingState: idle}",
            "1:8: `always` for no time asks for nothing; write `expect` for this instant"
        ),
    ])
    func `an expectation that asks for nothing is reported`(_ steps: String, _ message: String) {
        #expect(complaints(steps: steps) == [message])
    }

    @Test(arguments: [
        "expect: {alice.callingState: {oneOf: [idle, inCall], not: idle}}",
        "expect: {alice.participants.bob.audioLevel: {moreThan: 0.4, lessThan: 0.7}}",
        "expect: {alice.incomingCall: {not: none}, alice.endedAt: {not: none}, alice.roster: {not: []}}",
        "packets: {time: {after: 1s, before: 2s}, count: {atLeast: 2, atMost: 2}}",
        "expect: {alice.roster: {contains: [bob], not: [bob]}, alice.error: {not: unchanged}}",
    ])
    func `conditions that can hold and can fail are accepted`(_ step: String) {
        #expect(complaints(steps: "- \(step)") == [])
    }

    @Test func `times after different marks are not compared`() {
        #expect(complaints(steps: "- mark: a\n- mark: b\n- packets: {time: {after: b, before: a + 1s}}") == [])
    }
}
