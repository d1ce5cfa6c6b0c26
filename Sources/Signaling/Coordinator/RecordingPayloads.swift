public import Timing

/// Something that takes the call's sound and pictures out of it.
public struct EgressPayload: Body {
    /// Names it.
    public var egressId: String
    /// What kind of recording it is, such as `composite`.
    public var recordingType: String?

    /// Carries it.
    public init(egressId: String, recordingType: String? = nil) {
        self.egressId = egressId
        self.recordingType = recordingType
    }

    /// Reads `egress_id`, `recording_type`.
    public init(_ fields: Fields) throws(BodyError) {
        egressId = try fields.name("egress_id")
        recordingType = try fields.optionalText("recording_type")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("egress_id", egressId)
        fields.set("recording_type", recordingType)
    }
}

/// A file that was made of a session.
public struct StoredFile: Body {
    /// The file's name.
    public var filename: String
    /// Where it is.
    public var url: String
    /// When it begins.
    public var startTime: Timestamp
    /// When it ends.
    public var endTime: Timestamp
    /// The session.
    public var sessionId: String

    /// Carries it.
    public init(filename: String, url: String, startTime: Timestamp, endTime: Timestamp, sessionId: String) {
        self.filename = filename
        self.url = url
        self.startTime = startTime
        self.endTime = endTime
        self.sessionId = sessionId
    }

    /// Reads `filename`, `url`, `start_time`, `end_time`, `session_id`.
    public init(_ fields: Fields) throws(BodyError) {
        filename = try fields.name("filename")
        url = try fields.name("url")
        startTime = try fields.date("start_time")
        endTime = try fields.date("end_time")
        sessionId = try fields.name("session_id")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("url", url)
        fields.set("end_time", endTime)
        fields.set("filename", filename)
        fields.set("session_id", sessionId)
        fields.set("start_time", startTime)
    }
}

/// A recording that can be fetched.
public struct RecordingReadyPayload: Body {
    /// The recording.
    public var callRecording: StoredFile

    /// Carries it.
    public init(callRecording: StoredFile) {
        self.callRecording = callRecording
    }

    /// Reads `call_recording`.
    public init(_ fields: Fields) throws(BodyError) {
        callRecording = try fields.value("call_recording")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("call_recording", callRecording)
    }
}

/// A transcription that can be fetched.
public struct TranscriptionReadyPayload: Body {
    /// The transcription.
    public var callTranscription: StoredFile

    /// Carries it.
    public init(callTranscription: StoredFile) {
        self.callTranscription = callTranscription
    }

    /// Reads `call_transcription`.
    public init(_ fields: Fields) throws(BodyError) {
        callTranscription = try fields.value("call_transcription")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("call_transcription", callTranscription)
    }
}

/// The call, and what records its frames.
public struct FrameRecordingPayload: Body {
    /// The call.
    public var call: CallResponse
    /// Names the recording.
    public var egressId: String

    /// Carries it.
    public init(call: CallResponse, egressId: String) {
        self.call = call
        self.egressId = egressId
    }

    /// Reads `call`, `egress_id`.
    public init(_ fields: Fields) throws(BodyError) {
        call = try fields.value("call")
        egressId = try fields.name("egress_id")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("egress_id", egressId)
    }
}

/// A frame that can be fetched.
public struct FrameReadyPayload: Body {
    /// When it was taken.
    public var capturedAt: Timestamp
    /// Names the recording.
    public var egressId: String
    /// The session.
    public var sessionId: String
    /// The kind of track.
    public var trackType: String
    /// Where it is.
    public var url: String
    /// The ids of who is in it.
    public var users: [String]

    /// Carries it.
    public init(
        capturedAt: Timestamp, egressId: String, sessionId: String, trackType: String, url: String, users: [String]
    ) {
        self.capturedAt = capturedAt
        self.egressId = egressId
        self.sessionId = sessionId
        self.trackType = trackType
        self.url = url
        self.users = users
    }

    /// Reads `captured_at`, `egress_id`, `session_id`, `track_type`, `url`, `users`.
    public init(_ fields: Fields) throws(BodyError) {
        capturedAt = try fields.date("captured_at")
        egressId = try fields.name("egress_id")
        sessionId = try fields.name("session_id")
        trackType = try fields.name("track_type")
        url = try fields.name("url")
        users = try fields.texts("users")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("url", url)
        fields.set("users", users)
        fields.set("egress_id", egressId)
        fields.set("session_id", sessionId)
        fields.set("track_type", trackType)
        fields.set("captured_at", capturedAt)
    }
}

/// Where the HLS broadcast is.
public struct PlaylistPayload: Body {
    /// Its playlist.
    public var hlsPlaylistURL: String

    /// Carries it.
    public init(hlsPlaylistURL: String) {
        self.hlsPlaylistURL = hlsPlaylistURL
    }

    /// Reads `hls_playlist_url`.
    public init(_ fields: Fields) throws(BodyError) {
        hlsPlaylistURL = try fields.name("hls_playlist_url")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("hls_playlist_url", hlsPlaylistURL)
    }
}

/// Which RTMP broadcast it is.
public struct BroadcastNamePayload: Body {
    /// Its name.
    public var name: String

    /// Carries it.
    public init(name: String) {
        self.name = name
    }

    /// Reads `name`.
    public init(_ fields: Fields) throws(BodyError) {
        name = try fields.name("name")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("name", name)
    }
}

/// What somebody said.
public struct ClosedCaption: Body {
    /// The words.
    public var text: String
    /// Who said it.
    public var speakerId: String
    /// When it begins.
    public var startTime: Timestamp
    /// When it ends.
    public var endTime: Timestamp
    /// In which language; nil when nobody chose one.
    public var language: String?

    /// Carries it.
    public init(
        text: String, speakerId: String, startTime: Timestamp, endTime: Timestamp, language: String? = nil
    ) {
        self.text = text
        self.speakerId = speakerId
        self.startTime = startTime
        self.endTime = endTime
        self.language = language
    }

    /// Reads `text`, `speaker_id`, `start_time`, `end_time`, `language`.
    public init(_ fields: Fields) throws(BodyError) {
        text = try fields.name("text")
        speakerId = try fields.name("speaker_id")
        startTime = try fields.date("start_time")
        endTime = try fields.date("end_time")
        language = try fields.optionalText("language")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("text", text)
        fields.set("end_time", endTime)
        fields.set("language", language)
        fields.set("speaker_id", speakerId)
        fields.set("start_time", startTime)
    }
}

/// What somebody said.
public struct ClosedCaptionPayload: Body {
    /// The caption.
    public var closedCaption: ClosedCaption

    /// Carries it.
    public init(closedCaption: ClosedCaption) {
        self.closedCaption = closedCaption
    }

    /// Reads `closed_caption`.
    public init(_ fields: Fields) throws(BodyError) {
        closedCaption = try fields.value("closed_caption")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("closed_caption", closedCaption)
    }
}
