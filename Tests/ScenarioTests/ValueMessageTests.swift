import CallLibraryGuest
import Testing

@testable import ScenarioLanguage

/// The messages about values that no run can use: they are found before it.
@Suite struct ValueMessageTests {
    @Test(arguments: [
        (
            "- alice: call.sendReaction\n  reaction: \"\"",
            "2:13: `reaction` has an empty text; write it like `reaction: fireworks`"
        ),
        (
            "- alice: call.startRecording\n  storage: \"\"",
            "2:12: `storage` has an empty text; write it like `storage: vault`"
        ),
        (
            "- alice: call.startTranscription\n  language: \"\"",
            "2:13: `language` has an empty text; write it like `language: en`"
        ),
        ("- alice: setDevice\n  device: \"\"", "2:11: `device` has an empty text; write it like `device: phone-1`"),
        (
            "- alice: setDevice\n  device: a\n  provider: \"\"",
            "3:13: `provider` has an empty text; write it like `provider: firebase`"
        ),
        (
            "- sfu: publishOptions\n  call: default:x\n  track: video\n  codec: \"\"",
            "4:10: `codec` has an empty text; write it like `codec: vp8`"
        ),
        (
            "- coordinator: sendEvent\n  eventType: \"\"",
            "2:14: `eventType` has an empty text; write it like `eventType: app.updated`"
        ),
        (
            "- alice: queryCalls\n  sort: [id, \"\"]",
            "2:14: `sort` has an empty text; write it like `sort: [-created_at, id]`"
        ),
        (
            "- alice: queryCalls\n  sort: [\"-\"]",
            "2:10: `sort` has an empty text; write it like `sort: [-created_at, id]`"
        ),
        (
            "- alice: call.startRTMPBroadcasts\n  broadcasts: {}",
            "2:15: `broadcasts` is empty; write it like `broadcasts: {tube: \"rtmp://tube.example/live\"}`"
        ),
        (
            "- alice: call.startRTMPBroadcasts\n  broadcasts: {\"\": rtmp://x}",
            "2:16: `broadcasts` has an empty text; write it like `broadcasts: {tube: \"rtmp://tube.example/live\"}`"
        ),
        (
            "- alice: call.addMembers\n  members: [bob]\n  role: a b",
            "3:9: `a b` cannot be a role; use at most 64 letters, digits, `-`, `_` and `.`, and start with a letter or digit"
        ),
        (
            "- alice: call.join\n  throws: APIError\n  underlying: \"\"",
            "3:15: `underlying` has an empty text, which each error contains; leave it out"
        ),
        (
            "- alice: call.deleteRecording\n  file: \(String(repeating: "x", count: 256))",
            "2:9: `file` has a text of 256 bytes, which is a part of a request's path or query; write at most 255 bytes"
        ),
        (
            "- alice: call.deleteRecording\n  mayThrow: true\n  file: \(String(repeating: "x", count: 513))",
            "3:9: `file` has a text of 513 bytes, which is a part of a request's path or query; write at most 512 bytes"
        ),
    ])
    func `a text that no request can have is reported`(_ steps: String, _ message: String) {
        #expect(complaints(steps: steps) == [message])
    }

    @Test(arguments: [
        ("- network: {cut: []}", "1:18: the list names no participant; write it like `[alice]`"),
        (
            "- network: {flap: {who: [], off: 1s, on: 1s, times: 1}}",
            "1:25: the list names no participant; write it like `[alice]`"
        ),
        ("- network: {cut: [bob, bob]}", "1:24: `bob` is named twice; leave one of them out"),
        ("- alice, alice: accept", "1:10: `alice` is named twice; leave one of them out"),
        ("- alice: call.muteUsers\n  tracks: []", "2:11: `tracks` is empty; write it like `tracks: [audio]`"),
        ("- alice: call.muteUsers\n  users: []", "2:10: `users` is empty; write it like `users: [bob]`"),
        ("- alice: call.addMembers\n  members: []", "2:12: `members` is empty; write it like `members: [bob]`"),
        (
            "- network: {cut: bob, heal: bob}",
            "1:23: `heal` undoes `cut` of the same step; put one of them into another step, or leave it out"
        ),
        (
            "- network: {bob: {up: cut}, heal: bob}",
            "1:29: `heal` undoes `cut` of the same step; put one of them into another step, or leave it out"
        ),
    ])
    func `an empty list, a repeated name and a contradiction are reported`(_ steps: String, _ message: String) {
        #expect(complaints(steps: steps) == [message])
    }

    @Test(arguments: [
        (
            "- network: {cut: bob}\n- network: {bob: online}",
            "2:18: `online` has no effect, because nothing here was offline before; did you mean `heal`?"
        ),
        (
            "- network: {bob: {bandwidth: 1Mbit/s}, alice: {queue: 8KiB}}",
            "1:48: a `queue` fills only where `bandwidth` is limited; add a line like `bandwidth: 256kbit/s`"
        ),
        (
            "- alice: speak\n  for: 2s",
            "1:10: `alice` has no media, so that it cannot speak; add `media: on` to the scenario or to the participant"
        ),
        (
            "- alice: call.join\n  throws: TimeOutError\n  code: \"4.03\"",
            "3:3: a `TimeOutError` has no `code`; write `throws: APIError`, or leave `code` out"
        ),
        (
            "- alice: call.createBackstage\n  call: default:x\n  joinAhead: 1500ms",
            "3:14: `1500ms` is not a multiple of 1s, and a fraction would be lost; write `1s` or `2s`"
        ),
    ])
    func `what has no effect is reported`(_ steps: String, _ message: String) {
        #expect(complaints(steps: steps) == [message])
    }

    @Test(arguments: [
        (
            "participants: {alice: {speaks: 2s..5s}}",
            "3:32: error: a participant without media does not speak; add `media: on` to the scenario or to the participant"
        ),
        (
            "participants: {alice: {tokenLifetime: 1500ms}}",
            "3:39: error: `1500ms` is not a multiple of 1s, and a fraction would be lost; write `1s` or `2s`"
        ),
        (
            "participants: {alice: {tokenCall: \"lifestream:a\"}}",
            "3:35: error: there is no call type `lifestream`; did you mean `livestream`?"
        ),
    ])
    func `a participant that cannot be as it says is reported`(_ participants: String, _ message: String) {
        let text = "id: A\nname: A test\n\(participants)\nsteps: [{wait: 1s}]\n"
        #expect(complaints(text) == [message])
    }

    @Test(arguments: [
        ("ring: {missed_call_timeout_ms: soon}", "2:45: `settings.ring.missed_call_timeout_ms` must be a whole number"),
        ("audio: {mic_default_on: 1}", "2:38: `settings.audio.mic_default_on` must be true or false"),
        ("audio: {default_device: tv}", "2:38: `settings.audio.default_device` must be speaker or earpiece"),
        ("limits: {max_participants: -1}", "2:41: `settings.limits.max_participants` must not be negative"),
        ("recording: {mode: on}", "2:32: `settings.recording.mode` must be one of available, disabled, auto-on"),
    ])
    func `a setting of the wrong type is reported at its value`(_ settings: String, _ message: String) {
        #expect(complaints(steps: "- alice: call.update\n  settings: {\(settings)}") == [message])
    }

    @Test(arguments: [
        (
            "- alice: call.get\n  call: lifestream:a",
            "2:9: there is no call type `lifestream`; did you mean `livestream`?"
        ),
        (
            "- expect: {alice.call: \"one:a\"}",
            "1:24: there is no call type `one`; it can be `default`, `livestream`, `audio_room` or `development`"
        ),
        (
            "- alice: call.get\n  call: default:a\n- coordinator: fail\n  path: \"*/jion\"",
            "4:9: no request has the path `*/jion`; did you mean `*/join`?"
        ),
        (
            "- alice: call.get\n  call: default:a\n- coordinator: fail\n  path: /video/call/default/b",
            "4:9: no request has the path `/video/call/default/b`; the scenario names no such call"
        ),
        (
            "- alice: call.kick\n  participant: bob",
            "1:10: there is no command `call.kick`; did you mean `call.kickUser`?"
        ),
        ("- alice: kick\n  participant: bob", "1:10: there is no command `kick`; did you mean `call.kickUser`?"),
        (
            "- expect: {alice.events.call.live: 1}",
            "1:25: `call.live` is not an event; did you mean `call.live_started`?"
        ),
        (
            "- expect: {sfu-2.sessions: 1}",
            "1:12: there is no participant `sfu-2`; there is one SFU, and it is called `sfu`; `settings: {sfus: 2}` makes "
                + "two, `sfu-1` and `sfu-2`"
        ),
    ])
    func `a word that is not one is reported with the one that is meant`(_ steps: String, _ message: String) {
        #expect(complaints(steps: steps) == [message])
    }

    @Test(arguments: [
        "- alice: call.get\n  call: one:a\n  throws: APIError\n- expect: {alice.call: \"one:a\"}",
        "- alice: call.deleteRecording\n  throws: APIError\n  file: \(String(repeating: "x", count: 512))",
        "- alice: call.muteUsers\n  tracks: []\n  throws: APIError",
        "- network: {cut: everyone, heal: bob}", "- network: {heal: bob}",
        "- network: {flap: {who: bob, off: 1s, on: 1s, times: 2, by: cut}}\n- network: {bob: {up: heal}}",
        "- network: {bandwidth: 1Mbit/s}\n- network: {bob: {queue: 8KiB}}",
        "- network: {profile: lte}\n- network: {bob: {up: {queue: 8KiB}}}",
        "- alice: call.join\n  throws: CallJoinInterceptionError\n  code: \"4.03\"",
        "- alice: call.get\n  call: default:a\n- coordinator: fail\n  path: \"*/default/a*\"",
        "- coordinator: fail\n  path: \"*/accept\"", "- sfu: fail\n  path: /sfu/join",
    ])
    func `what can be has no message`(_ steps: String) {
        #expect(complaints(steps: steps) == [])
    }

    @Test func `a long label ends with a whole word`() throws {
        let label = String(repeating: "word ", count: 60)
        let frame = try #require(
            SourceFrame(place: Place(line: 1, column: 1, endColumn: 2), label: label, lines: ["x"]))
        #expect(frame.text.contains("word …\n") && !frame.text.contains("wor …"))
    }

    @Test func `files that a scenario names and that are not there are problems with places`() throws {
        let text = """
            id: A
            name: A test
            participants: [alice]
            golden: none.golden
            programs: {phone: {command: [a], files: none}}
            steps: [{wait: 1s}]

            """
        let scenario = try #require(ScenarioLibrary.load(text: text, file: "x/y.yaml").scenarios.first)
        #expect(
            scenario.missingFiles.map(\.description) == [
                "x/y.yaml:4:9: error: there is no file `x/none.golden`; run the scenario, and make the file of its calls: "
                    + "`rollcall diff --approve x/none.golden RUN`",
                "x/y.yaml:5:41: error: there is no folder `x/none` with files for a program",
            ])
    }
}
