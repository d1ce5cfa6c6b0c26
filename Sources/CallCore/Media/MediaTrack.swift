public import Signaling

/// A track of somebody in a call, as a client without screen and loudspeaker knows it: where it comes from, what it is
/// like, and what was received on it.
public struct MediaTrack: Hashable, Sendable {
    /// What a track is like.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// Announced; nothing has come yet.
        case waiting
        /// Packets come, or go out when it is this client's own.
        case flowing
        /// Nothing has come for a second.
        case stalled
        /// Its source has said that it ends.
        case ended
    }

    /// What it carries.
    public let type: TrackType
    /// The source of its packets.
    public let ssrc: UInt32
    /// What it is like.
    public var state = State.waiting
    /// Packets that were received and count, late ones among them; duplicates are not.
    public var packetsReceived: Int64 = 0
    /// Packets that are missing.
    public var packetsLost: Int64 = 0
    /// Packets that others had overtaken.
    public var packetsLate: Int64 = 0
    /// Packets that had been received before.
    public var packetsDuplicated: Int64 = 0
    /// How far the spacing of packets varies (RFC 3550 section 6.4.1).
    public var jitter = Duration.zero
    /// What ``jitter`` was on average.
    public var meanJitter = Duration.zero
    /// The greatest that ``jitter`` ever was.
    public var greatestJitter = Duration.zero
    /// Packets that were sent, when it is this client's own.
    public var packetsSent: Int64 = 0

    /// Describes a track of which nothing has come.
    public init(_ type: TrackType, ssrc: UInt32) {
        self.type = type
        self.ssrc = ssrc
    }
}
