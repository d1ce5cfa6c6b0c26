import CallLibraryGuest
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// The messages about steps; the place is counted from the first step.
@Suite struct StepMessageTests {
    @Test(arguments: [
        ("- alcie: accept", "1:3: there is no participant `alcie`; did you mean `alice`?"),
        ("- alice, bop: accept", "1:10: there is no participant `bop`; did you mean `bob`?"),
        ("- alice, : accept", "1:9: the name of a participant is missing; it can be `alice`, `bob` or `everyone`"),
        ("- zoe: accept", "1:3: there is no participant `zoe`; it can be `alice`, `bob` or `everyone`"),
        ("- alice: acept", "1:10: there is no command `acept`; did you mean `accept`?"),
        ("- alice: leave", "1:10: there is no command `leave`; did you mean `call.leave`?"),
        ("- alice: ", "1:9: expected a command, such as accept, found nothing"),
        ("- alice: [accept]", "1:10: expected a command, such as accept, not a list"),
        ("- alice: join", "1:10: `join` needs `call`, the call; add a line like `call: default:standup`"),
        ("- alice: join\n  cal: default:x", "2:3: `join` takes no `cal`; did you mean `call`?"),
        (
            "- alice: connect\n  call: default:x",
            "2:3: `connect` takes no `call`; it can be `throws`, `underlying`, "
                + "`code`, `within` or `mayThrow`"
        ),
        ("- alice: accept\n  reason: x", "2:3: `accept` takes no `reason`; it can be `call`"),
        (
            "- alice: accept\n  bob: accept",
            "2:3: a step does one thing, and this one starts with another command; "
                + "start another step with `- bob: …`"
        ),
        (
            "- alice: accept\n  expect: {bob.callingState: idle}",
            "2:3: a step does one thing, and this one does "
                + "`accept` and `expect`; start another step with `- expect: …`"
        ),
        (
            "- alice: accept\n  for: 2s",
            "2:3: a step with a command has no key `for`; start another step with "
                + "`- for: …`"
        ),
        ("- alice: join\n  call: standup", "2:9: `standup` is not a call; write `default:standup`"),
        (
            "- alice: join\n  call: a:b:c",
            "2:9: `a:b:c` is not a call; write type and id of letters, digits, `-` and "
                + "`_`, like `default:standup`"
        ),
        (
            "- alice: ring\n  call: default:x\n  members: [bop]",
            "3:13: there is no participant `bop`; "
                + "did you mean `bob`?"
        ),
        (
            "- alice: ring\n  call: default:x\n  members: [alice]",
            "3:12: `alice` rings only itself; "
                + "name another user, such as `[bob]`"
        ),
        (
            "- everyone: ring\n  call: default:x\n  members: [bob]",
            "3:12: `bob` rings only itself; "
                + "name another user, such as `[alice]`"
        ),
        (
            "- alice: ring\n  call: default:x\n  members: []",
            "3:12: `alice` rings no user; "
                + "name another user, such as `[bob]`"
        ),
        (
            "- alice: call.create\n  call: default:x\n  ring: true\n  members: [alice]",
            "4:12: `alice` rings "
                + "only itself; name another user, such as `[bob]`"
        ),
        (
            "- alice: call.create\n  call: default:x\n  ring: yes",
            "3:9: `yes` is neither true nor false; "
                + "write `true`"
        ),
        (
            "- alice: call.sendCustomEvent\n  custom: hello",
            "2:11: `custom` is a mapping, not text; "
                + "write it like `custom: {topic: plans}`"
        ),
        (
            "- alice: accept\n  throws: TimeOutError",
            "2:3: `accept` is a command of the view model, which throws "
                + "nothing: `throws` has no place; expect `alice.error` in a later step"
        ),
        (
            "- alice: call.join\n  throws: TimeoutErorr",
            "2:11: `TimeoutErorr` is not an error; "
                + "did you mean `TimeOutError`?"
        ),
        ("- alice: call.join\n  underlying: x", "2:3: `underlying` needs `throws` beside it"),
        (
            "- alice: call.join\n  throws: APIError\n  code: 4.99",
            "3:9: `4.99` is not a status; it can be `2.01`, "
                + "`2.02`, `2.03`, `2.04`, `2.05`, `2.31`, `4.00`, `4.01`, `4.02`, `4.03`, `4.04`, `4.05` and 14 more"
        ),
        ("- alice: call.join\n  interceptor: retrun", "2:16: `retrun` is not an interceptor; did you mean `return`?"),
        (
            "- alice: call.join\n  interceptor: {after: 1s}",
            "2:16: an interceptor needs `then`, the outcome: return, "
                + "throw, hang, ready or a registered name; add a line like `then: return`"
        ),
    ])
    func `an invalid command is reported`(_ steps: String, _ message: String) {
        #expect(complaints(steps: steps) == [message])
    }

    @Test(arguments: [
        ("- accept", "1:3: a step is a mapping, not text; write it like `- alice: accept`"),
        ("- leave", "1:3: a step is a mapping, not text; write it like `- alice: call.leave`"),
        ("- {}", "1:3: a step is a mapping, not an empty one; write it like `- alice: accept`"),
        (
            "- expct: {alice.callingState: idle}",
            "1:3: `expct` is neither a participant nor a kind of step; "
                + "did you mean `expect`?"
        ),
        ("- wiat: 2s", "1:3: `wiat` is neither a participant nor a kind of step; did you mean `wait`?"),
        ("- within: 2s", "1:3: `within` needs `expect`, `packets` or `journal` beside it"),
        ("- for: 2s", "1:3: `for` needs `always` beside it"),
        (
            "- wait: 2s\n  expect: {bob.callingState: idle}",
            "2:3: a step does one thing, and this one does `wait` and "
                + "`expect`; start another step with `- expect: …`"
        ),
        (
            "- wait: 2s\n  within: 2s",
            "2:3: a step with `wait` has no key `within`; it can be combined with `expect`, "
                + "`packets` and `journal`"
        ),
        (
            "- expect: {bob.callingState: idle}\n  for: 2s",
            "2:3: a step with `expect` has no key `for`; "
                + "did you mean `within`?"
        ),
        (
            "- always: {bob.callingState: idle}\n  within: 2s",
            "2:3: a step with `always` has no key `within`; "
                + "did you mean `for`?"
        ),
        (
            "- network: {loss: 1%}\n  for: 2s",
            "2:3: a step with `network` has no key `for`; it can be combined with `always`"
        ),
        (
            "- expect: {bob.callingState: idle}\n  bob: accept",
            "2:3: a step with `expect` has no key `bob`; "
                + "start another step with `- bob: …`"
        ),
        (
            "- expect: {bob.callingState: idle}\n  withn: 2s",
            "2:3: a step with `expect` has no key `withn`; "
                + "did you mean `within`?"
        ),
        (
            "- wait: 2s\n  note: x",
            "2:3: a step with `wait` has no key `note`; put the other action into a step of its own"
        ),
        ("- wait: 2", "1:9: `2` has no unit; write `2ms`, `2s`, `2min` or `2h`"),
        ("- wait: 25h", "1:9: `25h` is longer than 24h, the most that a duration can be"),
        (
            "- wait: {seconds: 2}",
            "1:9: expected a duration with its unit, such as 2s, 150ms or 5min, "
                + "not a mapping"
        ),
        (
            "- sameTime: [{alice: accept}]",
            "1:13: `sameTime` is a list of at least two steps; start each of them on "
                + "a line of its own with `- `"
        ),
        (
            "- sameTime:\n  - alice: accept\n  - wait: 2s",
            "3:5: `sameTime` holds commands and changes of the network "
                + "alone; put `wait` into a step behind it"
        ),
        ("- network: {}", "1:12: `network` changes nothing; write it like `network: {latency: 20ms, loss: 1%}`"),
        (
            "- network: slow",
            "1:12: `network` is a mapping, not text; write it like "
                + "`network: {latency: 20ms, loss: 1%}`"
        ),
        (
            "- network: {los: 1%}",
            "1:13: `los` is neither a condition of the network nor a participant; "
                + "did you mean `loss`?"
        ),
        ("- network: {bob: {los: 1%}}", "1:19: `network` of a participant has no key `los`; did you mean `loss`?"),
        (
            "- network: {up: {down: {}}}",
            "1:18: `up` has no key `down`; it can be `profile`, `latency`, `jitter`, `loss`, `burst`, `duplicate`, "
                + "`reorder`, `corrupt`, `bandwidth` or `queue`"
        ),
        ("- network: {loss: 0.2}", "1:19: `0.2` has no unit; a share is written in percent, like `20%`"),
        ("- network: {jitter: 5}", "1:21: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"),
        (
            "- packets: {}",
            "1:12: `packets` asks for nothing; write it like "
                + "`packets: {event: call.accepted, to: alice, count: 1}`"
        ),
        ("- packets: {events: custom}", "1:13: `packets` has no key `events`; did you mean `event`?"),
        ("- packets: {event: call.acepted}", "1:20: `call.acepted` is not an event; did you mean `call.accepted`?"),
        ("- packets: {to: alcie}", "1:17: `alcie` is not a sender or receiver of packets; did you mean `alice`?"),
        ("- packets: {from: [bop]}", "1:20: there is no participant `bop`; did you mean `bob`?"),
        ("- packets: {method: post}", "1:21: `post` is not a method; did you mean `POST`?"),
        (
            "- packets: {path: accept}",
            "1:19: `accept` is not a path; start it with `/`, or with `*` for anything "
                + "before, as in `\"*/accept\"`"
        ),
        ("- packets: {count: -1}", "1:20: `-1` is not a whole number from 0"),
        (
            "- packets: {count: {contains: 1}}",
            "1:21: `count` cannot be compared by `contains`; it can be `not`, "
                + "`oneOf`, `atLeast`, `atMost`, `moreThan` or `lessThan`"
        ),
        ("- packets: {size: {atMost: 1200}}", "1:28: `1200` has no unit; write `1200B`, `1200KiB` or `1200MiB`"),
    ])
    func `an invalid step is reported`(_ steps: String, _ message: String) {
        #expect(complaints(steps: steps) == [message])
    }

    @Test(arguments: [
        ("callingState: outgong", "25: `outgong` is not a calling state; did you mean `outgoing`?"),
        (
            "callingState: ringing",
            "25: `ringing` is not a calling state; it can be `idle`, `lobby`, `incoming`, "
                + "`outgoing`, `joining`, `inCall` or `reconnecting`"
        ),
        (
            "callingState: none",
            "25: `none` is not a calling state; it can be `idle`, `lobby`, `incoming`, `outgoing`, "
                + "`joining`, `inCall` or `reconnecting`"
        ),
        ("callingState: [idle]", "25: expected a calling state, not a list"),
        ("callingState: {}", "25: an empty mapping asks for nothing; it can hold `not` or `oneOf`"),
        ("callingState: {isnt: idle}", "26: there is no comparison `isnt`; it can be `not` or `oneOf`"),
        (
            "callingState: {contains: idle}",
            "26: `alice.callingState` cannot be compared by `contains`; it can be "
                + "`not` or `oneOf`"
        ),
        ("callingState: {oneOf: idle}", "33: `oneOf` needs a list of values; write it in brackets, `[…]`"),
        ("callingSate: idle", "11: a participant has no property `callingSate`; did you mean `callingState`?"),
        ("caller: bob", "11: a participant has no property `caller`; did you mean `incomingCall.caller`?"),
        (
            "zzz.caller: bob",
            "11: a participant has no property `zzz.caller`; it can be \(firstProperties) "
                + "and \(Vocabulary.standard.properties.count + 6 - 12) more"
        ),
        ("incomingCall.caller: bop", "32: there is no participant `bop`; did you mean `bob`?"),
        ("incomingCall.caller: everyone", "32: `everyone` stands for 2 participants, where one is expected"),
        ("incomingCall.caller: [bob]", "32: expected one participant, not a list"),
        ("incomingCall.video: no", "31: `no` is neither true nor false; write `false`"),
        ("incomingCall.timeout: 5", "33: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"),
        ("roster: [alice, bop]", "27: there is no participant `bop`; did you mean `bob`?"),
        ("roster: {size: 2}", "20: there is no comparison `size`; it can be `not`, `contains` or `count`"),
        ("roster: {count: two}", "27: `two` is not a whole number from 0"),
        ("ownCapabilities: send-audio", "28: expected a list of texts, not text; write it in brackets, `[…]`"),
        ("participantCount: two", "29: `two` is not a whole number from 0"),
        ("ringingCall: standup", "24: `standup` is not a call; write `default:standup`"),
        (
            "ringingCall:",
            "23: expected a call, such as default:standup, found nothing; "
                + "write `none` when there is to be nothing"
        ),
        (
            "error: CallJoinInterceptionErr",
            "18: `CallJoinInterceptionErr` is not an error; "
                + "did you mean `CallJoinInterceptionError`?"
        ),
        (
            "endedAt: 2026-01-01",
            "20: `alice.endedAt` is a point in time, which is not compared by being equal; "
                + "write `none`, `unchanged`, or an instant as in `{after: 2s}`"
        ),
        ("events.call.ringing: 1", "18: `call.ringing` is not an event; did you mean `call.ring`?"),
        ("notifications.ended: 1", "25: `ended` is not a notification; it can be `callEnded`"),
        ("participants.bop.name: x", "24: there is no participant `bop`; did you mean `bob`?"),
        (
            "participants.bob.rol: user",
            "28: `rol` is not a property of a participant in a call; "
                + "did you mean `role`?"
        ),
    ])
    func `an invalid expectation is reported`(_ expectation: String, _ message: String) {
        #expect(complaints(steps: "- expect:\n    alice.\(expectation)") == ["2:\(message)"])
    }

    @Test(arguments: [
        (
            "callingState: idle",
            "1:11: `callingState` does not name a participant and one of its properties; "
                + "write it like `alice.callingState`"
        ),
        (
            "alice: idle",
            "1:11: `alice` does not name a participant and one of its properties; "
                + "write it like `alice.callingState`"
        ),
        ("bop.callingState: idle", "1:11: there is no participant `bop`; did you mean `bob`?"),
        ("\"bop.callingState\": idle", "1:11: there is no participant `bop`; did you mean `bob`?"),
        ("", "1:11: `expect` asks for nothing; write it like `expect: {alice.callingState: inCall}`"),
    ])
    func `an expectation without a subject is reported`(_ expectation: String, _ message: String) {
        let column = expectation.isEmpty ? 11 : 12
        let found = message.replacing("1:11:", with: "1:\(column):")
        #expect(complaints(steps: "- expect: {\(expectation)}") == [found])
    }
}

/// The properties that a message names before it only counts them.
private let firstProperties: String = {
    let names: [String] = Vocabulary.standard.properties.prefix(12).map(\.name)
    return names.map { "`\($0)`" }.joined(separator: ", ")
}()
