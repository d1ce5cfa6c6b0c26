import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Argument {
    fileprivate static let start = Argument(
        "start", .words(.liveParts), "the parts that start with it", such: "start: [hls, recording]")
    fileprivate static let continued = Argument(
        "continue", .words(.liveParts), "the parts that continue in backstage", such: "continue: [recording]")
    fileprivate static let joinAhead = Argument(
        "joinAhead", .seconds, "the time before the start at which anyone may join", such: "joinAhead: 5min")
}

extension Commands {
    /// The methods of `Call` for calls that begin in backstage; they throw.
    static let liveCommands: [CommandRow] = [
        CommandRow(
            "call.createBackstage", "creates a call that begins in backstage", needs: [.call],
            takes: [.members, .startsIn, .joinAhead]
        ) { participant, arguments in
            let backstage = BackstageSettingsRequest(
                enabled: true, joinAheadTime: arguments.duration(.joinAhead) ?? .zero)
            try await participant.neededCall(arguments).create(
                members: arguments.memberRequests, settings: CallSettingsRequest(backstage: backstage),
                startsAt: arguments.duration(.startsIn).map { participant.date.advanced(by: $0) })
        },
        .call("call.goLive", "takes a call live", takes: [.call, .start, .storage]) { call, arguments in
            let parts = arguments.texts(.start)
            try await call.goLive(
                startHls: parts.contains("hls"), startRecording: parts.contains("recording"),
                startRTMPBroadcasts: parts.contains("rtmp"), startTranscription: parts.contains("transcription"),
                startClosedCaptions: parts.contains("captions"), recordingStorageName: arguments.text(.storage),
                transcriptionStorageName: arguments.text(.storage))
        },
        .call("call.stopLive", "stops a live call, which returns to backstage", takes: [.call, .continued]) {
            call, arguments in
            let parts = arguments.texts(.continued)
            try await call.stopLive(
                continueHls: parts.contains("hls"), continueRecording: parts.contains("recording"),
                continueRTMPBroadcasts: parts.contains("rtmp"),
                continueTranscription: parts.contains("transcription"),
                continueClosedCaptions: parts.contains("captions"))
        },
    ]
}
