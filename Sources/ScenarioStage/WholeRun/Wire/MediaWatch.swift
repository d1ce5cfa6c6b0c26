import Journal
import Sockets
import Timing
import Wire

/// Checks media on a network without loss: sent packets, packets that SFUs forward, and the counts of reports (RFC 3550
/// sections 5.1 and 6.4).
struct MediaWatch {
    private var sources: [UInt32: MediaSource] = [:]
    /// True when time is virtual, so that timestamps are exact.
    var isExact = true

    /// Forgets the counts of a client's media, because a session begins that counts from zero.
    mutating func forgetCounts(of client: SocketAddress) {
        for source in sources.keys { sources[source]?.forgetCounts(of: client) }
    }

    /// Processes a sent RTP packet; returns its violation.
    mutating func violation(ofPacket datagram: DatagramRecord, byServer isForwarded: Bool) -> String? {
        guard let frame = RTPFrame(datagram.bytes) else { return "it is not an RTP packet" }
        if isForwarded {
            guard sources[frame.source] != nil else { return "its source has sent nothing" }
            return sources[frame.source]?.forwarded(frame, datagram)
        }
        return sources[frame.source, default: MediaSource(frame, datagram)].sent(frame, datagram, isExact: isExact)
    }

    /// Processes a sent RTCP compound; returns its violation.
    mutating func violation(of compound: [RTCPFrame], _ datagram: DatagramRecord) -> String? {
        for frame in compound {
            if let text = violation(of: frame, datagram) { return text }
        }
        return nil
    }

    private mutating func violation(of frame: RTCPFrame, _ datagram: DatagramRecord) -> String? {
        if let report = frame.sender, let own = sources[frame.source], !own.isShared {
            let isOwn = own.end == datagram.from
            if let text = isOwn ? own.violation(of: report, at: datagram.time, isExact) : own.violation(ofCopy: report)
            {
                return text
            }
            if isOwn { sources[frame.source]?.report = report }
            sources[frame.source]?.reported(report, to: datagram.to, at: datagram.time)
            if !isOwn, !frame.blocks.isEmpty { return "it forwards the sender's report blocks" }
        }
        for block in frame.blocks {
            if let text = violation(of: block, from: datagram.from, at: datagram.time) { return text }
        }
        return nil
    }

    private func violation(of block: RTCPFrame.Block, from end: SocketAddress, at now: Instant) -> String? {
        if sources[block.source]?.isShared ?? false { return nil }
        guard let receiver = sources[block.source]?.receivers.first(where: { $0.end == end }) else {
            return "it reports on \(block.source), of which its sender has received nothing"
        }
        return receiver.violation(of: block, at: now, isExact).map { "\($0) of \(block.source)" }
    }
}

/// The packets that were sent with one SSRC, and the progress of each receiver.
private struct MediaSource {
    let end: SocketAddress
    let payloadType: UInt8
    /// The last packet, and the instant of its sending.
    var last: RTPFrame
    var sentAt: Instant
    var packets: UInt32 = 0
    var octets: UInt32 = 0
    var receivers: [MediaReceiver] = []
    /// The reports to receivers before their first packet.
    private var early: [SocketAddress: MediaReceiver.Report] = [:]
    /// True once another session of its sender begins, in which the numbers and counts of the source may begin anew.
    var mayRestart = false
    /// True when senders of several calls have this SSRC, so that its packets do not name their sender.
    var isShared = false
    /// The source's own last report.
    var report: RTCPFrame.Sender?
    /// The last packets, indexed by the lower bits of their numbers; a frame has fewer packets.
    var kept = [[UInt8]](repeating: [], count: 64)

    init(_ frame: RTPFrame, _ datagram: DatagramRecord) {
        end = datagram.from
        payloadType = frame.payloadType
        last = frame
        sentAt = datagram.time
    }

    // MARK: Packets

    /// Processes a packet of the source itself.
    mutating func sent(_ frame: RTPFrame, _ datagram: DatagramRecord, isExact: Bool) -> String? {
        guard datagram.from == end else {
            isShared = true
            return nil
        }
        defer {
            (last, sentAt) = (frame, datagram.time)
            packets += 1
            octets &+= UInt32(frame.payloadCount)
            kept[slot(frame)] = datagram.bytes
            received(frame, at: datagram.to)
        }
        guard packets > 0 else { return nil }
        let follows = frame.sequence == last.sequence &+ 1
        defer { mayRestart = false }
        if mayRestart, !follows {
            (packets, octets, report) = (0, 0, nil)
            return nil
        }
        guard follows else { return "its number does not follow the last one" }
        guard frame.payloadType == payloadType else { return "its payload type is another one" }
        return isExact ? violation(ofTime: frame, at: datagram.time) : nil
    }

    /// Returns a violation unless the timestamp follows the clock and the marker ends a picture or begins a voice.
    private func violation(ofTime frame: RTPFrame, at now: Instant) -> String? {
        guard let rate = frame.clockRate else { return nil }
        let elapsed = sentAt.duration(to: now)
        guard isNear(frame.timestamp &- last.timestamp, elapsed.nanoseconds * rate / 1_000_000_000) else {
            return "its timestamp does not follow the clock"
        }
        let isPicture = payloadType == 31
        if isPicture, last.isMarked == (frame.timestamp == last.timestamp) {
            return "the mark is not on the last packet of a picture"
        }
        let isFirst = elapsed > .milliseconds(20)
        return isPicture || frame.isMarked == isFirst ? nil : "the mark is not on the first packet of a voice"
    }

    /// Processes a packet that an SFU forwards.
    mutating func forwarded(_ frame: RTPFrame, _ datagram: DatagramRecord) -> String? {
        guard !isShared else { return nil }
        guard kept[slot(frame)] == datagram.bytes else { return "its source has sent no such packet" }
        let known = receivers.first { $0.end == datagram.to }
        guard known?.last != frame.sequence else { return "it was already forwarded to this receiver" }
        received(frame, at: datagram.to)
        return nil
    }

    private func slot(_ frame: RTPFrame) -> Int { Int(frame.sequence) % kept.count }

    private mutating func received(_ frame: RTPFrame, at receiver: SocketAddress) {
        guard let index = receivers.firstIndex(where: { $0.end == receiver }) else {
            return receivers.append(MediaReceiver(end: receiver, last: frame.sequence, early: early[receiver]))
        }
        receivers[index].take(frame.sequence)
    }

    // MARK: Reports

    mutating func forgetCounts(of client: SocketAddress) {
        if end == client { mayRestart = true }
        for index in receivers.indices where end == client || receivers[index].end == client {
            receivers[index].forgetCounts()
        }
    }

    /// Records that a report of the source was sent to a receiver.
    mutating func reported(_ report: RTCPFrame.Sender, to receiver: SocketAddress, at now: Instant) {
        let noted = MediaReceiver.Report(time: UInt32(truncatingIfNeeded: report.time >> 16), arrival: now)
        guard let index = receivers.firstIndex(where: { $0.end == receiver }) else {
            early[receiver] = noted
            return
        }
        receivers[index].report = noted
    }

    /// Returns the violation of a source's report about itself.
    func violation(of report: RTCPFrame.Sender, at now: Instant, _ isExact: Bool) -> String? {
        guard packets == report.packets, octets == report.octets else {
            return
                "it counts \(Int(report.packets).counted("packet")) and \(Int(report.octets).counted("byte")), and "
                + "\(packets) and \(octets) were sent"
        }
        guard isExact, let rate = last.clockRate else { return nil }
        guard report.time == Self.networkTime(now) else { return "its time is not that of the run" }
        let elapsed = sentAt.duration(to: now).nanoseconds
        guard isNear(report.timestamp &- last.timestamp, elapsed * rate / 1_000_000_000) else {
            return "its timestamp does not follow the clock"
        }
        return nil
    }

    /// Returns the violation of a source's report that an SFU forwards.
    func violation(ofCopy copy: RTCPFrame.Sender) -> String? {
        copy == report ? nil : "its source has sent no such report"
    }

    /// Returns the time since 1900 in 2^-32 seconds (RFC 3550 section 4), for a date in whole milliseconds.
    private static func networkTime(_ now: Instant) -> UInt64 {
        let milliseconds = UInt64(Timestamp.virtualStart.advanced(to: now).milliseconds)
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return (seconds + 2_208_988_800) << 32 | (rest << 32) / 1000
    }

    private func isNear(_ difference: UInt32, _ expected: Int64) -> Bool {
        abs(Int64(Int32(bitPattern: difference &- UInt32(truncatingIfNeeded: expected)))) <= 1
    }
}

/// The packets of a source that one receiver has received.
private struct MediaReceiver {
    let end: SocketAddress
    var last: UInt16
    /// The number of cycles of the sequence number.
    var cycles: UInt32 = 0
    /// The middle 32 bits of a report's time, and its arrival.
    struct Report: Hashable {
        let time: UInt32
        let arrival: Instant
    }

    /// The last report.
    var report: Report?
    /// The report before the first packet. A receiver may have ignored it.
    private let early: Report?
    /// True when the receiver may have begun to count from zero.
    private var isRenewed = false
    /// True until the first packet after that.
    private var isFirstDue = false
    /// The packets that an SFU withheld from the receiver, because their track was muted or not subscribed to.
    private var withheld: UInt32 = 0
    /// MAX_DROPOUT (RFC 3550 section A.1). A source is counted anew after a longer gap.
    private static let longestGap: UInt16 = 3000

    init(end: SocketAddress, last: UInt16, early: Report?) {
        (self.end, self.last) = (end, last)
        (self.early, report) = (early, early)
    }

    mutating func forgetCounts() { (report, isRenewed, isFirstDue, withheld) = (nil, true, true, 0) }

    mutating func take(_ sequence: UInt16) {
        let step = sequence &- last
        if step >= Self.longestGap {
            (isRenewed, withheld) = (true, 0)
        } else if step > 0, !isFirstDue {
            withheld += UInt32(step) - 1
        }
        isFirstDue = false
        if sequence < last, last &- sequence > 0x8000 { cycles += 1 }
        last = sequence
    }

    /// Returns the violation of a report about the source, on a network without loss.
    func violation(of block: RTCPFrame.Block, at now: Instant, _ isExact: Bool) -> String? {
        guard UInt16(truncatingIfNeeded: block.highest) == last else { return "the highest number is not \(last)" }
        guard block.highest >> 16 == cycles || isRenewed else {
            return "the numbers started over \(Int(cycles).counted("time"))"
        }
        guard block.lost == withheld, block.fractionLost == 0 || withheld > 0 else { return "it counts losses" }
        guard isExact else { return nil }
        guard block.jitter <= 2 else { return "it counts jitter" }
        if isRenewed, report == nil { return nil }
        if let early, report == early, block.lastReport == 0 { return nil }
        guard block.lastReport == report?.time ?? 0 else { return "it names another report than the last one" }
        let elapsed = report.map { $0.arrival.duration(to: now).nanoseconds } ?? 0
        let delay = Int64(elapsed / 1000 * 65_536 / 1_000_000)
        return abs(Int64(block.delay) - delay) <= 1 ? nil : "the time since the last report is wrong"
    }
}
