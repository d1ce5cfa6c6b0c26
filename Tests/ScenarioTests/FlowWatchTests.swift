import Testing
import Timing
import Wire

@testable import ScenarioStage
@testable import Sockets

/// The rules of media that must flow, on networks that lose nothing.
@Suite struct FlowWatchTests {
    private static let muted = "its track is muted, or its receiver has not subscribed to it"
    private static let unforwarded = "the packets of 1 are sent, and its SFU does not forward them to this client"

    /// Each part of the media, and the rule that its absence breaks.
    private static let rules: [(FlowConversation.Part, String)] = [
        (.checks, "its client has not checked the path of its session"),
        (.packets, "its track 1 is published, and no packets of 1 are sent"), (.forwarding, unforwarded),
        (.ownReports, "its client has not reported on 1"),
        (.copies, "its SFU has not forwarded the last report of 1 to this client"),
        (.reports, "its SFU has not reported on 1"), (.levels, "its SFU shows a as silent, and it talks"),
        (.dominance, "only a talks, and its SFU shows none as dominant"),
    ]

    @Test func `media that flows as agreed breaks no rule`() {
        var conversation = FlowConversation()
        conversation.run(30)
        #expect(conversation.violation == nil)
        #expect(Set(Self.rules.map(\.0)) == Set(FlowConversation.Part.allCases))
    }

    @Test(arguments: rules)
    func `media without one of its parts breaks a rule`(_ part: FlowConversation.Part, _ rule: String) {
        var conversation = FlowConversation(without: [part])
        conversation.run(30)
        #expect(conversation.violation == rule)
    }

    @Test(arguments: rules)
    func `media is not judged once datagrams may be lost, or be late by more than a second`(
        _ part: FlowConversation.Part, _ rule: String
    ) {
        let delays: [(Duration?, Bool)] = [(nil, false), (.milliseconds(1001), false), (.milliseconds(100), true)]
        for (delay, isJudged) in delays {
            var conversation = FlowConversation(without: [part])
            conversation.watch.setDelay(delay)
            // A delay that was possible before may still be under way.
            conversation.watch.setDelay(.zero)
            conversation.run(30)
            #expect(conversation.violation == (isJudged ? rule : nil))
        }
    }

    @Test func `a change has a second and three delays to have its effect`() {
        var conversation = FlowConversation(without: [.forwarding])
        conversation.watch.setDelay(.seconds(1))
        conversation.run(4)
        #expect(conversation.violation == nil)
        conversation.run(2)
        #expect(conversation.violation == Self.unforwarded)
    }

    @Test func `a session is judged once a second`() {
        // A report is late after 6.2 s and the second that a change has, which is at 7.2 s.
        var conversation = FlowConversation(without: [.ownReports])
        conversation.run(milliseconds: 8_000)
        #expect(conversation.violation == nil)
        conversation.run(milliseconds: 20)
        #expect(conversation.violation == "its client has not reported on 1")
    }

    @Test(arguments: [(300, true), (301, false)])
    func `a flow continues after a pause of 300 ms, and begins anew after a longer one`(
        _ pause: Int, _ isContinued: Bool
    ) throws {
        let way = MediaWay(client: FlowConversation.alice, host: FlowConversation.bob.host)
        let packet = RTP.Packet(payloadType: 0, sequenceNumber: 1, timestamp: 160, ssrc: 1, payload: [1])
        let frame = try #require(RTPFrame(packet.encoded() ?? []))
        func instant(_ milliseconds: Int) -> Instant { Instant.start.advanced(by: .milliseconds(milliseconds)) }
        var activity = SourceActivity(on: way, at: .start)
        for time in [0, 200] { activity.sent(frame, on: way, at: instant(time)) }
        #expect(activity.flows(for: .milliseconds(199), at: instant(200 + pause)) == isContinued)
        activity.sent(frame, on: way, at: instant(200 + pause))
        #expect(activity.began == (isContinued ? .start : instant(200 + pause)))
        #expect(activity.flows(for: .milliseconds(199), at: instant(200 + pause)) == isContinued)
    }

    // MARK: Tracks

    @Test(arguments: [false, true])
    func `a client reports on the packets that it sends itself, and not on those of another with its source`(
        _ isOwn: Bool
    ) {
        var conversation = FlowConversation(without: [.forwarding, .copies, .ownReports, .reports], track: 2)
        conversation.answer(
            FlowConversation.alice, "/sfu/update_mute_states", ["mute_states": [["track_type": 2, "muted": true]]])
        if !isOwn { conversation.sender = FlowConversation.bob }
        conversation.run(20)
        #expect(conversation.violation == (isOwn ? "its client has not reported on 1" : nil))
    }

    @Test func `a muted track is neither sent nor forwarded`() {
        for isForwarded in [false, true] {
            var conversation = FlowConversation()
            conversation.run(3)
            conversation.event(["type": "track_unpublished", "session_id": "a", "track_type": 1])
            conversation.answer(
                FlowConversation.alice, "/sfu/update_mute_states", ["mute_states": [["track_type": 1, "muted": true]]])
            if !isForwarded { conversation.omit(.packets) }
            conversation.run(1)
            #expect(conversation.violation == nil)
            conversation.run(1)
            #expect(conversation.violation == (isForwarded ? Self.muted : nil))
        }
    }

    @Test func `a video goes to its subscribers and to no others`() {
        let subscription: CBOR.Map = ["tracks": [["session_id": "a", "track_type": 2]]]
        for isSubscribed in [false, true] {
            for isForwarded in [false, true] {
                var conversation = FlowConversation(without: isForwarded ? [] : [.forwarding, .copies], track: 2)
                if isSubscribed {
                    conversation.answer(FlowConversation.bob, "/sfu/update_subscriptions", subscription)
                }
                conversation.run(4)
                let rule = isSubscribed ? Self.unforwarded : Self.muted
                #expect(conversation.violation == (isSubscribed == isForwarded ? nil : rule))
            }
        }
    }

    @Test(arguments: [("/sfu/update_subscriptions", nil), ("/sfu/health", muted)])
    func `a track may be forwarded before the request for it has its response`(_ path: String, _ rule: String?) {
        var conversation = FlowConversation(track: 2)
        conversation.run(1)
        conversation.request(FlowConversation.bob, path)
        conversation.run(1)
        #expect(conversation.violation == rule)
        conversation.run(1)
        #expect(conversation.violation == Self.muted)
    }

    @Test func `packets of a participant that has left are not forwarded`() {
        var conversation = FlowConversation()
        conversation.run(3)
        conversation.event(["type": "participant_left", "participant": ["session_id": "a"]])
        conversation.run(2)
        #expect(conversation.violation == Self.muted)
    }

    @Test func `a recorder sends nothing`() {
        var conversation = FlowConversation(without: [.packets, .levels, .dominance], user: "recording-egress")
        conversation.run(10)
        #expect(conversation.violation == nil)
    }

    @Test func `a track that the SFU unpublished by a later event is not published again`() {
        for (last, isSent) in [(nil, false), (0, false), (1, true)] as [(CBOR?, Bool)] {
            var conversation = FlowConversation(without: [.forwarding, .copies], track: 2)
            conversation.run(3)
            conversation.event(["type": "track_unpublished", "session_id": "a", "track_type": 2])
            var request: CBOR.Map = ["tracks": [["track_type": 2, "ssrc": 1]]]
            request["as_of"] = last
            conversation.answer(FlowConversation.alice, "/sfu/set_publisher", request)
            conversation.omit(.packets)
            conversation.run(4)
            #expect(conversation.violation == (isSent ? "its track 2 is published, and no packets of 1 are sent" : nil))
        }
    }

    // MARK: Voices

    @Test func `an SFU shows no level while no packets arrive, for as long as levels are known`() {
        let silent: CBOR = ["session_id": "a", "level": 0.0, "is_speaking": true]
        for (gap, isLong) in [(160, false), (220, true)] {
            var conversation = FlowConversation()
            conversation.run(4)
            conversation.pause(gap)
            conversation.event(["type": "audio_level_changed", "audio_levels": [silent]])
            conversation.answer(FlowConversation.bob, "/sfu/health")
            conversation.run(2)
            let rule = "its SFU shows the level 0.0 of a, which none of its packets has"
            #expect(conversation.violation == (isLong ? nil : rule))
            conversation.run(12)
            #expect(conversation.violation == rule)
        }
    }

    @Test func `a level is one of the packets`() {
        var conversation = FlowConversation()
        conversation.shownLevel = 0.2
        conversation.run(10)
        #expect(conversation.violation == "its SFU shows the level 0.2 of a, which none of its packets has")
    }

    @Test func `a participant without a voice does not speak`() {
        var conversation = FlowConversation()
        conversation.level = RTP.AudioLevel(decibelsBelowOverload: 20, hasVoice: false)
        conversation.run(10)
        #expect(conversation.violation == "its SFU shows a as speaking, and it is silent")
    }

    @Test func `a low voice may be shown as silent or as speaking`() {
        for showsSpeech in [false, true] {
            var conversation = FlowConversation()
            conversation.level = RTP.AudioLevel(decibelsBelowOverload: 55, hasVoice: true)
            (conversation.shownLevel, conversation.showsSpeech) = (0.57, showsSpeech)
            conversation.run(10)
            #expect(conversation.violation == nil)
        }
    }

    // MARK: What is unknown

    @Test func `a late event of an earlier stream changes nothing`() {
        var conversation = FlowConversation()
        conversation.run(3)
        let event: CBOR = ["type": "participant_left", "participant": ["session_id": "a"]]
        let earlier: CBOR.Map = ["unified_session_id": "earlier"]
        conversation.respond(
            FlowConversation.bob, "/sfu/join", earlier, .body(["first": 3, "events": [event]]))
        conversation.run(10)
        #expect(conversation.violation == nil)
    }

    @Test func `a session is not judged after an event that is missing, or that is not of its tracks`() {
        for (type, skipped) in [("pins_updated", Int64(1)), ("go_away", 0), ("pins_updated", 0)] {
            var conversation = FlowConversation(without: [.forwarding])
            conversation.event(["type": .text(type)], skipping: skipped)
            conversation.run(10)
            let isKnown = type == "pins_updated" && skipped == 0
            #expect(conversation.violation == (isKnown ? Self.unforwarded : nil))
        }
    }

    @Test func `the sessions of a client at two SFUs are not judged`() {
        var conversation = FlowConversation(without: [.forwarding])
        conversation.join(FlowConversation.bob, at: HostAddress(127, 0, 1, 2))
        conversation.run(10)
        #expect(conversation.violation == nil)
    }

    @Test func `a session is not judged after it has ended, or after a request that was not read`() {
        var ended = FlowConversation(without: [.forwarding])
        ended.answer(FlowConversation.bob, "/sfu/leave")
        ended.run(10)
        #expect(ended.violation == nil)
        var unread = FlowConversation(without: [.forwarding])
        unread.answer(FlowConversation.bob, "/sfu/set_publisher", [:], .unread)
        unread.run(10)
        #expect(unread.violation == nil)
        var refused = FlowConversation(without: [.forwarding])
        refused.answer(FlowConversation.bob, "/sfu/set_publisher", [:], .refusal(nil, ""))
        refused.run(10)
        #expect(refused.violation == Self.unforwarded)
    }

    @Test func `each packet of a voice has a level`() {
        for hasLevel in [true, false] {
            var conversation = FlowConversation(without: [.levels, .dominance])
            conversation.level = hasLevel ? RTP.AudioLevel(decibelsBelowOverload: 127, hasVoice: false) : nil
            conversation.run(10)
            #expect(conversation.violation == (hasLevel ? nil : "a packet of its voice has no level"))
        }
    }

    @Test func `a participant that speaks sends packets with a voice`() {
        for (hasVoice, time, isRight) in [(true, 9, true), (false, 9, false), (false, 1, true)] {
            var conversation = FlowConversation(without: [.levels, .dominance])
            conversation.level = RTP.AudioLevel(decibelsBelowOverload: hasVoice ? 60 : 127, hasVoice: hasVoice)
            conversation.watch.noteSpeech(of: FlowConversation.alice.host, for: .seconds(time), at: .start)
            conversation.run(4)
            let rule = "its participant speaks, and its packets have no voice"
            #expect(conversation.violation == (isRight ? nil : rule))
        }
    }
}
