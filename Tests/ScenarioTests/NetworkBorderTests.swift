import Testing

@testable import ScenarioLanguage

/// The borders of the changes of a network, and of an intruder's datagrams.
@Suite struct NetworkBorderTests {
    @Test(arguments: [
        ("{loss: -1%}", "1:19: `-1%` is not a percentage; write it like `20%`"),
        ("{loss: 100.1%}", "1:19: `100.1%` is more than all; it can be 0% to 100%"),
        ("{burst: [1]}", "1:20: `burst` is a mapping, not a list; write it like `burst: {start: 1%, end: 25%}`"),
        ("{burst: {start: 1, end: 25%}}", "1:28: `1` has no unit; a share is written in percent, like `20%`"),
        (
            "{burst: {start: 1%, end: 25%, loss: 1}}",
            "1:48: `1` has no unit; a share is written in percent, like `20%`"
        ),
        ("{reorder: [1]}", "1:22: expected a percentage, such as 20%, not a list"),
        ("{reorder: {share: 5%, byy: 5ms}}", "1:34: `reorder` has no key `byy`; did you mean `by`?"),
        ("{corrupt: {bit: 1%, arrives: maybe}}", "1:41: `maybe` is neither true nor false"),
        ("{corrupt: {bit: 1}}", "1:28: `1` has no unit; a share is written in percent, like `20%`"),
        ("{corrupt: {byte: 1}}", "1:29: `1` has no unit; a share is written in percent, like `20%`"),
        ("{corrupt: {truncation: 1}}", "1:35: `1` has no unit; a share is written in percent, like `20%`"),
        ("{latency: 5}", "1:22: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"),
        ("{latency: none}", "1:22: `none` is not a duration; write it like `2ms`, `2s` or `2min`"),
        ("{duplicate: 1}", "1:24: `1` has no unit; a share is written in percent, like `20%`"),
        ("{bandwidth: {a: b}}", "1:24: expected a bandwidth with its unit, such as 256kbit/s, not a mapping"),
        ("{queue: [1]}", "1:20: expected a number of bytes with its unit, such as 1200B or 2KiB, not a list"),
        ("{profile: [a]}", "1:22: expected a profile, not a list"),
        (
            "{up: 5}",
            "1:17: `5` is not a condition of a link; it can be `cut` or `heal`, or conditions such "
                + "as `{loss: 10%}`"
        ),
        ("{up: }", "1:17: `up` is a mapping, not nothing; write it like `up: {loss: 10%}`"),
        ("{up: [cut]}", "1:17: `up` is a mapping, not a list; write it like `up: {loss: 10%}`"),
        ("{down: {los: 1%}}", "1:20: `down` has no key `los`; did you mean `loss`?"),
        (
            "{down: {flap: {}}}",
            "1:20: `down` has no key `flap`; put `flap` beside the names of participants, and them "
                + "into its `who`"
        ),
        (
            "{up: {up: {}}}",
            "1:18: `up` has no key `up`; it can be `profile`, `latency`, `jitter`, `loss`, `burst`, "
                + "`duplicate`, `reorder`, `corrupt`, `bandwidth` or `queue`"
        ),
        (
            "{bob: {flap: none}}",
            "1:19: `network` of a participant has no key `flap`; put `flap` beside the names of "
                + "participants, and them into its `who`"
        ),
        (
            "{bob: {rebind: 1}}",
            "1:19: `network` of a participant has no key `rebind`; write it like `bob: rebind` or "
                + "`rebind: bob`"
        ),
        (
            "{bob: {delay: 1}}",
            "1:19: `network` of a participant has no key `delay`; put `delay` beside the names of "
                + "participants, and them into its `from` and `to`"
        ),
        (
            "{bob: {repeat: 1}}",
            "1:19: `network` of a participant has no key `repeat`; put `repeat` beside the names of "
                + "participants, and them into its `from` and `to`"
        ),
        (
            "{bob: {offline: 1}}",
            "1:19: `network` of a participant has no key `offline`; write it like `bob: offline` or "
                + "`offline: bob`"
        ),
        (
            "{bob: {intruder: 1}}",
            "1:19: `network` of a participant has no key `intruder`; write it like `bob: intruder` "
                + "or `intruder: bob`"
        ),
        ("{rebind: sfu}", "1:21: there is no participant `sfu`; it can be `alice`, `bob` or `everyone`"),
        ("{handover: x}", "1:23: there is no participant `x`; it can be `alice`, `bob` or `everyone`"),
        ("{babble: bop}", "1:21: there is no participant `bop`; did you mean `bob`?"),
        ("{cut: \"alice, bop\"}", "1:18: there is no participant `bop`; did you mean `bob`?"),
        ("{\"alice, bop\": cut}", "1:13: there is no participant `bop`; did you mean `bob`?"),
        ("{\"alice, sfu\": cut}", "1:13: there is no participant `sfu`; it can be `alice`, `bob` or `everyone`"),
        ("{cut: [alice, [bob]]}", "1:26: expected a participant, not a list"),
        ("{cut: ~}", "1:18: expected a participant, found nothing"),
        (
            "{offline: {}}",
            "1:22: `offline` names participants, and is not a mapping; to change one direction "
                + "alone, write it like `bob: {up: cut}`"
        ),
        ("{delay: {event: custom, by: 2}}", "1:40: `2` has no unit; write `2ms`, `2s`, `2min` or `2h`"),
        (
            "{delay: none}",
            "1:20: `delay` is a mapping, not text; write it like `delay: {event: call.accepted, to: "
                + "alice, by: 2s}`"
        ),
        ("{repeat: {event: custom, to: bob}}", "1:21: `repeat` needs `by`, the time; add a line like `by: 2s`"),
        ("{drop: {nth: []}}", "1:25: `nth` names no packet; write it like `nth: [1, 3]`"),
        ("{drop: {nth: 0}}", "1:25: `0` is not a whole number from 1 to 1000000"),
        ("{drop: {nth: 1000001}}", "1:25: `1000001` is not a whole number from 1 to 1000000"),
        ("{drop: {next: 1000001}}", "1:26: `1000001` is not a whole number from 1 to 1000000"),
        ("{drop: {next: 1, nth: 2}}", "1:29: `next` and `nth` exclude each other; leave out one of them"),
        ("{drop: {nth: 2, next: all}}", "1:20: `next` and `nth` exclude each other; leave out one of them"),
        (
            "{drop: {to: sfu-1}}",
            "1:24: `sfu-1` is not a sender or receiver of packets; there is one SFU, and it is called "
                + "`sfu`; `settings: {sfus: 2}` makes two, `sfu-1` and `sfu-2`"
        ),
        ("{drop: {event: custom, kind: rtp}}", "1:27: no packet has `kind` and `event`; leave out some"),
        (
            "{flap: 5}",
            "1:19: `flap` is a mapping, not a number; write it like `flap: {who: alice, off: 200ms, "
                + "on: 800ms, times: 5}`"
        ),
        (
            "{flap: {who: bob, off: 1s, on: 0s, times: 1}}",
            "1:19: a network that flaps needs a time without and a time with it; write it like "
                + "`flap: {who: alice, off: 200ms, on: 800ms, times: 5}`"
        ),
        ("{flap: {who: bob, off: 1s, on: 1s, times: 10001}}", "1:54: `10001` is not a whole number from 1 to 10000"),
        ("{flap: {who: bob, off: 1, on: 1s, times: 1}}", "1:35: `1` has no unit; write `1ms`, `1s`, `1min` or `1h`"),
        ("{flap: {who: bob, off: 1s, on: 1, times: 1}}", "1:43: `1` has no unit; write `1ms`, `1s`, `1min` or `1h`"),
        (
            "{flap: {who: bob, off: 1s, on: 1s, times: 1, if: x}}",
            "1:57: `flap` has no key `if`; it can be `who`, `off`, `on`, `times` or `by`"
        ),
    ])
    func `a change of the network that cannot be is reported at the wrong part`(_ network: String, _ message: String) {
        #expect(complaints(steps: "- network: \(network)") == [message])
    }

    @Test(arguments: [
        (
            "{intruder: 5}",
            "1:23: `intruder` is a mapping, not a number; write it like `intruder: {replay: {from: "
                + "alice, path: \"*/ring\"}}`"
        ),
        (
            "{intruder: {}}",
            "1:23: `intruder` needs one of `replay`, `request` and `datagram`; write it like "
                + "`intruder: {replay: {from: alice, path: \"*/ring\"}}`"
        ),
        (
            "{intruder: {replay: 5}}",
            "1:32: `replay` is a mapping, not a number; write it like `replay: {from: alice, path: "
                + "\"*/ring\"}`"
        ),
        (
            "{intruder: {request: 5}}",
            "1:33: `request` is a mapping, not a number; write it like `request: {method: GET, path: "
                + "/}`"
        ),
        (
            "{intruder: {request: {method: GET, path: x}}}",
            "1:53: `x` is not a path; start it with `/`, or with `*` for anything before, as in "
                + "`\"*/x\"`"
        ),
        ("{intruder: {request: {method: GET, path: /, as: everyone}}}", "1:60: expected one participant, not 2"),
        (
            "{intruder: {request: {method: GET, path: /, as: bop}}}",
            "1:60: there is no participant `bop`; did you mean `bob`?"
        ),
        (
            "{intruder: {request: {method: GET, path: /, body: x}}}",
            "1:62: `body` is a mapping, not text; write it like `body: {reason: bye}`"
        ),
        ("{intruder: {request: {method: GET, path: /, query: [a, [b]]}}}", "1:67: expected a text, not a list"),
        ("{intruder: {datagram: 40, times: 10001}}", "1:45: `10001` is not a whole number from 1 to 10000"),
        ("{intruder: {datagram: 40, first: 5}}", "1:45: `5` has no unit; write `5B`, `5KiB` or `5MiB`"),
        ("{intruder: {datagram: 40, fresh: maybe}}", "1:45: `maybe` is neither true nor false"),
        ("{intruder: {datagram: 40, unproved: maybe}}", "1:48: `maybe` is neither true nor false"),
        ("{intruder: {datagram: [40]}}", "1:34: expected a text, not a list"),
        ("{intruder: {datagram: 40, source: [bob, alice]}}", "1:46: expected one participant or server, not 2"),
        (
            "{intruder: {datagram: 404}}",
            "1:34: `404` is not a datagram; write at most 1878 bytes, each as two digits, such as "
                + "`40 01 00 07`"
        ),
    ])
    func `a datagram that cannot be is reported at the wrong part`(_ network: String, _ message: String) {
        #expect(complaints(steps: "- network: \(network)") == [message])
    }

    @Test(arguments: [
        "{loss: 100%}", "{corrupt: {bit: 50%, byte: 25%, truncation: 25%}}", "{up: {}}", "{bob: {}}", "{rebind: bob}",
        "{handover: [bob, alice]}", "{spoof: everyone}", "{drop: {nth: 1000000}}", "{drop: {next: 1000000}}",
        "{drop: {to: [bob, alice]}}", "{flap: {who: bob, off: 1s, on: 1s, times: 10000}}",
        "{intruder: {datagram: 40, times: 10000}}", "{intruder: {datagram: \"\"}}",
    ])
    func `a change at the border of what can be has no message`(_ network: String) {
        #expect(complaints(steps: "- network: \(network)") == [])
    }

    @Test(arguments: [("delay", 20), ("repeat", 21)])
    func `a time without packets is reported once`(_ key: String, _ column: Int) {
        #expect(
            complaints(steps: "- network: {\(key): {}}") == [
                "1:\(column): `\(key)` chooses nothing; "
                    + "write it like `\(key): {event: call.accepted, to: alice, by: 2s}`"
            ])
    }

    @Test func `each missing part is reported`() {
        let found = complaints(steps: "- network: {flap: {}}")
        #expect(
            found.map { $0.prefix { $0 != "," } } == ["who", "off", "on", "times"].map { "1:19: `flap` needs `\($0)`" })
        #expect(
            complaints(steps: "- network: {intruder: {request: {}}}") == [
                "1:33: `request` needs `method`, the method; add a line like `method: GET`",
                "1:33: `request` needs `path`, the path; add a line like `path: /`",
            ])
    }

    /// Parts of requests of 1878 bytes, with the length that the path adds to them.
    @Test(arguments: [
        ("", 1877), ("query: [aa, b]", 1874), ("body: {a: 1, bb: [x]}", 1872),
        ("body: {a: [1, true, ~], b: {c: dd}}", 1869),
    ])
    func `a request is as long as a datagram, and no longer`(_ rest: String, _ length: Int) {
        func found(_ length: Int) -> [String] {
            let path = "/" + String(repeating: "a", count: length)
            let request = "{method: GET, path: \(path)\(rest.isEmpty ? "" : ", \(rest)")}"
            return complaints(steps: "- network: {intruder: {request: \(request)}}")
        }
        #expect(found(length) == [])
        #expect(
            found(length + 1) == [
                "1:33: the request is longer than a datagram; write at most 1878 bytes: an intruder sends no blocks"
            ])
    }

    @Test func `bytes are as many as a datagram has, and no more`() throws {
        func text(_ count: Int) -> String {
            "- network: {intruder: {datagram: \"\(String(repeating: "4f ", count: count))\"}}"
        }
        guard case .network(let changes)? = try actions(text(1878)).first, case .intruder(let act)? = changes.first
        else { return unexpected() }
        #expect(act.content == .datagram([UInt8](repeating: 0x4F, count: 1878)))
        #expect(complaints(steps: text(1879)).count == 1)
    }
}
