import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Argument {
    fileprivate static let includeAudio = Argument(
        "includeAudio", .value(.boolean), "true shares the sound of the screen too",
        such: "includeAudio: true")
    fileprivate static let videoQuality = Argument(
        "videoQuality", .value(.word(.videoQualities)), "the wanted quality of the videos of others",
        such: "videoQuality: disabled")
    fileprivate static let of = Argument(
        "of", .users, "the owners of the tracks; all participants when omitted", such: "of: [bob]")
    fileprivate static let width = Argument("width", .whole(Bounds.count), "the width in pixels", such: "width: 320")
    fileprivate static let height = Argument(
        "height", .whole(Bounds.count), "the height in pixels", such: "height: 180")
    fileprivate static let clientCapabilities = Argument(
        "clientCapabilities", .someWords(.clientCapabilities), "the optional capabilities of the client",
        such: "clientCapabilities: [subscriber_video_pause]")
}

extension Commands {
    /// The tracks that a participant publishes, and the video quality that it requests.
    static let trackCommands: [CommandRow] = devices + switches + preferences

    private static let devices: [CommandRow] = [
        device("call.microphone.enable", "switches the microphone on") { try await $0.microphone.enable() },
        device("call.microphone.disable", "switches the microphone off") { try await $0.microphone.disable() },
        device("call.microphone.toggle", "switches the microphone on or off") { try await $0.microphone.toggle() },
        device("call.camera.enable", "switches the camera on") { try await $0.camera.enable() },
        device("call.camera.disable", "switches the camera off") { try await $0.camera.disable() },
        device("call.camera.toggle", "switches the camera on or off") { try await $0.camera.toggle() },
        device("call.camera.flip", "uses the other camera") { try await $0.camera.flip() },
        device("call.speaker.enable", "uses the loudspeaker") { try await $0.speaker.enableSpeakerPhone() },
        device("call.speaker.disable", "uses the earpiece") { try await $0.speaker.disableSpeakerPhone() },
        device("call.speaker.toggle", "uses the loudspeaker or the earpiece") {
            try await $0.speaker.toggleSpeakerPhone()
        },
        device("call.audioOutput.enable", "turns sound output on") { try await $0.speaker.enableAudioOutput() },
        device("call.audioOutput.disable", "turns sound output off") { try await $0.speaker.disableAudioOutput() },
    ]

    private static func device(
        _ name: String, _ summary: String, _ perform: @escaping @MainActor @Sendable (Call) async throws -> Void
    ) -> CommandRow {
        .call(name, summary, takes: [.call]) { call, _ in try await perform(call) }
    }

    private static let switches: [CommandRow] = [
        .call("call.startNoiseCancellation", "starts noise cancellation of the microphone", takes: [.call]) {
            call, _ in
            try await call.startNoiseCancellation()
        },
        .call("call.stopNoiseCancellation", "stops noise cancellation", takes: [.call]) { call, _ in
            try await call.stopNoiseCancellation()
        },
        .call("call.startScreensharing", "shares the screen", takes: [.call, .includeAudio]) { call, arguments in
            try await call.startScreensharing(includeAudio: arguments.flag(.includeAudio))
        },
        .call("call.stopScreensharing", "stops sharing the screen", takes: [.call]) { call, _ in
            try await call.stopScreensharing()
        },
        .call("call.microphoneHears", "reports the user's level at the microphone", needs: [.level], takes: [.call]) {
            $0.microphoneHears(level: $1.number(.level) ?? 0)
        },
    ]

    private static let preferences: [CommandRow] = [
        .call(
            "call.enableClientCapabilities", "adds a client capability to the next join",
            needs: [.clientCapabilities], takes: [.call]
        ) {
            $0.enableClientCapabilities($1.clientCapabilities)
        },
        .call(
            "call.disableClientCapabilities", "removes a client capability from the next join",
            needs: [.clientCapabilities], takes: [.call]
        ) {
            $0.disableClientCapabilities($1.clientCapabilities)
        },
        .call(
            "call.trackSize", "sets the displayed size of a participant's video",
            needs: [.participant, .width, .height],
            takes: [.call]
        ) { call, arguments in
            let size = CallParticipant.TrackSize(
                width: Int(clamping: arguments.integer(.width) ?? 0),
                height: Int(clamping: arguments.integer(.height) ?? 0))
            for participant in try call.participants(of: arguments) { call.updateTrackSize(size, for: participant) }
        },
        .call(
            "call.incomingVideo", "sets the preferred quality of other participants' videos", needs: [.videoQuality],
            takes: [.call, .of, .width, .height]
        ) { call, arguments in
            call.setIncomingVideoQualitySettings(try quality(arguments, in: call))
        },
    ]

    @MainActor
    private static func quality(_ arguments: Arguments, in call: Call) throws -> IncomingVideoQualitySettings {
        let users = arguments.texts(.of)
        let sessionIds = call.state.values.participants.filter { users.contains($0.userId) }.map(\.sessionId)
        let group: IncomingVideoQualitySettings.Group =
            arguments.has(.of) ? .custom(sessionIds: Set(sessionIds)) : .all
        switch try arguments.needed(.videoQuality) {
        case "manual":
            let size = CallParticipant.TrackSize(
                width: Int(clamping: arguments.integer(.width) ?? 1024),
                height: Int(clamping: arguments.integer(.height) ?? 720))
            return .manual(group: group, targetSize: size)
        case "disabled": return .disabled(group: group)
        default: return .none
        }
    }
}

extension Arguments {
    fileprivate var clientCapabilities: Set<ClientCapability> {
        Set(texts(.clientCapabilities).compactMap(ClientCapability.init(rawValue:)))
    }
}

extension Argument {
    fileprivate static let span = Argument("for", .value(.duration), "for how long", such: "for: 3s")
}

extension Commands {
    /// Commands for the sound at a participant's microphone, which synthetic sources produce.
    static let mediaCommands: [CommandRow] = [
        .call("speak", "speaks for a time from now on, if there is media", needs: [.span], takes: [.call]) {
            call, arguments in
            call.speak(for: arguments.duration(.span) ?? .zero)
        }
    ]
}
