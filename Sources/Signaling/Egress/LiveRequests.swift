/// Leaves backstage, and starts what is asked for besides.
public struct GoLiveRequest: Body {
    /// Whether to broadcast over HLS.
    public var startHLS: Bool
    /// Whether to record, all in one picture.
    public var startRecording: Bool
    /// Whether to start the RTMP broadcasts again that ran before.
    public var startRTMPBroadcasts: Bool
    /// Whether to write down what is said.
    public var startTranscription: Bool
    /// Whether to show what is said.
    public var startClosedCaptions: Bool
    /// Where the recording is to be kept; the backend's own place when nil.
    public var recordingStorage: String?
    /// Where the transcription is to be kept; the backend's own place when nil.
    public var transcriptionStorage: String?

    /// Describes the request.
    public init(
        startHLS: Bool = false, startRecording: Bool = false, startRTMPBroadcasts: Bool = false,
        startTranscription: Bool = false, startClosedCaptions: Bool = false, recordingStorage: String? = nil,
        transcriptionStorage: String? = nil
    ) {
        self.startHLS = startHLS
        self.startRecording = startRecording
        self.startRTMPBroadcasts = startRTMPBroadcasts
        self.startTranscription = startTranscription
        self.startClosedCaptions = startClosedCaptions
        self.recordingStorage = recordingStorage
        self.transcriptionStorage = transcriptionStorage
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            startHLS: try fields.flag("start_hls"), startRecording: try fields.flag("start_recording"),
            startRTMPBroadcasts: try fields.flag("start_rtmp_broadcasts"),
            startTranscription: try fields.flag("start_transcription"),
            startClosedCaptions: try fields.flag("start_closed_caption"),
            recordingStorage: try fields.storage("recording_storage_name"),
            transcriptionStorage: try fields.storage("transcription_storage_name"))
    }

    /// Writes the request; what is false is left out.
    public func write(to fields: inout FieldWriter) {
        fields.set("start_hls", flag: startHLS)
        fields.set("start_recording", flag: startRecording)
        fields.set("start_transcription", flag: startTranscription)
        fields.set("start_closed_caption", flag: startClosedCaptions)
        fields.set("start_rtmp_broadcasts", flag: startRTMPBroadcasts)
        fields.set("recording_storage_name", recordingStorage)
        fields.set("transcription_storage_name", transcriptionStorage)
    }
}

/// Goes back to backstage; what is not to continue stops.
public struct StopLiveRequest: Body {
    /// Whether the HLS broadcast goes on.
    public var continueHLS: Bool
    /// Whether recordings go on, those of single frames too.
    public var continueRecording: Bool
    /// Whether RTMP broadcasts go on.
    public var continueRTMPBroadcasts: Bool
    /// Whether transcription goes on.
    public var continueTranscription: Bool
    /// Whether closed captions go on.
    public var continueClosedCaptions: Bool

    /// Describes the request.
    public init(
        continueHLS: Bool = false, continueRecording: Bool = false, continueRTMPBroadcasts: Bool = false,
        continueTranscription: Bool = false, continueClosedCaptions: Bool = false
    ) {
        self.continueHLS = continueHLS
        self.continueRecording = continueRecording
        self.continueRTMPBroadcasts = continueRTMPBroadcasts
        self.continueTranscription = continueTranscription
        self.continueClosedCaptions = continueClosedCaptions
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            continueHLS: try fields.flag("continue_hls"), continueRecording: try fields.flag("continue_recording"),
            continueRTMPBroadcasts: try fields.flag("continue_rtmp_broadcasts"),
            continueTranscription: try fields.flag("continue_transcription"),
            continueClosedCaptions: try fields.flag("continue_closed_caption"))
    }

    /// Writes the request; what is false is left out.
    public func write(to fields: inout FieldWriter) {
        fields.set("continue_hls", flag: continueHLS)
        fields.set("continue_recording", flag: continueRecording)
        fields.set("continue_transcription", flag: continueTranscription)
        fields.set("continue_closed_caption", flag: continueClosedCaptions)
        fields.set("continue_rtmp_broadcasts", flag: continueRTMPBroadcasts)
    }
}

extension Fields {
    /// A truth value that is false where it is absent.
    func flag(_ name: String) throws(BodyError) -> Bool {
        try optionalBoolean(name) ?? false
    }

    /// The name of a place for files: letters, digits, `-` and `_`, because it becomes a part of a URL.
    func storage(_ name: String) throws(BodyError) -> String? {
        guard let text = try optionalText(name) else { return nil }
        let fits = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard fits, (1...64).contains(text.utf8.count) else {
            throw .badValue(field: path(of: name), problem: "must be 1 to 64 letters, digits, - and _")
        }
        return text
    }
}

extension FieldWriter {
    /// Sets a truth value; false is left out.
    mutating func set(_ name: String, flag: Bool) {
        if flag { set(name, flag) }
    }
}
