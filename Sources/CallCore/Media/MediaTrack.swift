public import Signaling

/// The state of a participant's track: its SSRC, its flow, and the counts of its packets. It contains no media.
public struct MediaTrack: Hashable, Sendable {
    /// The state of a track.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// The track was announced, and no packet has arrived.
        case waiting
        /// Packets arrive, or are sent on an own track.
        case flowing
        /// No packet has arrived for a second.
        case stalled
        /// The source has announced its end.
        case ended
    }

    /// The type of the track.
    public let type: TrackType
    /// The SSRC of its packets.
    public let ssrc: UInt32
    /// The state of the track.
    public var state = State.waiting
    /// The number of received packets, including late ones, without duplicates.
    public var packetsReceived: Int64 = 0
    /// The number of lost packets.
    public var packetsLost: Int64 = 0
    /// The number of packets that arrived after a later one.
    public var packetsLate: Int64 = 0
    /// The number of duplicate packets.
    public var packetsDuplicated: Int64 = 0
    /// The variation of packet spacing (RFC 3550 section 6.4.1).
    public var jitter = Duration.zero
    /// The mean of ``jitter``.
    public var meanJitter = Duration.zero
    /// The maximum of ``jitter``.
    public var greatestJitter = Duration.zero
    /// The number of sent packets of an own track.
    public var packetsSent: Int64 = 0

    /// Creates a track without received packets.
    public init(_ type: TrackType, ssrc: UInt32) {
        self.type = type
        self.ssrc = ssrc
    }
}
