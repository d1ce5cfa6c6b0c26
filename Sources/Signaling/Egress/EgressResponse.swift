public import Timing

/// The state of a recording or broadcast.
public enum EgressStatus: String, FieldWord {
    /// The recording or broadcast was requested.
    case starting
    /// The recording or broadcast is running.
    case running
}

/// The recordings and broadcasts of a call (`semantics.md` 5.1). A part that was not requested is nil.
public struct EgressResponse: Body {
    /// The recording of all participants in one picture.
    public var compositeRecording: EgressStatus?
    /// The recording of each participant.
    public var individualRecording: EgressStatus?
    /// The recording of packets.
    public var rawRecording: EgressStatus?
    /// The recording of single frames.
    public var frameRecording: EgressStatus?
    /// The broadcast over HLS.
    public var hls: EgressHLSResponse?
    /// The broadcasts to RTMP servers, in the order of their start.
    public var rtmps: [EgressRTMPResponse] = []

    package init() {}

    /// True while the call is broadcast, over HLS or RTMP.
    public var broadcasting: Bool {
        hls?.status == .running || rtmps.contains { $0.status == .running }
    }

    /// The status of a recording by type.
    public subscript(type: RecordingType) -> EgressStatus? {
        get {
            switch type {
            case .composite: compositeRecording
            case .individual: individualRecording
            case .raw: rawRecording
            }
        }
        set {
            switch type {
            case .composite: compositeRecording = newValue
            case .individual: individualRecording = newValue
            case .raw: rawRecording = newValue
            }
        }
    }

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        var broadcasting = broadcasting
        try coder.field("hls", &hls)
        try coder.list("rtmps", &rtmps)
        try coder.field("broadcasting", &broadcasting, omitting: false)
        try coder.field("raw_recording", &rawRecording, as: StatusMap.self)
        try coder.field("frame_recording", &frameRecording, as: StatusMap.self)
        try coder.field("composite_recording", &compositeRecording, as: StatusMap.self)
        try coder.field("individual_recording", &individualRecording, as: StatusMap.self)
    }
}

/// A broadcast over HLS.
public struct EgressHLSResponse: Body {
    /// The state.
    public var status = EgressStatus.starting
    /// The playlist.
    public var playlistURL = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("status", &status)
        try coder.field("playlist_url", &playlistURL)
    }
}

/// A broadcast to an RTMP server. It does not show the stream key.
public struct EgressRTMPResponse: Body {
    /// The name.
    public var name = ""
    /// The state.
    public var status = EgressStatus.starting
    /// The date at which the broadcast began.
    public var startedAt: Timestamp?
    /// The server.
    public var streamURL = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("name", &name)
        try coder.field("status", &status)
        try coder.field("started_at", &startedAt)
        try coder.field("stream_url", &streamURL)
    }
}

/// The address for ingress (`semantics.md` 5.1).
public struct CallIngressResponse: Body {
    /// The address for RTMP. The stream key is the sender's token.
    public var rtmpAddress = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        var rtmp = RTMP()
        rtmp.address = rtmpAddress
        try coder.field("rtmp", &rtmp)
        rtmpAddress = rtmp.address
    }

    private struct RTMP: Body {
        var address = ""

        mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
            try coder.field("address", &address)
        }
    }
}

/// A status, encoded as the only entry of a map: `{status}`.
enum StatusMap: FieldForm {
    struct Recording: Body {
        var status = EgressStatus.starting

        mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
            try coder.field("status", &status)
        }
    }

    static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> EgressStatus {
        try Recording.read(at: position, &coder).status
    }

    static func write(_ status: EgressStatus, _ coder: inout BodyCoder) {
        Recording.write(Recording { $0.status = status }, &coder)
    }
}
