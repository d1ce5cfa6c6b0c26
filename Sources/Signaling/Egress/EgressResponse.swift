public import Timing

/// How far something that leaves a call has come.
public enum EgressStatus: String, CaseIterable, Hashable, Sendable {
    /// It was asked for.
    case starting
    /// It is going on.
    case running
}

/// What leaves a call just now (`semantics.md` 5.1); what is nil is not asked for.
public struct EgressResponse: Body {
    /// The recording of all in one picture.
    public var compositeRecording: EgressStatus?
    /// The recording of each participant.
    public var individualRecording: EgressStatus?
    /// The recording of the packets.
    public var rawRecording: EgressStatus?
    /// The recording of single frames.
    public var frameRecording: EgressStatus?
    /// The broadcast over HLS.
    public var hls: EgressHLSResponse?
    /// The broadcasts to RTMP servers, in the order of their starts.
    public var rtmps: [EgressRTMPResponse]

    /// Describes a call that nothing leaves.
    public init() {
        rtmps = []
    }

    /// Whether it is broadcast, over HLS or RTMP.
    public var broadcasting: Bool {
        hls?.status == .running || rtmps.contains { $0.status == .running }
    }

    /// The status of a type of recording.
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

    /// Reads what is given.
    public init(_ fields: Fields) throws(BodyError) {
        self.init()
        for type in RecordingType.allCases { self[type] = try fields.statusInside("\(type.rawValue)_recording") }
        frameRecording = try fields.statusInside("frame_recording")
        hls = try fields.optional("hls")
        rtmps = try fields.list("rtmps")
    }

    /// Writes what is there.
    public func write(to fields: inout FieldWriter) {
        fields.set("broadcasting", flag: broadcasting)
        for type in RecordingType.allCases { fields.set("\(type.rawValue)_recording", statusInside: self[type]) }
        fields.set("frame_recording", statusInside: frameRecording)
        fields.set("hls", hls)
        fields.set("rtmps", rtmps)
    }
}

/// A broadcast over HLS.
public struct EgressHLSResponse: Body {
    /// Where it is.
    public var playlistURL: String
    /// How far it has come.
    public var status: EgressStatus

    /// Describes a broadcast.
    public init(playlistURL: String, status: EgressStatus) {
        self.playlistURL = playlistURL
        self.status = status
    }

    /// Reads `playlist_url`, `status`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(playlistURL: try fields.name("playlist_url"), status: try fields.status("status"))
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("status", status.rawValue)
        fields.set("playlist_url", playlistURL)
    }
}

/// A broadcast to an RTMP server; what lets in there is not told.
public struct EgressRTMPResponse: Body {
    /// What it is called.
    public var name: String
    /// The server.
    public var streamURL: String
    /// When it began; nil until it did.
    public var startedAt: Timestamp?
    /// How far it has come.
    public var status: EgressStatus

    /// Describes a broadcast.
    public init(name: String, streamURL: String, startedAt: Timestamp?, status: EgressStatus) {
        self.name = name
        self.streamURL = streamURL
        self.startedAt = startedAt
        self.status = status
    }

    /// Reads `name`, `stream_url`, `started_at`, `status`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            name: try fields.name("name"), streamURL: try fields.name("stream_url"),
            startedAt: try fields.optionalDate("started_at"), status: try fields.status("status"))
    }

    /// Writes all of it.
    public func write(to fields: inout FieldWriter) {
        fields.set("name", name)
        fields.set("status", status.rawValue)
        fields.set("started_at", startedAt)
        fields.set("stream_url", streamURL)
    }
}

/// How a stream from outside gets into a call (`semantics.md` 5.1).
public struct CallIngressResponse: Body {
    /// Where to send it over RTMP; the stream key is the sender's token.
    public var rtmpAddress: String

    /// Describes the way in.
    public init(rtmpAddress: String) {
        self.rtmpAddress = rtmpAddress
    }

    /// Reads `rtmp.address`.
    public init(_ fields: Fields) throws(BodyError) {
        rtmpAddress = try fields.value("rtmp", as: Address.self).address
    }

    /// Writes `rtmp.address`.
    public func write(to fields: inout FieldWriter) {
        fields.set("rtmp", Address(address: rtmpAddress))
    }

    private struct Address: Body {
        let address: String

        init(address: String) {
            self.address = address
        }

        init(_ fields: Fields) throws(BodyError) {
            address = try fields.name("address")
        }

        func write(to fields: inout FieldWriter) {
            fields.set("address", address)
        }
    }
}

/// The map `{status}` that tells of one thing that leaves a call.
private struct StatusBody: Body {
    let status: EgressStatus

    init(status: EgressStatus) {
        self.status = status
    }

    init(_ fields: Fields) throws(BodyError) {
        status = try fields.status("status")
    }

    func write(to fields: inout FieldWriter) {
        fields.set("status", status.rawValue)
    }
}

extension Fields {
    fileprivate func status(_ name: String) throws(BodyError) -> EgressStatus {
        guard let status = EgressStatus(rawValue: try text(name)) else {
            throw .badValue(field: path(of: name), problem: "must be starting or running")
        }
        return status
    }

    fileprivate func statusInside(_ name: String) throws(BodyError) -> EgressStatus? {
        try optional(name, as: StatusBody.self)?.status
    }
}

extension FieldWriter {
    fileprivate mutating func set(_ name: String, statusInside status: EgressStatus?) {
        set(name, status.map(StatusBody.init(status:)))
    }
}
