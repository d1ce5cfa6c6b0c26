public import Wire

/// What a recording is made of (`semantics.md` section 6, `recordings/{recording_type}`).
public enum RecordingType: String, CaseIterable, Hashable, Sendable {
    /// Everybody in one picture.
    case composite
    /// Each participant in a file of their own.
    case individual
    /// The packets as they came.
    case raw
}

/// What can be asked about going live and about what leaves a call: recordings, broadcasts, transcription, captions
/// (`semantics.md` section 6).
public enum EgressAction: Hashable, Sendable {
    /// Leave backstage: anyone may join from now on.
    case goLive
    /// Go back to backstage.
    case stopLive
    /// Record the session.
    case startRecording(RecordingType)
    /// Stop that recording.
    case stopRecording(RecordingType)
    /// List the recordings that can be fetched.
    case listRecordings
    /// Delete one of them.
    case deleteRecording(sessionId: String, filename: String)
    /// Record single frames.
    case startFrameRecording
    /// Stop recording single frames.
    case stopFrameRecording
    /// Broadcast over HLS.
    case startBroadcasting
    /// Stop broadcasting over HLS.
    case stopBroadcasting
    /// Broadcast to RTMP servers.
    case startRTMPBroadcasts
    /// Stop all broadcasts to RTMP servers.
    case stopAllRTMPBroadcasts
    /// Stop one of them.
    case stopRTMPBroadcast(name: String)
    /// Write down what is said.
    case startTranscription
    /// Stop writing it down.
    case stopTranscription
    /// Show what is said.
    case startClosedCaptions
    /// Stop showing it.
    case stopClosedCaptions
}

extension EgressAction {
    /// The request's method.
    public var method: CoAP.Code {
        switch self {
        case .listRecordings: .get
        case .deleteRecording: .delete
        default: .post
        }
    }

    /// What follows the call in the request's path, one Uri-Path option a segment.
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

    /// What it is called where people read it.
    public var name: String {
        switch self {
        case .startRecording(let type): "startRecording/\(type.rawValue)"
        case .stopRecording(let type): "stopRecording/\(type.rawValue)"
        case .deleteRecording: "deleteRecording"
        case .stopRTMPBroadcast: "stopRTMPBroadcast"
        default: "\(self)"
        }
    }

    /// The bodies of request and response.
    package var bodies: (request: any Body.Type, response: any Body.Type) {
        switch self {
        case .goLive: (GoLiveRequest.self, CallChangeResponse.self)
        case .stopLive: (StopLiveRequest.self, CallChangeResponse.self)
        case .startRecording, .startFrameRecording: (StartRecordingRequest.self, EmptyBody.self)
        case .listRecordings: (EmptyBody.self, ListRecordingsResponse.self)
        case .startBroadcasting: (EmptyBody.self, StartHLSBroadcastingResponse.self)
        case .startRTMPBroadcasts: (StartRTMPBroadcastsRequest.self, EmptyBody.self)
        case .startTranscription: (StartTranscriptionRequest.self, EmptyBody.self)
        case .stopTranscription: (StopTranscriptionRequest.self, EmptyBody.self)
        case .startClosedCaptions: (StartClosedCaptionsRequest.self, EmptyBody.self)
        case .stopClosedCaptions: (StopClosedCaptionsRequest.self, EmptyBody.self)
        case .stopRecording, .deleteRecording, .stopFrameRecording, .stopBroadcasting, .stopAllRTMPBroadcasts,
            .stopRTMPBroadcast:
            (EmptyBody.self, EmptyBody.self)
        }
    }

    /// Every action, with placeholders for the variable parts of paths.
    static let all: [EgressAction] =
        bySegment.map(\.action) + RecordingType.allCases.flatMap { [.startRecording($0), .stopRecording($0)] } + [
            .deleteRecording(sessionId: "{session}", filename: "{filename}"), .stopAllRTMPBroadcasts,
            .stopRTMPBroadcast(name: "{name}"),
        ]

    /// Finds the action at the end of a path.
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
