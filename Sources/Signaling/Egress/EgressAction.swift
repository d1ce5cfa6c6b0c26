public import Wire

/// The content of a recording (`semantics.md` section 6, `recordings/{recording_type}`).
public enum RecordingType: String, CaseIterable, Hashable, Sendable {
    /// All participants in one picture.
    case composite
    /// Each participant in a separate file.
    case individual
    /// The packets as received.
    case raw
}

/// A request about live state, recordings, broadcasts, transcription or captions of a call (`semantics.md` section 6).
public enum EgressAction: Hashable, Sendable {
    /// Leave backstage, so that any user may join.
    case goLive
    /// Return to backstage.
    case stopLive
    /// Start a recording of the session.
    case startRecording(RecordingType)
    /// Stop a recording of the session.
    case stopRecording(RecordingType)
    /// List the available recordings.
    case listRecordings
    /// Delete a recording.
    case deleteRecording(sessionId: String, filename: String)
    /// Start a recording of single frames.
    case startFrameRecording
    /// Stop the recording of single frames.
    case stopFrameRecording
    /// Start the broadcast over HLS.
    case startBroadcasting
    /// Stop the broadcast over HLS.
    case stopBroadcasting
    /// Start broadcasts to RTMP servers.
    case startRTMPBroadcasts
    /// Stop all broadcasts to RTMP servers.
    case stopAllRTMPBroadcasts
    /// Stop one broadcast to an RTMP server.
    case stopRTMPBroadcast(name: String)
    /// Start the transcription.
    case startTranscription
    /// Stop the transcription.
    case stopTranscription
    /// Start closed captions.
    case startClosedCaptions
    /// Stop closed captions.
    case stopClosedCaptions
}

extension EgressAction {
    /// The method of the request.
    public var method: CoAP.Code {
        switch self {
        case .listRecordings: .get
        case .deleteRecording: .delete
        default: .post
        }
    }

    /// The path of the request after the call, with one Uri-Path option per segment.
    public var segments: [String] {
        switch self {
        case .startRecording(let type): ["recordings", type.rawValue, "start"]
        case .stopRecording(let type): ["recordings", type.rawValue, "stop"]
        case .deleteRecording(let sessionId, let filename): [sessionId, "recordings", filename]
        case .stopAllRTMPBroadcasts: ["rtmp_broadcasts", "stop"]
        case .stopRTMPBroadcast(let name): ["rtmp_broadcasts", name, "stop"]
        default: Self.bySegment.compactMap { $0.action == self ? $0.segment : nil }
        }
    }

    /// The name of the action in texts.
    public var name: String {
        switch self {
        case .startRecording(let type): "startRecording/\(type.rawValue)"
        case .stopRecording(let type): "stopRecording/\(type.rawValue)"
        case .deleteRecording: "deleteRecording"
        case .stopRTMPBroadcast: "stopRTMPBroadcast"
        default: "\(self)"
        }
    }

    /// All actions, with placeholders for the variable parts of paths.
    package static let all: [EgressAction] =
        bySegment.map(\.action) + RecordingType.allCases.flatMap { [.startRecording($0), .stopRecording($0)] } + [
            .deleteRecording(sessionId: "{session}", filename: "{filename}"), .stopAllRTMPBroadcasts,
            .stopRTMPBroadcast(name: "{name}"),
        ]

    /// Creates the action at the end of a path.
    init(method: CoAP.Code, segments: [String]) throws(CoordinatorRoute.Problem) {
        let there = [Self.at(segments), Self.recording(segments)].compactMap { $0 }
        guard !there.isEmpty else { throw .notFound }
        guard let action = there.first(where: { $0.method == method }) else { throw .methodNotAllowed }
        self = action
    }

    private static func recording(_ segments: [String]) -> EgressAction? {
        guard segments.count == 3, segments[1] == "recordings" else { return nil }
        return .deleteRecording(sessionId: segments[0], filename: segments[2])
    }

    private static func at(_ segments: [String]) -> EgressAction? {
        switch segments.count {
        case 1: bySegment.first { $0.segment == segments[0] }?.action
        case 2: segments == ["rtmp_broadcasts", "stop"] ? .stopAllRTMPBroadcasts : nil
        case 3: at(segments[0], segments[1], segments[2])
        default: nil
        }
    }

    private static func at(_ first: String, _ second: String, _ third: String) -> EgressAction? {
        switch (first, second, third) {
        case ("recordings", _, "start"): RecordingType(rawValue: second).map { .startRecording($0) }
        case ("recordings", _, "stop"): RecordingType(rawValue: second).map { .stopRecording($0) }
        case ("rtmp_broadcasts", _, "stop"): .stopRTMPBroadcast(name: second)
        default: nil
        }
    }

    private static let bySegment: [(segment: String, action: EgressAction)] = [
        ("go_live", .goLive), ("stop_live", .stopLive), ("recordings", .listRecordings),
        ("start_frame_recording", .startFrameRecording), ("stop_frame_recording", .stopFrameRecording),
        ("start_broadcasting", .startBroadcasting), ("stop_broadcasting", .stopBroadcasting),
        ("rtmp_broadcasts", .startRTMPBroadcasts), ("start_transcription", .startTranscription),
        ("stop_transcription", .stopTranscription), ("start_closed_captions", .startClosedCaptions),
        ("stop_closed_captions", .stopClosedCaptions),
    ]
}
