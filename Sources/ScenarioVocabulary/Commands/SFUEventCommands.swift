import Backend
import BackendCore
import Loop
import ScenarioLanguage
import Signaling
import Wire

extension Argument {
    fileprivate static let speaking = Argument(
        "speaking", .value(.boolean), "true when it speaks", such: "speaking: true")
    fileprivate static let quality = Argument(
        "quality", .value(.word(.connectionQualities)), "the quality of its connection", such: "quality: poor")
    fileprivate static let track = Argument("track", .value(.word(.tracks)), "the track", such: "track: video")
    fileprivate static let grants = Argument(
        "grants", .words(.grants), "the tracks that it may publish; it may publish no others", such: "grants: [audio]")
    fileprivate static let code = Argument(
        "sfuError", .value(.word(.sfuErrors)), "the error", such: "sfuError: sfuFull")
    fileprivate static let strategy = Argument(
        "strategy", .value(.word(.strategies)), "the strategy of its reconnect", such: "strategy: rejoin")
    fileprivate static let retry = Argument(
        "retry", .value(.boolean), "true when a retry may succeed", such: "retry: true")
    fileprivate static let goAway = Argument(
        "why", .value(.word(.goAwayReasons)), "the reason to move", such: "why: rebalance")
    fileprivate static let event = Argument(
        "event", .value(.word(.lateEvents)), "the event that arrives late", such: "event: track_published")
    fileprivate static let codec = Argument("codec", .text(.filled), "the codec", such: "codec: vp8")
}

extension ServerCommands {
    /// Events that an SFU sends without a request.
    static let sfuEventCommands: [ServerCommandRow] = people + tracks + troubles + oddities

    private static let people: [ServerCommandRow] = [
        .event("dominantSpeaker", "reports the dominant speaker", needs: [.participant]) {
            try $0.named(.participant).map { .dominantSpeakerChanged($0) }
        },
        .event("audioLevel", "reports a participant's audio level", needs: [.participant, .level], takes: [.speaking]) {
            input in
            let levels = try input.named(.participant).map { participant in
                AudioLevel {
                    $0.reference = participant
                    $0.level = input.arguments.number(.level) ?? 0
                    $0.isSpeaking = input.arguments.flag(.speaking)
                }
            }
            return [.audioLevelChanged(levels)]
        },
        .event("quality", "reports a participant's connection quality", needs: [.participant, .quality]) { input in
            let quality = ConnectionQuality.allCases.first { "\($0)" == input.arguments.text(.quality) } ?? .unknown
            return [
                .connectionQualityChanged(
                    try input.named(.participant).map { participant in
                        ConnectionQualityUpdate {
                            $0.reference = participant
                            $0.connectionQuality = quality
                        }
                    })
            ]
        },
    ]

    private static let tracks: [ServerCommandRow] = [
        .event("pause", "pauses a track of a participant", needs: [.participant, .track], takes: [.to]) {
            try $0.inboundState(isPaused: true)
        },
        .event("resume", "resumes a paused track", needs: [.participant, .track], takes: [.to]) {
            try $0.inboundState(isPaused: false)
        },
        ServerCommandRow(
            "sfu", "unpublish", "ends a track of a participant", needs: [.call, .participant, .track],
            text: { "takes \($0.text(.track) ?? "a track") from \($0.text(.participant) ?? "no participant")" },
            perform: { stage, arguments in
                guard let cid = arguments.cid, let user = arguments.text(.participant), let track = arguments.track
                else { return }
                stage.backend?.order(.mute(cid, userIds: [user], [track]))
            }),
        ServerCommandRow(
            "sfu", "grants", "sets the tracks that a participant may publish", needs: [.call, .participant, .grants],
            text: {
                "lets \($0.text(.participant) ?? "no participant") publish \($0.texts(.grants).joined(separator: ", "))"
            },
            perform: { stage, arguments in
                guard let cid = arguments.cid, let user = arguments.text(.participant) else { return }
                let granted = arguments.texts(.grants)
                let grants = CallGrants {
                    $0.canPublishAudio = granted.contains("audio")
                    $0.canPublishVideo = granted.contains("video")
                    $0.canScreenshare = granted.contains("screenshare")
                }
                stage.backend?.order(.grant(cid, userId: user, grants, noiseCancellation: nil))
            }),
        .event(
            "publishOptions", "requests a publishing quality for a kind of track", needs: [.track, .codec], takes: [.to]
        ) {
            input in
            guard let track = input.arguments.track else { return [] }
            let codec = input.arguments.text(.codec) ?? ""
            return [
                .changePublishOptions(
                    [
                        PublishOption {
                            $0.trackType = track
                            $0.codec = codec
                        }
                    ], reason: nil)
            ]
        },
    ]

    private static let troubles: [ServerCommandRow] = [
        .event(
            "error", "reports an error to one participant or to all", needs: [.code], takes: [.to, .strategy, .retry]
        ) {
            input in
            let code = SFUError.Code.allCases.first { "\($0)" == input.arguments.text(.code) } ?? .unspecified
            let strategy = ReconnectStrategy.allCases.first { "\($0)" == input.arguments.text(.strategy) }
            return [
                .error(
                    SFUError(
                        code, "requested by the scenario", shouldRetry: input.arguments.flag(.retry),
                        reconnectStrategy: strategy ?? .unspecified))
            ]
        },
        .event("goAway", "asks one participant or all to migrate", takes: [.to, .goAway]) { input in
            let reason = GoAwayReason.allCases.first { "\($0)" == input.arguments.text(.goAway) }
            return [.goAway(reason ?? .unspecified)]
        },
        .event("migrationComplete", "reports that a participant's migration is complete", takes: [.to]) { _ in
            [.participantMigrationComplete]
        },
    ]

    private static let oddities: [ServerCommandRow] = [
        .event(
            "late", "sends a late event about a participant that has left", needs: [.participant, .event], takes: [.to]
        ) {
            try $0.late()
        },
        .event("unknownEvent", "sends an unknown event", needs: [.eventType], takes: [.to]) { input in
            let type = input.arguments.text(.eventType) ?? ""
            return [.unknown(UnknownEvent(type: type, callCid: nil, body: .map(["type": .text(type)])))]
        },
    ]
}

extension ServerCommandRow {
    /// Creates a command that makes an SFU send events.
    fileprivate static func event(
        _ name: String, _ about: String, needs required: [Argument] = [], takes optional: [Argument] = [],
        events: @escaping @MainActor (EventInput) throws -> [SFUEvent]
    ) -> ServerCommandRow {
        ServerCommandRow(
            "sfu", name, about, needs: [.call] + required, takes: optional,
            text: { arguments in
                let who = arguments.text(.participant).map { " of \($0)" } ?? ""
                return "sends \(name)\(who) in \(arguments.call(.call)?.cid ?? "")"
            },
            perform: { stage, arguments in
                guard let cid = arguments.cid else { return }
                let users = arguments.has(.to) ? arguments.texts(.to) : nil
                do {
                    for event in try events(EventInput(stage: stage, arguments: arguments)) {
                        stage.backend?.order(.send(cid, event, to: users))
                    }
                } catch {
                    stage.record.log("sfu", "\(name) has no known participant: \(error)")
                }
            })
    }
}

extension Arguments {
    fileprivate var cid: CallCid? { call(.call).map { CallCid(type: $0.type, id: $0.id) } }

    fileprivate var track: TrackType? { TrackType.allCases.first { $0.name == text(.track) } }
}

/// The input of an SFU event: the stage and the arguments.
@MainActor
private struct EventInput {
    let stage: any ServerStage
    let arguments: Arguments

    /// Returns the last session of the device in an argument, or of each device of its user.
    func named(_ argument: Argument) throws -> [ParticipantReference] {
        let user = try arguments.needed(argument)
        let name = arguments.device(argument)
        let devices = stage.performers.filter { $0.spec.user == user && (name == nil || $0.name == name) }
        return devices.compactMap(\.sessionId).filter { !$0.isEmpty }.map { session in
            ParticipantReference {
                $0.userId = user
                $0.sessionId = session
            }
        }
    }

    func inboundState(isPaused: Bool) throws -> [SFUEvent] {
        guard let track = arguments.track else { return [] }
        return [
            .inboundStateNotification(
                try named(.participant).map { participant in
                    InboundVideoState {
                        $0.reference = participant
                        $0.trackType = track
                        $0.paused = isPaused
                    }
                })
        ]
    }

    func late() throws -> [SFUEvent] {
        try named(.participant).flatMap { reference in
            let participant = SFUParticipant {
                $0.user = User(id: reference.userId)
                $0.sessionId = reference.sessionId
                $0.joinedAt = stage.date
            }
            let track = TrackEvent {
                $0.reference = reference
                $0.trackType = .video
                $0.participant = participant
            }
            let events: [String: SFUEvent] = [
                "track_published": .trackPublished(track), "track_unpublished": .trackUnpublished(track),
                "participant_updated": .participantUpdated(participant),
                "dominant_speaker_changed": .dominantSpeakerChanged(reference),
            ]
            return arguments.text(.event).flatMap { events[$0] }.map { [$0] } ?? []
        }
    }
}
