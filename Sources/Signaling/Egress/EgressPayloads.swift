public import Timing

/// The start, the end or the failure of a recording.
public struct EgressPayload: Body {
    /// The id of the recording.
    public var egressId = ""
    /// The type of a recording, such as `composite`.
    public var recordingType: String?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("egress_id", &egressId)
        try coder.field("recording_type", &recordingType)
    }
}

/// A recording or a transcript of a session, as a file.
public struct StoredFile: Body {
    /// The URL of the file.
    public var url = ""
    /// The date at which the content ends.
    public var endTime = Timestamp(milliseconds: 0)
    /// The name of the file.
    public var filename = ""
    /// The id of the call's session.
    public var sessionId = ""
    /// The date at which the content begins.
    public var startTime = Timestamp(milliseconds: 0)

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("url", &url)
        try coder.field("end_time", &endTime)
        try coder.field("filename", &filename)
        try coder.field("session_id", &sessionId)
        try coder.field("start_time", &startTime)
    }
}

/// A recording that can be downloaded.
public struct RecordingReadyPayload: Body {
    /// The recording.
    public var callRecording = StoredFile()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call_recording", &callRecording)
    }
}

/// A transcription that can be downloaded.
public struct TranscriptionReadyPayload: Body {
    /// The transcription.
    public var callTranscription = StoredFile()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call_transcription", &callTranscription)
    }
}

/// The call and a recording of its frames.
public struct FrameRecordingPayload: Body {
    /// The call.
    public var call = CallResponse()
    /// The id of the recording.
    public var egressId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("call", &call)
        try coder.field("egress_id", &egressId)
    }
}

/// A recorded frame that can be downloaded.
public struct FrameReadyPayload: Body {
    /// The URL of the picture.
    public var url = ""
    /// The ids of the users in the picture.
    public var users: [String] = []
    /// The id of the recording.
    public var egressId = ""
    /// The id of the session.
    public var sessionId = ""
    /// The type of the track.
    public var trackType = ""
    /// The date of the capture.
    public var capturedAt = Timestamp(milliseconds: 0)

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("url", &url)
        try coder.list("users", &users)
        try coder.field("egress_id", &egressId)
        try coder.field("session_id", &sessionId)
        try coder.field("track_type", &trackType)
        try coder.field("captured_at", &capturedAt)
    }
}

/// The playlist of the HLS broadcast.
public struct PlaylistPayload: Body {
    /// The URL of the playlist.
    public var hlsPlaylistURL = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("hls_playlist_url", &hlsPlaylistURL)
    }
}

/// An RTMP broadcast.
public struct BroadcastNamePayload: Body {
    /// The name of the broadcast.
    public var name = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("name", &name)
    }
}

/// A closed caption: one sentence of a participant as text.
public struct ClosedCaption: Body {
    /// The text.
    public var text = ""
    /// The date at which the sentence ends.
    public var endTime = Timestamp(milliseconds: 0)
    /// The language, such as `en`; nil when it was not chosen.
    public var language: String?
    /// The id of the user that spoke.
    public var speakerId = ""
    /// The date at which the sentence begins.
    public var startTime = Timestamp(milliseconds: 0)

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("text", &text)
        try coder.field("end_time", &endTime)
        try coder.field("language", &language)
        try coder.field("speaker_id", &speakerId)
        try coder.field("start_time", &startTime)
    }
}

/// A new closed caption.
public struct ClosedCaptionPayload: Body {
    /// The caption.
    public var closedCaption = ClosedCaption()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("closed_caption", &closedCaption)
    }
}
