import Wire

/// Which synchronisation source (RFC 3550 section 3) the packets of a track carry.
public struct TrackSource: Body {
    /// The track.
    public var trackType: TrackType
    /// The source.
    public var ssrc: UInt32

    /// Describes a source.
    public init(_ trackType: TrackType, ssrc: UInt32) {
        self.trackType = trackType
        self.ssrc = ssrc
    }

    /// Reads `track_type` and `ssrc`.
    public init(_ fields: Fields) throws(BodyError) {
        trackType = try fields.trackType("track_type")
        guard let ssrc = UInt32(exactly: try fields.integer("ssrc")) else {
            throw .badValue(field: fields.path(of: "ssrc"), problem: "must fit 32 bits")
        }
        self.ssrc = ssrc
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("ssrc", ssrc)
        fields.set("track_type", trackType.rawValue)
    }
}
