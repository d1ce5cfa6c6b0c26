import Journal
import Sockets
import Timing
import Wire

/// Checks reports against the packets that their sender has received, on networks of any quality (RFC 3550 sections
/// 6.4.1, A.3 and A.8).
///
/// A receiver may count from a later packet than the first one, so two of its reports on a source are compared.
struct ReceptionWatch {
    private struct Key: Hashable {
        let receiver: SocketAddress
        let source: UInt32
    }

    private struct Way: Hashable {
        let from: SocketAddress
        let to: SocketAddress
    }

    private struct Reception {
        let sender: SocketAddress
        /// True when several senders have the source, and the receiver may count one of them.
        var isShared = false
        /// The packets since the last report.
        var packets = 0
        /// The packets that ``jitter`` is the average of.
        var measured = 0
        /// True once the receiver has reported on the source. Before that, it may not have known the source.
        var isReported = false
        var jitter = 0.0
        var last: (timestamp: UInt32, arrival: Instant)?
        /// The highest sequence number; nil until a packet has arrived.
        var highest: UInt16?
        var report: RTCPFrame.Block?
    }

    /// The number of packets after which the initial value of an average has no weight.
    private static let settled = 160
    /// The event with which a receiver forgets the sources of a participant.
    private static let departure = Array("participant_left".utf8)
    /// MAX_DROPOUT (RFC 3550 section A.1).
    private static let longestGap = 3000
    /// MAX_MISORDER (RFC 3550 section A.1).
    private static let longestDelay = 100

    private var receptions: [Key: Reception] = [:]
    /// The sources of which each receiver has received a packet, in any session.
    private var known: Set<Key> = []
    /// The receivers whose arrivals are recorded.
    private var receivers: Set<SocketAddress> = []
    /// The last compounds with reports on each way. One counts when it is made, which may be before it is sent.
    private var recent: [Way: [[UInt8]]] = [:]
    /// The number of kept compounds, which is higher than the number under way at one time.
    private static let maxRecent = 16

    /// Forgets all reports, because a session begins that counts its media anew.
    mutating func forget() { receptions = [:] }

    /// Processes a datagram that has arrived.
    mutating func received(_ datagram: DatagramRecord) {
        receivers.insert(datagram.to)
        switch DatagramKind(datagram.bytes) {
        case .rtp: count(datagram)
        case .coap where !receptions.isEmpty && datagram.bytes.contains(Self.departure): settleAnew(at: datagram.to)
        default: break
        }
    }

    /// Measures the jitter anew at a receiver that may have forgotten a source, and counts it anew when it returns.
    private mutating func settleAnew(at receiver: SocketAddress) {
        for key in receptions.keys where key.receiver == receiver { receptions[key]?.measured = 0 }
    }

    /// Counts a packet of media.
    private mutating func count(_ datagram: DatagramRecord) {
        guard let frame = RTPFrame(datagram.bytes) else { return }
        let key = Key(receiver: datagram.to, source: frame.source)
        known.insert(key)
        var reception = receptions[key] ?? Reception(sender: datagram.from)
        if reception.sender != datagram.from { reception.isShared = true }
        reception.packets += 1
        let step = reception.highest.map { Int(Int16(bitPattern: frame.sequence &- $0)) } ?? 1
        guard (1 - Self.longestDelay..<Self.longestGap).contains(step) else {
            // A receiver does not count such a packet, or counts its source anew (section A.1).
            (reception.last, reception.highest, reception.report, reception.measured) = (nil, nil, nil, 0)
            receptions[key] = reception
            return
        }
        if step > 0 { reception.highest = frame.sequence }
        if let last = reception.last, let rate = frame.clockRate {
            let spacing = Double(last.arrival.duration(to: datagram.time).nanoseconds) / 1e9 * Double(rate)
            let difference = spacing - Double(Int32(bitPattern: frame.timestamp &- last.timestamp))
            reception.jitter += (abs(difference) - reception.jitter) / 16
            reception.measured += 1
        }
        reception.last = (frame.timestamp, datagram.time)
        receptions[key] = reception
    }

    /// Processes a datagram that was sent, or that its sender's link delays or loses; returns the violation of one of
    /// its reports.
    mutating func violation(of datagram: DatagramRecord, isExact: Bool) -> String? {
        guard DatagramKind(datagram.bytes) == .rtcp, let compound = RTCPFrame.compound(datagram.bytes) else {
            return nil
        }
        let blocks = compound.flatMap(\.blocks)
        guard !blocks.isEmpty, isNew(datagram) else { return nil }
        for block in blocks {
            let key = Key(receiver: datagram.from, source: block.source)
            guard known.contains(key) || !receivers.contains(datagram.from) else {
                return "it reports on \(block.source), of which no packet has arrived"
            }
            guard var reception = receptions[key], !reception.isShared else { continue }
            let text = violation(of: block, reception, isExact: isExact)
            if !reception.isReported { (reception.isReported, reception.measured) = (true, 0) }
            (reception.report, reception.packets) = (block, 0)
            receptions[key] = reception
            if let text { return "\(text) of \(block.source)" }
        }
        return nil
    }

    /// Records a compound; returns false for one that was seen before.
    private mutating func isNew(_ datagram: DatagramRecord) -> Bool {
        let way = Way(from: datagram.from, to: datagram.to)
        var known = recent[way] ?? []
        guard !known.contains(datagram.bytes) else { return false }
        if known.count == Self.maxRecent { known.removeFirst() }
        known.append(datagram.bytes)
        recent[way] = known
        return true
    }

    private func violation(of block: RTCPFrame.Block, _ reception: Reception, isExact: Bool) -> String? {
        let jitter = reception.jitter
        if isExact, reception.isReported, reception.measured > Self.settled,
            abs(Double(block.jitter) - jitter) > 2 + jitter / 50
        {
            return "it counts a jitter of \(block.jitter), and it is \(Int(jitter))"
        }
        // A source that starts over is counted anew, as one is after a long gap (section A.1).
        guard let before = reception.report, block.highest >= before.highest else { return nil }
        let expected = Int64(block.highest) - Int64(before.highest)
        guard expected < Self.longestGap else { return nil }
        let lost = Int64(block.cumulativeLost) - Int64(before.cumulativeLost)
        let fraction = expected > 0 && lost > 0 ? min(lost * 256 / expected, 255) : 0
        guard Int64(block.fractionLost) == fraction else {
            return "it reports \(block.fractionLost)/256 as lost, and \(lost) of \(expected) are"
        }
        // The receiver may count fewer packets, because it ignores those of a muted or unknown source.
        let received = expected - lost
        guard received <= reception.packets else {
            return "it counts \(received.counted("more packet")), and \(reception.packets) have arrived"
        }
        return nil
    }
}

extension RTCPFrame.Block {
    /// The number of lost packets, which is negative when duplicates outnumber them: 24 bits with a sign.
    fileprivate var cumulativeLost: Int32 { Int32(bitPattern: lost << 8) >> 8 }
}
