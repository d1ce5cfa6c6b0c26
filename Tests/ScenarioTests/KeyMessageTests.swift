import Testing

/// The messages about the values of a file's keys, at their borders.
@Suite struct KeyMessageTests {
    private static let good = "id: A-1\nname: n\nparticipants: [alice, bob]\nsteps: [{alice: connect}]"

    /// Returns the messages about a good scenario with one line put in the place of the one that has the same key.
    private func complaints(line: String) -> [String] {
        let key = line.prefix { $0 != ":" }
        let kept = Self.good.split(separator: "\n").filter { !$0.hasPrefix(key) }
        return complaints(([Substring(line)] + kept).joined(separator: "\n"))
    }

    private func complaints(_ text: String) -> [String] { ScenarioTests.complaints(text) }

    @Test(arguments: [
        (
            "id: -a",
            "1:5: error: `-a` cannot be an id; use at most 64 letters, digits, `-`, `_` and `.`, and "
                + "start with a letter or digit"
        ),
        (
            "id: .a",
            "1:5: error: `.a` cannot be an id; use at most 64 letters, digits, `-`, `_` and `.`, and "
                + "start with a letter or digit"
        ),
        ("name: \"a\\nb\"", "1:7: error: a name is one line of at most 200 characters"),
        ("name: [a]", "1:7: error: expected a text, not a list"),
        ("name:", "1:6: error: expected a text, found nothing"),
        (
            "covers: [a, a b]",
            "1:13: error: `a b` cannot be a case; use at most 64 letters, digits, `-`, `_` and `.`, "
                + "and start with a letter or digit"
        ),
        ("covers: [[a]]", "1:10: error: expected a case, not a list"),
        ("tags: {a: b}", "1:7: error: expected a list, not a mapping; write it in brackets, `[…]`"),
        (
            "tags: [_a]",
            "1:8: error: `_a` cannot be a tag; use at most 64 letters, digits, `-`, `_` and `.`, and "
                + "start with a letter or digit"
        ),
        ("description: [a]", "1:14: error: expected a text, not a list"),
        ("media: loud", "1:8: error: `loud` is not a media; it can be `off`, `on` or `audio`"),
        ("media: [on]", "1:8: error: expected a media, not a list"),
        ("wholeRun: [state]", "1:12: error: `state` is not a rule of whole runs; did you mean `states`?"),
        ("wholeRun: {a: b}", "1:11: error: expected a rule of whole runs, not a mapping"),
        (
            "golden: /x",
            "1:9: error: `/x` is not seen from the scenario's folder; name a file beside the "
                + "scenario, like `golden: accepted.golden`"
        ),
        (
            "golden: ../x",
            "1:9: error: `../x` is not seen from the scenario's folder; name a file beside the "
                + "scenario, like `golden: accepted.golden`"
        ),
        (
            "golden: a/../x",
            "1:9: error: `a/../x` is not seen from the scenario's folder; name a file beside the "
                + "scenario, like `golden: accepted.golden`"
        ),
        (
            "golden: x/",
            "1:9: error: `x/` is not seen from the scenario's folder; name a file beside the "
                + "scenario, like `golden: accepted.golden`"
        ),
        ("golden: [x]", "1:9: error: expected a text, not a list"),
        (
            "seeds: [1]",
            "1:8: error: `seeds` is a mapping, not a list; write it like `seeds: {only: 1..20, "
                + "because: a burst has to hit the second response}`"
        ),
        ("settings: {sfus: 0}", "1:18: error: `0` is not a whole number from 1 to 9"),
        ("settings: {sfus: 10}", "1:18: error: `10` is not a whole number from 1 to 9"),
        (
            "settings: {sfus: two}",
            "1:18: error: `two` is not a whole number from 1 to 9; write it in digits, such as `3`"
        ),
        ("settings: {rosterLimit: 0}", "1:25: error: `0` is not a whole number from 1 to 10000"),
        ("settings: {rosterLimit: 10001}", "1:25: error: `10001` is not a whole number from 1 to 10000"),
        ("settings: {requestLimit: 0}", "1:26: error: `0` is not a whole number from 1 to 1000000"),
        ("settings: {requestLimit: 1000001}", "1:26: error: `1000001` is not a whole number from 1 to 1000000"),
        ("settings: {journalLimit: 0}", "1:26: error: `0` is not a whole number from 1 to 100000000"),
        ("settings: {journalLimit: 100000001}", "1:26: error: `100000001` is not a whole number from 1 to 100000000"),
        ("settings: {order: -1}", "1:19: error: `-1` is not a whole number from 0 to 1000000000"),
        ("settings: {order: 1000000001}", "1:19: error: `1000000001` is not a whole number from 0 to 1000000000"),
        (
            "settings: {defaultDevice: phone}",
            "1:27: error: `phone` is not a device; it can be `speaker` or `earpiece`"
        ),
        ("settings: {micDefaultOn: 5}", "1:26: error: `5` is neither true nor false"),
        (
            "settings: {micDefaultOn: \"true\"}",
            "1:26: error: `\"true\"` is a text, neither true nor false; write `true`, without quotes"
        ),
        ("settings: {micDefaultOn: On}", "1:26: error: `On` is neither true nor false; write `true`"),
        ("settings: {micDefaultOn: NO}", "1:26: error: `NO` is neither true nor false; write `false`"),
    ])
    func `a value of a key that cannot be is reported`(_ line: String, _ message: String) {
        #expect(complaints(line: line) == [message])
    }

    @Test(arguments: [
        (
            "participants: [5a]",
            "1:16: error: a participant cannot be called `5a`; use at most 64 letters, digits, `-` "
                + "and `_`, and start with a letter"
        ),
        (
            "participants: ['']",
            "1:16: error: a participant cannot be called ``; use at most 64 letters, digits, `-` and "
                + "`_`, and start with a letter"
        ),
        ("participants: [[a]]", "1:16: error: expected the name of a participant, not a list"),
        ("participants: [~]", "1:16: error: expected the name of a participant, found nothing"),
        (
            "participants: {alice: , bob: , sfu: }",
            "1:32: error: a participant cannot be called `sfu`, which means something else; give it "
                + "another name"
        ),
        (
            "participants: [none]",
            "1:16: error: a participant cannot be called `none`, which means something else; give it "
                + "another name"
        ),
        (
            "participants: [network]",
            "1:16: error: a participant cannot be called `network`, which means something else; give "
                + "it another name"
        ),
        (
            "participants: [packet]",
            "1:16: error: a participant cannot be called `packet`, which means something else; give "
                + "it another name"
        ),
        (
            "participants: [backend]",
            "1:16: error: a participant cannot be called `backend`, which means something else; give "
                + "it another name"
        ),
        (
            "participants: [sfu-9]",
            "1:16: error: a participant cannot be called `sfu-9`, which means something else; give "
                + "it another name"
        ),
        (
            "participants: [unchanged]",
            "1:16: error: a participant cannot be called `unchanged`, which means something else; "
                + "give it another name"
        ),
        (
            "participants: [latency]",
            "1:16: error: a participant cannot be called `latency`, which means something else; give "
                + "it another name"
        ),
        (
            "participants: [\"a b\"]",
            "1:16: error: a participant cannot be called `a b`; use at most 64 letters, digits, `-` "
                + "and `_`, and start with a letter"
        ),
        (
            "participants: [aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa]",
            "1:16: error: a participant cannot be called "
                + "`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…`; use at most 64 "
                + "letters, digits, `-` and `_`, and start with a letter"
        ),
        (
            "participants: {alice: {user: a b}}",
            "1:30: error: `a b` cannot be a user; use at most 64 letters, digits, `-`, `_` and `.`, "
                + "and start with a letter or digit"
        ),
        (
            "participants: {alice: {role: 'a b'}}",
            "1:30: error: `a b` cannot be a role; use at most 64 letters, digits, `-`, `_` and `.`, "
                + "and start with a letter or digit"
        ),
        (
            "participants: {alice: {source: pigeon}}",
            "1:32: error: `pigeon` is not a source; it can be `webrtc`, `rtmp`, `whip`, `sip`, "
                + "`rtsp`, `srt` or `unrecognized`"
        ),
        (
            "participants: {alice: {kind: ghost}}",
            "1:30: error: `ghost` is not a kind of participant; it can be `regular`, `guest` or "
                + "`anonymous`"
        ),
        (
            "participants: {alice: {with: {x: 1}}}",
            "1:30: error: `with` is for participants of a kind that your own program registered"
        ),
        ("participants: {alice: {tokenCall: x}}", "1:35: error: `x` is not a call; write `default:x`"),
        (
            "participants: {alice: {tokenLifetime: 5}}",
            "1:39: error: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"
        ),
        ("participants: {alice: {displayName: ''}}", "1:37: error: a name is one line of at most 200 characters"),
        ("participants: {alice: {image: ''}}", "1:31: error: an address is one line of at most 200 characters"),
        ("participants: {alice: {count: 10001}}", "1:31: error: `10001` is not a whole number from 1 to 10000"),
        (
            "participants: {alice: {count: one}}",
            "1:31: error: `one` is not a whole number from 1 to 10000; write it in digits, such as "
                + "`3`"
        ),
        (
            "participants: {alice: [a]}",
            "1:23: error: a participant is a mapping, not a list; write it like `alice: "
                + "{interceptor: hang}`"
        ),
        (
            "participants: {alice: {driver: x}}",
            "1:32: error: `driver` is a mapping, not text; write it like `driver: {command: "
                + "[python3, driver.py]}`"
        ),
        (
            "participants: {alice: {driver: {}}}",
            "1:32: error: `driver` needs `command`, the program and its arguments, as a list; it is "
                + "started in the scenario's folder; add a line like `command: [python3, driver.py]`"
        ),
        (
            "participants: {alice: {driver: {command: x}}}",
            "1:42: error: `command` is a list of a program and its arguments; write `driver: "
                + "{command: [python3, driver.py]}`"
        ),
        (
            "participants: {alice: {driver: {command: []}}}",
            "1:42: error: `command` is a list of a program and its arguments; write `driver: "
                + "{command: [python3, driver.py]}`"
        ),
        (
            "participants: {alice: {driver: {command: ['']}}}",
            "1:42: error: a program without a name cannot be started"
        ),
        (
            "participants: {alice: {driver: {command: [\"a\", \"b\\0\"]}}}",
            "1:48: error: a text for a program cannot have a zero byte; leave out `\\0`"
        ),
        ("participants: {alice: {driver: {command: [a, [b]]}}}", "1:46: error: expected a text, not a list"),
        (
            "participants: {alice: {driver: {command: [a], patience: 5}}}",
            "1:57: error: `5` has no unit; write `5ms`, `5s`, `5min` or `5h`"
        ),
        (
            "participants: {alice: {driver: {comand: [a]}}}",
            "1:33: error: `driver` has no key `comand`; did you mean `command`?"
        ),
        ("participants: {alice: {media: loud}}", "1:31: error: `loud` is not a media; it can be `on` or `off`"),
        ("participants: {alice: {media: [on]}}", "1:31: error: expected a media, not a list"),
        ("participants: {alice: {media: {loudness: 128}}}", "1:42: error: `128` is not a whole number from 0 to 127"),
        ("participants: {alice: {media: {loudness: -1}}}", "1:42: error: `-1` is not a whole number from 0 to 127"),
        ("participants: {alice: {media: {frameRate: 0}}}", "1:43: error: `0` is not a whole number from 1 to 120"),
        (
            "participants: {alice: {media: {frameRate: 121}}}",
            "1:43: error: `121` is not a whole number from 1 to 120"
        ),
        (
            "participants: {alice: {media: {screenFrameRate: 121}}}",
            "1:49: error: `121` is not a whole number from 1 to 120"
        ),
        (
            "participants: {alice: {media: {firstSource: 0}}}",
            "1:45: error: `0` is not a whole number from 1 to 4294967295"
        ),
        (
            "participants: {alice: {media: {firstSource: 4294967296}}}",
            "1:45: error: `4294967296` is not a whole number from 1 to 4294967295"
        ),
        (
            "participants: {alice: {media: {firstSequenceNumber: 65536}}}",
            "1:53: error: `65536` is not a whole number from 0 to 65535"
        ),
        (
            "participants: {alice: {media: {firstTimestamp: 4294967296}}}",
            "1:48: error: `4294967296` is not a whole number from 0 to 4294967295"
        ),
        (
            "participants: {alice: {media: {volume: 1}}}",
            "1:32: error: `media` has no key `volume`; it can be `loudness`, `frameRate`, "
                + "`screenFrameRate`, `firstSource`, `firstSequenceNumber` or `firstTimestamp`"
        ),
        (
            "participants: {alice: {speaks: 2s}}",
            "1:32: error: `2s` is not a time; write two durations, such as `2s..5s`"
        ),
        (
            "participants: {alice: {speaks: [5s..2s]}}",
            "1:33: error: `5s..2s` is not a time; write two durations, such as `2s..5s`"
        ),
        (
            "participants: {alice: {speaks: 2s..2s}}",
            "1:32: error: `2s..2s` is not a time; write two durations, such as `2s..5s`"
        ),
        ("participants: {alice: {speaks: 2..5s}}", "1:32: error: `2` has no unit; write `2ms`, `2s`, `2min` or `2h`"),
        (
            "participants: {alice: {speaks: 2s..}}",
            "1:32: error: `` is not a duration; write it like `2ms`, `2s` or `2min`"
        ),
        ("participants: {alice: {speaks: {a: b}}}", "1:32: error: expected a time such as 2s..5s, not a mapping"),
        (
            "participants: {alice: {speaks: 1s..2s..3s}}",
            "1:32: error: `s..3s` is not a unit; the units are `ms`, `s`, `min` and `h`"
        ),
    ])
    func `a participant that cannot be is reported`(_ line: String, _ message: String) {
        #expect(complaints(line: line) == [message])
    }

    @Test(arguments: [
        "id: \(String(repeating: "a", count: 64))", "id: 5", "name: \(String(repeating: "n", count: 200))",
        "description: 5", "wholeRun: states", "golden: a..b/x", "golden: x.golden", "settings: {}",
        "settings: {sfus: 9}",
        "settings: {rosterLimit: 10000}", "settings: {requestLimit: 1000000}", "settings: {journalLimit: 100000000}",
        "settings: {order: 1000000000}", "settings: {order: 0}", "media: audio", "covers: []",
        "participants: [alice, \(String(repeating: "a", count: 64))]", "participants: [alice, sfu-10]",
    ])
    func `a value at the border of what can be has no message`(_ line: String) {
        #expect(complaints(line: line) == [])
    }

    @Test(arguments: [
        ("id: \(String(repeating: "a", count: 65))", "1:5: error: `aaaa"),
        ("name: \(String(repeating: "n", count: 201))", "1:7: error: a name is one line of at most 200 characters"),
        (
            "participants: [alice, \(String(repeating: "a", count: 65))]",
            "1:23: error: a participant cannot be called `aaaa"
        ),
    ])
    func `a value behind the border of what can be is reported`(_ line: String, _ beginning: String) {
        let found = complaints(line: line)
        #expect(found.count == 1 && found.first?.hasPrefix(beginning) == true, "\(found)")
    }
}
