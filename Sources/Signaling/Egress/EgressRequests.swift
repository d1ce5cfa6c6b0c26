/// Starts a recording of the session, or of its single frames.
public struct StartRecordingRequest: Body {
    /// Where the files are to be kept; the backend's own place when nil.
    public var externalStorage: String?

    /// Describes the request.
    public init(externalStorage: String? = nil) {
        self.externalStorage = externalStorage
    }

    /// Reads `recording_external_storage`.
    public init(_ fields: Fields) throws(BodyError) {
        externalStorage = try fields.storage("recording_external_storage")
    }

    /// Writes `recording_external_storage`.
    public func write(to fields: inout FieldWriter) {
        fields.set("recording_external_storage", externalStorage)
    }
}

/// The recordings of a call that can be fetched.
public struct ListRecordingsResponse: Body {
    /// The recordings, the oldest first.
    public var recordings: [StoredFile]

    /// Describes the answer.
    public init(recordings: [StoredFile]) {
        self.recordings = recordings
    }

    /// Reads `recordings`.
    public init(_ fields: Fields) throws(BodyError) {
        recordings = try fields.list("recordings")
    }

    /// Writes `recordings`.
    public func write(to fields: inout FieldWriter) {
        fields.set("recordings", recordings)
    }
}

/// Where the HLS broadcast that was asked for will be.
public struct StartHLSBroadcastingResponse: Body {
    /// Its playlist.
    public var playlistURL: String

    /// Describes the answer.
    public init(playlistURL: String) {
        self.playlistURL = playlistURL
    }

    /// Reads `playlist_url`.
    public init(_ fields: Fields) throws(BodyError) {
        playlistURL = try fields.name("playlist_url")
    }

    /// Writes `playlist_url`.
    public func write(to fields: inout FieldWriter) {
        fields.set("playlist_url", playlistURL)
    }
}

/// One RTMP server to broadcast to.
public struct RTMPBroadcastRequest: Body {
    /// What the broadcast is called.
    public var name: String
    /// The server: `rtmp://…` or `rtmps://…`.
    public var streamURL: String
    /// What lets in there; never told back.
    public var streamKey: String?

    /// Describes a broadcast.
    public init(name: String, streamURL: String, streamKey: String? = nil) {
        self.name = name
        self.streamURL = streamURL
        self.streamKey = streamKey
    }

    /// Reads `name`, `stream_url`, `stream_key`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            name: try fields.name("name"), streamURL: try fields.name("stream_url"),
            streamKey: try fields.optionalText("stream_key"))
        guard streamURL.hasPrefix("rtmp://") || streamURL.hasPrefix("rtmps://") else {
            throw .badValue(field: fields.path(of: "stream_url"), problem: "must begin with rtmp:// or rtmps://")
        }
    }

    /// Writes the broadcast.
    public func write(to fields: inout FieldWriter) {
        fields.set("name", name)
        fields.set("stream_key", streamKey)
        fields.set("stream_url", streamURL)
    }
}

/// Broadcasts to RTMP servers.
public struct StartRTMPBroadcastsRequest: Body {
    /// The servers; at least one.
    public var broadcasts: [RTMPBroadcastRequest]

    /// Describes the request.
    public init(broadcasts: [RTMPBroadcastRequest]) {
        self.broadcasts = broadcasts
    }

    /// Reads `broadcasts`.
    public init(_ fields: Fields) throws(BodyError) {
        broadcasts = try fields.list("broadcasts")
        guard !broadcasts.isEmpty else { throw .missing(field: fields.path(of: "broadcasts")) }
    }

    /// Writes `broadcasts`.
    public func write(to fields: inout FieldWriter) {
        fields.set("broadcasts", broadcasts)
    }
}

/// Starts writing down what is said.
public struct StartTranscriptionRequest: Body {
    /// The language, such as `en`; found out when nil.
    public var language: String?
    /// Whether to show it as well.
    public var enableClosedCaptions: Bool
    /// Where the file is to be kept; the backend's own place when nil.
    public var externalStorage: String?

    /// Describes the request.
    public init(language: String? = nil, enableClosedCaptions: Bool = false, externalStorage: String? = nil) {
        self.language = language
        self.enableClosedCaptions = enableClosedCaptions
        self.externalStorage = externalStorage
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            language: try fields.language("language"),
            enableClosedCaptions: try fields.flag("enable_closed_captions"),
            externalStorage: try fields.storage("transcription_external_storage"))
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        fields.set("language", language)
        fields.set("enable_closed_captions", flag: enableClosedCaptions)
        fields.set("transcription_external_storage", externalStorage)
    }
}

/// Stops writing down what is said.
public struct StopTranscriptionRequest: Body {
    /// Whether to stop showing it as well.
    public var stopClosedCaptions: Bool

    /// Describes the request.
    public init(stopClosedCaptions: Bool = false) {
        self.stopClosedCaptions = stopClosedCaptions
    }

    /// Reads `stop_closed_captions`.
    public init(_ fields: Fields) throws(BodyError) {
        stopClosedCaptions = try fields.flag("stop_closed_captions")
    }

    /// Writes `stop_closed_captions`.
    public func write(to fields: inout FieldWriter) {
        fields.set("stop_closed_captions", flag: stopClosedCaptions)
    }
}

/// Starts showing what is said.
public struct StartClosedCaptionsRequest: Body {
    /// The language, such as `en`; found out when nil.
    public var language: String?
    /// Whether to write it down as well.
    public var enableTranscription: Bool
    /// Where the transcription is to be kept; the backend's own place when nil.
    public var externalStorage: String?

    /// Describes the request.
    public init(language: String? = nil, enableTranscription: Bool = false, externalStorage: String? = nil) {
        self.language = language
        self.enableTranscription = enableTranscription
        self.externalStorage = externalStorage
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            language: try fields.language("language"), enableTranscription: try fields.flag("enable_transcription"),
            externalStorage: try fields.storage("external_storage"))
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        fields.set("language", language)
        fields.set("external_storage", externalStorage)
        fields.set("enable_transcription", flag: enableTranscription)
    }
}

/// Stops showing what is said.
public struct StopClosedCaptionsRequest: Body {
    /// Whether to stop writing it down as well.
    public var stopTranscription: Bool

    /// Describes the request.
    public init(stopTranscription: Bool = false) {
        self.stopTranscription = stopTranscription
    }

    /// Reads `stop_transcription`.
    public init(_ fields: Fields) throws(BodyError) {
        stopTranscription = try fields.flag("stop_transcription")
    }

    /// Writes `stop_transcription`.
    public func write(to fields: inout FieldWriter) {
        fields.set("stop_transcription", flag: stopTranscription)
    }
}

extension Fields {
    /// A language: two to eight letters, because it becomes a part of a file's name.
    func language(_ name: String) throws(BodyError) -> String? {
        guard let text = try optionalText(name) else { return nil }
        let isWord = text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        guard isWord, (2...8).contains(text.utf8.count) else {
            throw .badValue(field: path(of: name), problem: "must be two to eight small letters, such as en")
        }
        return text
    }
}
