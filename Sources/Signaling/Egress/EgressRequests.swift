import Wire

/// Leaves backstage and starts the requested parts.
package struct GoLiveRequest: Body {
    /// True to start the HLS broadcast.
    package var startHLS = false
    /// True to start a composite recording.
    package var startRecording = false
    /// True to start the transcription.
    package var startTranscription = false
    /// True to start closed captions.
    package var startClosedCaptions = false
    /// True to restart the last RTMP broadcasts.
    package var startRTMPBroadcasts = false
    /// The storage for the recording; nil for the backend's own.
    package var recordingStorage: String?
    /// The storage for the transcription; nil for the backend's own.
    package var transcriptionStorage: String?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("start_hls", &startHLS, omitting: false)
        try coder.field("start_recording", &startRecording, omitting: false)
        try coder.field("start_transcription", &startTranscription, omitting: false)
        try coder.field("start_closed_caption", &startClosedCaptions, omitting: false)
        try coder.field("start_rtmp_broadcasts", &startRTMPBroadcasts, omitting: false)
        try coder.field("recording_storage_name", &recordingStorage, as: StorageName.self)
        try coder.field("transcription_storage_name", &transcriptionStorage, as: StorageName.self)
    }
}

/// Returns to backstage and stops every part that does not continue.
package struct StopLiveRequest: Body {
    /// True to continue the HLS broadcast.
    package var continueHLS = false
    /// True to continue recordings.
    package var continueRecording = false
    /// True to continue the transcription.
    package var continueTranscription = false
    /// True to continue closed captions.
    package var continueClosedCaptions = false
    /// True to continue RTMP broadcasts.
    package var continueRTMPBroadcasts = false

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("continue_hls", &continueHLS, omitting: false)
        try coder.field("continue_recording", &continueRecording, omitting: false)
        try coder.field("continue_transcription", &continueTranscription, omitting: false)
        try coder.field("continue_closed_caption", &continueClosedCaptions, omitting: false)
        try coder.field("continue_rtmp_broadcasts", &continueRTMPBroadcasts, omitting: false)
    }
}

/// Starts a recording of the session or of its frames.
package struct StartRecordingRequest: Body {
    /// The name of the storage for the files; nil for the backend's own.
    package var externalStorage: String?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("recording_external_storage", &externalStorage, as: StorageName.self)
    }
}

/// The recordings of a call.
package struct ListRecordingsResponse: Body {
    /// The recordings, oldest first.
    package var recordings: [StoredFile] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.list("recordings", &recordings)
    }
}

/// The address of the HLS broadcast.
public struct StartHLSBroadcastingResponse: Body {
    /// The playlist.
    public var playlistURL = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("playlist_url", &playlistURL)
    }
}

/// An RTMP server to broadcast to.
public struct RTMPBroadcastRequest: Body {
    /// The name of the broadcast.
    public var name = ""
    /// The key for the server, which no response shows.
    public var streamKey: String?
    /// The server: `rtmp://…` or `rtmps://…`.
    public var streamURL = ""

    /// Creates a broadcast without a server.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("name", &name)
        try coder.field("stream_key", &streamKey)
        try coder.field("stream_url", &streamURL)
        let isRTMP = streamURL.hasPrefix("rtmp://") || streamURL.hasPrefix("rtmps://")
        try coder.check(isRTMP, "stream_url", "must begin with rtmp:// or rtmps://")
    }
}

/// Starts broadcasts to RTMP servers.
package struct StartRTMPBroadcastsRequest: Body {
    /// The servers; at least one.
    package var broadcasts: [RTMPBroadcastRequest] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("broadcasts", &broadcasts, as: ListOf<RTMPBroadcastRequest>.self)
        try coder.check(!broadcasts.isEmpty, "broadcasts", "must not be empty")
    }
}

/// Starts the transcription.
public struct StartTranscriptionRequest: Body {
    /// The language, such as `en`; nil to detect it.
    public var language: String?
    /// True to start closed captions as well.
    public var enableClosedCaptions = false
    /// The name of the storage for the files; nil for the backend's own.
    public var externalStorage: String?

    /// Creates a request that detects the language.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("language", &language, as: Language.self)
        try coder.field("enable_closed_captions", &enableClosedCaptions, omitting: false)
        try coder.field("transcription_external_storage", &externalStorage, as: StorageName.self)
    }
}

/// Stops the transcription.
public struct StopTranscriptionRequest: Body {
    /// True to stop closed captions as well.
    public var stopClosedCaptions = false

    /// Creates a request that keeps closed captions.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("stop_closed_captions", &stopClosedCaptions, omitting: false)
    }
}

/// Starts closed captions.
public struct StartClosedCaptionsRequest: Body {
    /// The language, such as `en`; nil to detect it.
    public var language: String?
    /// The storage for the transcription; nil for the backend's own.
    public var externalStorage: String?
    /// True to start the transcription as well.
    public var enableTranscription = false

    /// Creates a request that detects the language.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("language", &language, as: Language.self)
        try coder.field("external_storage", &externalStorage, as: StorageName.self)
        try coder.field("enable_transcription", &enableTranscription, omitting: false)
    }
}

/// Stops closed captions.
public struct StopClosedCaptionsRequest: Body {
    /// True to stop the transcription as well.
    public var stopTranscription = false

    /// Creates a request that keeps the transcription.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("stop_transcription", &stopTranscription, omitting: false)
    }
}

/// A language: two to eight lowercase letters, because it is part of a file name.
enum Language: FieldForm {
    static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> String {
        let text = try String.read(at: position, &coder)
        let isWord = text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        guard isWord, (2...8).contains(text.utf8.count) else {
            throw coder.badValue(at: position, "must be two to eight small letters, such as en")
        }
        return text
    }

    static func write(_ text: String, _ coder: inout BodyCoder) { coder.writer.write(text) }
}

/// The name of a storage for files, which is part of a URL.
enum StorageName: FieldForm {
    static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> String {
        let text = try String.read(at: position, &coder)
        let fits = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard fits, (1...64).contains(text.utf8.count) else {
            throw coder.badValue(at: position, "must be 1 to 64 letters, digits, - and _")
        }
        return text
    }

    static func write(_ text: String, _ coder: inout BodyCoder) { coder.writer.write(text) }
}
