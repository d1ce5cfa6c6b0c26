internal import Capture

/// The identity of an RTP stream: endpoints and SSRC.
struct RTPStreamKey: Hashable {
    let source: UDPEndpoint
    let destination: UDPEndpoint
    let ssrc: UInt32
}

/// The statistics of one RTP stream in constant memory (RFC 3550 section 6.4.1 and appendix A).
///
/// Times are in milliseconds. Definitions follow tshark's table `rtp,streams`: packets with the marker and comfort
/// noise are not part of means and extremes.
struct RTPStream {
    /// The minimum, mean and maximum of a quantity.
    struct Spread {
        private(set) var least: Double?
        private(set) var mean = 0.0
        private(set) var greatest = 0.0

        /// - Parameter count: The number of packets before this one.
        @inline(__always)
        mutating func add(_ value: Double, count: Int) {
            if value > greatest { greatest = value }
            least = least.map { min($0, value) } ?? value
            mean = (mean * Double(count - 1) + value) / Double(count)
        }
    }

    let key: RTPStreamKey
    /// The Call-ID of the SIP call whose session description names an endpoint.
    fileprivate(set) var callID: String?
    let firstTime: Int64
    private(set) var lastTime: Int64
    private(set) var payloadTypes: [UInt8]
    private(set) var packets = 1
    private(set) var duplicates = 0
    private(set) var outOfOrder = 0
    private(set) var jitter = Spread()
    private(set) var delta = Spread()

    private let firstSequence: UInt16
    private var lastSequence: UInt16
    private var cycles = 0
    private var isBelowFirst = false
    private var window: SequenceWindow
    private var payloadType: UInt8
    /// The last packet's unwrapped timestamp, and its time.
    private var timestamp: Int64
    private var newest: Int64
    private var time: Int64
    private var currentJitter = 0.0

    init(_ key: RTPStreamKey, _ header: RTPHeader, at time: Int64) {
        self.key = key
        firstTime = time
        lastTime = time
        self.time = time
        payloadTypes = [header.payloadType]
        payloadType = header.payloadType
        firstSequence = header.sequence
        lastSequence = header.sequence
        timestamp = Int64(header.timestamp)
        newest = timestamp
        window = SequenceWindow(header.sequence)
    }

    /// The number of packets that the sequence numbers imply.
    var expected: Int { Int(lastSequence) + cycles * 65_536 - Int(firstSequence) + 1 }

    /// The number of lost packets, negative when duplicates outnumber losses.
    var lost: Int { expected - packets }

    var lostShare: Double { expected == 0 ? 0 : 100 * Double(lost) / Double(expected) }

    /// True when packets were lost, duplicated or reordered.
    var isTroubled: Bool { lost != 0 || duplicates > 0 || outOfOrder > 0 }

    mutating func add(_ header: RTPHeader, at now: Int64) {
        lastTime = now
        let step = Int64(Int32(truncatingIfNeeded: Int64(header.timestamp) &- timestamp))
        countCycle(header.sequence, isInOrder: timestamp + step >= newest)
        switch window.add(header.sequence) {
        case .next: break
        case .duplicate: duplicates += 1
        case .late: outOfOrder += 1
        }
        measure(header, step: step, at: now)
        time = now
        timestamp += step
        newest = max(newest, timestamp)
        lastSequence = header.sequence
        packets += 1
    }

    /// Counts wraps of the sequence number, including a wrap back to the start.
    @inline(__always)
    private mutating func countCycle(_ sequence: UInt16, isInOrder: Bool) {
        guard isInOrder else { return }
        if !isBelowFirst, sequence < firstSequence || (sequence == 0 && lastSequence == 65_535) {
            cycles += 1
            isBelowFirst = true
        } else if isBelowFirst, sequence > firstSequence {
            isBelowFirst = false
        }
    }

    @inline(__always)
    private mutating func measure(_ header: RTPHeader, step: Int64, at now: Int64) {
        let wasNoise = RTPClock.isNoise(payloadType)
        if header.payloadType != payloadType {
            payloadType = header.payloadType
            if !payloadTypes.contains(payloadType), payloadTypes.count < 8 { payloadTypes.append(payloadType) }
        }
        let delta = Double(now - time) / 1e6
        let rate = RTPClock.rate(payloadType)
        if rate > 0 {
            let difference = abs(delta - Double(step) * 1000 / rate)
            currentJitter = (15 * currentJitter + difference) / 16
        }
        guard !header.hasMarker, !wasNoise, !RTPClock.isNoise(payloadType) else { return }
        self.delta.add(delta, count: packets)
        if rate > 0 { jitter.add(currentJitter, count: packets) }
    }
}

/// The clock rates of static payload types (RFC 3551 section 6).
enum RTPClock {
    /// Returns the rate in hertz, or zero when it is unknown.
    @inline(__always)
    static func rate(_ payloadType: UInt8) -> Double {
        switch payloadType {
        case 0...5, 7...9, 12, 13, 15, 18, 19: 8000
        case 6: 16_000
        case 10, 11: 44_100
        case 14, 25, 26, 28, 31...34: 90_000
        case 16: 11_025
        case 17: 22_050
        default: 0
        }
    }

    /// True for comfort noise, which has no regular interval.
    @inline(__always)
    static func isNoise(_ payloadType: UInt8) -> Bool { payloadType == 13 || payloadType == 19 }
}

/// The header of an RTP packet (RFC 3550 section 5.1), parsed without the padding, which a truncated capture lacks.
/// Wire parses whole packets.
struct RTPHeader: Hashable, Sendable {
    let hasMarker: Bool
    let payloadType: UInt8
    let sequence: UInt16
    let timestamp: UInt32
    let ssrc: UInt32
    /// The length of the header, with contributing sources and the extension.
    let byteCount: Int

    /// Parses a header. Fails for bytes that are not RTP version 2, and for a truncated header.
    @inline(__always)
    init?(_ packet: Span<UInt8>) {
        guard packet.count >= 12, packet[0] >> 6 == 2 else { return nil }
        var end = 12 + Int(packet[0] & 0x0F) * 4
        if packet[0] & 0x10 != 0 {
            guard packet.count >= end + 4 else { return nil }
            end += 4 + Int(packet.number16(at: end + 2)) * 4
        }
        guard packet.count >= end else { return nil }
        hasMarker = packet[1] & 0x80 != 0
        payloadType = packet[1] & 0x7F
        sequence = packet.number16(at: 2)
        timestamp = packet.number32(at: 4)
        ssrc = packet.number32(at: 8)
        byteCount = end
    }
}

/// The last 64 sequence numbers of an RTP stream, with marks on those that arrived.
struct SequenceWindow {
    enum Finding {
        /// The number is higher than all earlier ones.
        case next
        /// The number has arrived before.
        case duplicate
        /// The number is lower than an earlier one, and was not seen within the window.
        case late
    }

    private var highest: UInt16
    /// The lowest bit stands for the highest number.
    private var seen: UInt64 = 1

    init(_ first: UInt16) {
        highest = first
    }

    @inline(__always)
    mutating func add(_ sequence: UInt16) -> Finding {
        let step = Int(Int16(truncatingIfNeeded: Int(sequence) - Int(highest)))
        if step > 0 {
            seen = step < 64 ? seen << UInt64(step) | 1 : 1
            highest = sequence
            return .next
        }
        guard step > -64 else { return .late }
        let bit: UInt64 = 1 << UInt64(-step)
        defer { seen |= bit }
        return seen & bit == 0 ? .late : .duplicate
    }
}

/// The RTP streams of a capture, in the order of their first packets.
struct RTPStreamTable {
    private(set) var streams: [RTPStream] = []
    private var places: [RTPStreamKey: Int] = [:]
    private var lastPlace = -1
    /// Packets of streams beyond the limit.
    private(set) var omitted = 0
    private static let capacity = 100_000

    var isEmpty: Bool { streams.isEmpty }
    var packetCount: Int { streams.reduce(0) { $0 + $1.packets } }

    @inline(__always)
    mutating func add(
        _ header: RTPHeader, from source: UDPEndpoint, to destination: UDPEndpoint, at time: Int64,
        of calls: SIPCalls = SIPCalls()
    ) {
        let key = RTPStreamKey(source: source, destination: destination, ssrc: header.ssrc)
        // Consecutive packets often belong to one stream.
        if lastPlace >= 0, streams[lastPlace].key == key {
            streams[lastPlace].add(header, at: time)
        } else if let place = places[key] {
            lastPlace = place
            streams[place].add(header, at: time)
        } else if streams.count < Self.capacity {
            lastPlace = streams.count
            places[key] = lastPlace
            streams.append(RTPStream(key, header, at: time))
        } else {
            omitted += 1
            return
        }
        if !calls.isEmpty, streams[lastPlace].callID == nil {
            streams[lastPlace].callID = calls.callID(from: source, to: destination)
        }
    }
}
