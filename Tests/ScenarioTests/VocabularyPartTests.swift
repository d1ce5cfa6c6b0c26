import Journal
import Testing
import Timing
import Wire

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// Small parts of the vocabulary: values on the wire, tables, errors and transitions.
@Suite struct VocabularyPartTests {
    /// Values of scenarios with their wire format.
    static let items: [(Value, CBOR)] = [
        (.none, .null), (.boolean(true), true), (.boolean(false), false), (.integer(-3), -3), (.number(0.5), 0.5),
        (.text("a"), "a"), (.list([.integer(1), .list([])]), [1, []]),
        (.map([.init(key: "a", value: .text("b")), .init(key: "b", value: .none)]), ["a": "b", "b": .null]),
    ]

    @Test func `a value and its wire format are those of one another`() {
        for (value, item) in Self.items {
            #expect(value.item == item)
            #expect(Value(item) == value)
        }
    }

    @Test func `times have whole milliseconds on the wire`() {
        #expect(Value.duration(.microseconds(2_999)).item == 2)
        #expect(Value.instant(Instant(nanoseconds: 1_999_999_999)).item == 1999)
        #expect(Value.date(Timestamp(milliseconds: 7)).item == 7)
    }

    @Test func `other data items have readable values`() {
        #expect(Value(.bytes([1, 0xAB])) == .text("01ab") && Value(.undefined) == .none)
        #expect(Value(.map(CBOR.Map([(1, "x")]))) == .map([.init(key: "1", value: .text("x"))]))
    }

    @Test func `a date is an instant of the run from its start`() {
        let start = Timestamp(milliseconds: 1000)
        let date = Value.date(Timestamp(milliseconds: 2500))
        #expect(date.since(start) == .instant(Instant(nanoseconds: 1_500_000_000)))
        #expect(Value.integer(2500).since(start) == .integer(2500) && Value.none.since(start) == .none)
        #expect(Value.optionalDate(start) == .date(start) && Value.optionalDate(nil) == .none)
    }

    @Test func `a table has its words in order, and the first code of each`() {
        let table = Table([Row("b", 1), Row("a", 2), Row("b", 3)])
        #expect(table.words == ["b", "a", "b"] && table["b"] == 1 && table["a"] == 2 && table["c"] == nil)
    }

    // MARK: Errors

    private struct Named: NamedError {
        let name = "OwnName"
    }

    private struct Caused: CausedError {
        let cause: (any Error)?
    }

    @Test func `an error has the name of its type unless it has another`() {
        #expect(errorName(Named()) == "OwnName" && errorName(InterceptorVeto()) == "InterceptorVeto")
        #expect(InterceptorVeto().description == "InterceptorVeto")
        #expect(UnsupportedCommand("fly").description == "this participant does not support `fly`")
    }

    @Test func `the causes of an error are all below it, nearest first`() {
        #expect(causes(of: Named()).isEmpty && causes(of: Caused(cause: nil)).isEmpty)
        let chain = Caused(cause: Caused(cause: Named()))
        #expect(causes(of: chain).map(errorName) == ["Caused", "OwnName"])
    }

    @Test func `an interceptor returns or throws`() async throws {
        try await BuiltInInterceptor(end: .returns, delay: nil).run()
        try await BuiltInInterceptor(end: .returns, delay: .nanoseconds(1)).run()
        await #expect(throws: InterceptorVeto.self) { try await BuiltInInterceptor(end: .throws, delay: nil).run() }
        let patient = Task { try await BuiltInInterceptor(end: .throws, delay: .seconds(3600)).run() }
        patient.cancel()
        await #expect(throws: CancellationError.self) { try await patient.value }
    }

    @Test func `a difference is written on demand, with its owner in front`() {
        var count = 0
        let difference = ViewDifference {
            count += 1
            return "roster: a, not b"
        }
        let within = difference.within("alice").within("call")
        #expect(count == 0 && "\(within)" == "call.alice.roster: a, not b" && count == 1)
    }

    @Test(arguments: [
        ("idle", ["inCall", "incoming", "joining", "lobby", "outgoing"]),
        ("lobby", ["idle", "inCall", "joining", "outgoing"]), ("incoming", ["idle", "inCall", "joining"]),
        ("outgoing", ["idle", "joining"]), ("joining", ["idle", "inCall", "reconnecting"]),
        ("inCall", ["idle", "reconnecting"]), ("reconnecting", ["idle", "inCall"]), ("other", []),
    ])
    func `a calling state has its successors, and itself`(_ state: String, _ successors: [String]) {
        #expect(CallingTransitions.successors(of: state) == successors)
        let states = ["idle", "lobby", "incoming", "outgoing", "joining", "inCall", "reconnecting", "other"]
        let allowed = states.filter { CallingTransitions.areAllowed(state, $0) }
        #expect(Set(allowed) == Set(successors + [state]))
    }

    @Test func `words that come from types are in the order of their cases`() {
        let sets: [(Words, String, [String])] = [
            (.recordingTypes, "recording type", ["composite", "individual", "raw"]),
            (
                .egresses, "egress",
                ["composite", "individual", "raw", "frames", "hls", "rtmp", "transcription", "captions"]
            ),
            (.grants, "grant", ["audio", "video", "screenshare"]),
            (.tracks, "track", ["audio", "video", "screenshare", "screenshare_audio"]),
            (.sources, "source", ["webrtc", "rtmp", "whip", "sip", "rtsp", "srt", "unrecognized"]),
            (.strategies, "strategy", ["unspecified", "disconnect", "fast", "rejoin", "migrate"]),
            (.goAwayReasons, "reason to go away", ["unspecified", "shuttingDown", "rebalance"]),
            (.endings, "ending", ["unspecified", "ended", "liveEnded", "kicked", "sessionEnded"]),
            (
                .lateEvents, "late event",
                ["track_published", "track_unpublished", "participant_updated", "dominant_speaker_changed"]
            ),
            (.clientCapabilities, "client capability", ["subscriber_video_pause"]),
            (.videoQualities, "video quality", ["none", "manual", "disabled"]),
            (.stunClasses, "class", ["request", "indication", "success", "failure"]),
            (
                .lossReasons, "reason of a loss",
                ["chance", "burst", "cut", "offline", "queue", "chosen", "checksum"]
            ),
        ]
        for (words, kind, all) in sets { #expect(words.kind == kind && words.all == all) }
        #expect(Words.drops.all.suffix(2) == ["malformedCoAP", "rejectedCoAP"])
        #expect(Set(Words.events.all).count == Words.events.all.count)
    }

    @Test func `a transition is written with an arrow`() {
        #expect(StateGraph.Transition(from: "incoming", to: "joining").text == "incoming → joining")
    }
}
