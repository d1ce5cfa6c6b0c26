import Wire

/// Leaves backstage and starts what is wanted.
package struct GoLiveRequest: Body {
    /// True to start the HLS broadcast.
    package var startHLS = false
    /// True to start a composite recording.
    package var startRecording = false
    /// True to start the transcription.
    package var startTranscription = false
    /// True to start closed captions.
    package var startClosedCaptions = false
    /// True to start the last RTMP broadcasts again.
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

/// Goes back to backstage, and stops all that does not continue.
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
    /// The recordings, the oldest first.
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

    /// Makes a broadcast without a server yet.
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

    /// Makes a request for a transcription in a language that is detected.
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

    /// Makes a request that stops nothing else.
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

    /// Makes a request for captions in a language that is detected.
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

    /// Makes a request that stops nothing else.
    public init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("stop_transcription", &stopTranscription, omitting: false)
    }
}

/// A language: two to eight small letters, because it becomes a part of a file's name.
enum Language: FieldForm {
    static func read(at place: Int, _ coder: inout BodyCoder) throws(BodyError) -> String {
        let text = try String.read(at: place, &coder)
        let isWord = text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        guard isWord, (2...8).contains(text.utf8.count) else {
            throw coder.badValue(at: place, "must be two to eight small letters, such as en")
        }
        return text
    }

    static func write(_ text: String, _ coder: inout BodyCoder) { coder.writer.write(text) }
    static func describe(in schema: Schema) -> String { schema.rule("language", "tstr .regexp \"[a-z]{2,8}\"") }
}

/// The name of a place for files, which becomes a part of a URL.
enum StorageName: FieldForm {
    static func read(at place: Int, _ coder: inout BodyCoder) throws(BodyError) -> String {
        let text = try String.read(at: place, &coder)
        let fits = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard fits, (1...64).contains(text.utf8.count) else {
            throw coder.badValue(at: place, "must be 1 to 64 letters, digits, - and _")
        }
        return text
    }

    static func write(_ text: String, _ coder: inout BodyCoder) { coder.writer.write(text) }
    static func describe(in schema: Schema) -> String {
        schema.rule("storage-name", "tstr .regexp \"[a-zA-Z0-9_-]{1,64}\"")
    }
}
