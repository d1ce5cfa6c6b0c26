internal import Capture

/// One stream of RTP packets: endpoints and SSRC.
struct RTPStreamKey: Hashable {
    let source: UDPEndpoint
    let destination: UDPEndpoint
    let ssrc: UInt32
}

/// The statistics of one RTP stream, in constant memory (RFC 3550 section 6.4.1 and appendix A).
///
/// Times are in milliseconds. The figures are defined as tshark's table `rtp,streams` defines them: means, minima and
/// maxima leave out packets with the marker and comfort noise.
struct RTPStream {
    /// The least, the mean and the greatest of a figure.
    struct Spread {
        private(set) var least: Double?
        private(set) var mean = 0.0
        private(set) var greatest = 0.0

        /// - Parameter count: how many packets there were before this one.
        @inline(__always)
        mutating func add(_ value: Double, count: Int) {
            if value > greatest { greatest = value }
            least = least.map { min($0, value) } ?? value
            mean = (mean * Double(count - 1) + value) / Double(count)
        }
    }

    let key: RTPStreamKey
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
    /// The last packet's timestamp with its wrap-arounds, and its time.
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

    /// How many packets the sequence numbers promise.
    var expected: Int { Int(lastSequence) + cycles * 65_536 - Int(firstSequence) + 1 }

    /// Less than zero where duplicates outnumber losses.
    var lost: Int { expected - packets }

    var lostShare: Double { expected == 0 ? 0 : 100 * Double(lost) / Double(expected) }

    /// Whether anything is not as it should be.
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

    /// Counts how often the sequence number has wrapped around, coming back to where the stream began.
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

/// The clock rates of the payload types that have a fixed one (RFC 3551 section 6).
enum RTPClock {
    /// In hertz; zero for a type whose rate the capture does not tell.
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

    /// Comfort noise, which is sent at no regular times.
    @inline(__always)
    static func isNoise(_ payloadType: UInt8) -> Bool { payloadType == 13 || payloadType == 19 }
}
