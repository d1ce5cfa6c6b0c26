import Chance
import Signaling
import Timing
import Wire

/// A track that a client sends: a synthetic source and its packets (RFC 3550 section 5.1).
struct OutgoingTrack: Hashable, Sendable {
    /// The time between two audio frames.
    private static let audioFrame = Duration.milliseconds(20)
    /// Silence at 64 kbit/s (PCMU). The intended level is in the header extension.
    private static let audioPayload = [UInt8](repeating: 0xFF, count: 160)
    /// The payload of a video packet.
    private static let videoPayload = [UInt8](repeating: 0xA5, count: 1000)
    /// The number of packets of a key frame.
    private static let keyFramePackets = 8
    /// The maximum number of packets of any other frame.
    private static let otherPackets = 3

    let type: TrackType
    let ssrc: UInt32
    private let frame: Duration
    private let framesBetweenKeys: Int
    private let timestampOffset: UInt32
    private var sequenceNumber: UInt16
    private let began: Instant
    private var frames = 0
    /// The end of the last frame.
    private var frameEnd: Instant?
    private var needsKeyFrame = true
    /// The deadline of the next frame; nil while the track is muted.
    private(set) var nextFrame: Instant?
    private(set) var packetCount: UInt32 = 0
    private(set) var octetCount: UInt32 = 0
    /// The number of packets since the last report.
    private(set) var sentSinceReport = 0
    /// The number of packets between the last two reports.
    private var sentBeforeReport = 0

    init(
        _ type: TrackType, ssrc: UInt32, configuration: MediaConfiguration, at now: Instant,
        _ generator: inout SeededGenerator
    ) {
        self.type = type
        self.ssrc = ssrc
        began = now
        let rate = type == .screenShare ? configuration.screenFrameRate : configuration.frameRate
        frame = type.isSound ? Self.audioFrame : .nanoseconds(1_000_000_000 / Int64(rate))
        let keys = configuration.keyFrameInterval.nanoseconds / frame.nanoseconds
        framesBetweenKeys = max(1, Int(clamping: keys))
        let (number, offset) = (generator.next(), generator.next())
        sequenceNumber = configuration.firstSequenceNumber ?? UInt16(truncatingIfNeeded: number)
        timestampOffset = configuration.firstTimestamp ?? UInt32(truncatingIfNeeded: offset)
    }

    /// Begins or resumes sending. The next frame follows the last one.
    mutating func start(at now: Instant) {
        guard nextFrame == nil else { return }
        nextFrame = max(now, frameEnd ?? now)
        needsKeyFrame = true
    }

    /// Stops sending.
    mutating func mute() {
        nextFrame = nil
    }

    /// Returns the packets of the due frame. Of several overdue frames only the last is sent.
    mutating func takeDue(
        at now: Instant, level: (inout SeededGenerator) -> RTP.AudioLevel, _ generator: inout SeededGenerator
    ) -> [[UInt8]] {
        guard let due = nextFrame, due <= now else { return [] }
        let behind = due.duration(to: now).nanoseconds / frame.nanoseconds
        let sampled = due.advanced(by: .nanoseconds(behind * frame.nanoseconds))
        let followsFrame = frameEnd == sampled
        nextFrame = sampled.advanced(by: frame)
        frameEnd = nextFrame
        defer { frames += 1 }
        guard type.isSound else { return picture(sampled, &generator) }
        // The mark is on the first packet after silence (RFC 3551 section 4.1).
        let loudness = type == .audio ? level(&generator) : nil
        return [packet(sampled, marker: !followsFrame, Self.audioPayload, level: loudness)]
    }

    private mutating func picture(_ sampled: Instant, _ generator: inout SeededGenerator) -> [[UInt8]] {
        let isKey = needsKeyFrame || frames % framesBetweenKeys == 0
        needsKeyFrame = false
        let count = isKey ? Self.keyFramePackets : 1 + Int(generator.next() % UInt64(Self.otherPackets))
        return (1...count).map { packet(sampled, marker: $0 == count, Self.videoPayload, level: nil) }
    }

    private mutating func packet(
        _ sampled: Instant, marker: Bool, _ payload: [UInt8], level: RTP.AudioLevel?
    ) -> [UInt8] {
        var packet = RTP.Packet(
            payloadType: type.payloadType, sequenceNumber: sequenceNumber, timestamp: timestamp(at: sampled),
            ssrc: ssrc, marker: marker, payload: payload)
        if let level { packet.elements = [RTP.Element(id: MediaFormat.audioLevelElement, value: [level.byte])] }
        sequenceNumber &+= 1
        packetCount &+= 1
        octetCount &+= UInt32(clamping: payload.count)
        sentSinceReport += 1
        // An element of one byte is shorter than any limit.
        return packet.encoded() ?? []
    }

    private func timestamp(at instant: Instant) -> UInt32 {
        let elapsed = UInt64(clamping: began.duration(to: instant).nanoseconds)
        let (seconds, rest) = elapsed.quotientAndRemainder(dividingBy: 1_000_000_000)
        let rate = UInt64(type.clockRate)
        return timestampOffset &+ UInt32(truncatingIfNeeded: seconds &* rate &+ rest * rate / 1_000_000_000)
    }

    /// True when packets were sent since the report before the last one, so that a sender report is due (RFC 3550
    /// section 6.4).
    var isSender: Bool { sentSinceReport > 0 || sentBeforeReport > 0 }

    /// Returns the sender report of the track (RFC 3550 section 6.4.1).
    mutating func report(at now: Instant, date: Timestamp) -> RTCP.SenderReport {
        sentBeforeReport = sentSinceReport
        sentSinceReport = 0
        return RTCP.SenderReport(
            ssrc: ssrc, ntp: RTCP.ntp(date), rtpTimestamp: timestamp(at: now), packetCount: packetCount,
            octetCount: octetCount)
    }
}
