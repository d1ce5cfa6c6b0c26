import Sockets
import Timing
import Wire

/// Checks the intervals of periodic messages on an undisturbed network: keepalives, checks of paths, and reports are
/// neither too early nor too late.
///
/// An interval begins again after a long pause between the two ends. The interval of reports begins again after a
/// pause of their media, and the interval of a connection's keepalives when its event stream opens again.
struct PeriodWatch {
    /// A kind of periodic message, with the shortest and the longest interval.
    private struct Period {
        let name: String
        let times: ClosedRange<Duration>
    }

    private static let ping = Period(name: "sign of life of the connection", times: .seconds(5) ... .seconds(5))
    private static let health = Period(name: "sign of life of the session", times: .seconds(5) ... .seconds(5))
    private static let check = Period(name: "check of the path", times: .seconds(4) ... .seconds(6))
    /// Half of 5 s divided by e - 1.5, and at most three times 5 s divided by it (RFC 3550 section 6.3.1).
    private static let report = Period(name: "report", times: .milliseconds(1026) ... .seconds(13))

    private struct Key: Hashable {
        let from: SocketAddress
        let to: SocketAddress
        let name: String
        let subject: ArraySlice<UInt8>
    }

    private static let pingPath = Array("/video/connect".utf8)
    private static let healthPath = Array("/sfu/health".utf8)

    private var last: [Key: Instant] = [:]
    /// The last packet of each source, and the last one between two ends.
    private var media: [Key: Instant] = [:]
    /// A longer time without a packet is a pause of the media.
    private static let longestGap = Duration.seconds(1)

    /// Processes a sent datagram; returns the violation of its time.
    mutating func violation(_ datagram: DatagramRecord, _ kind: DatagramKind?) -> String? {
        if kind == .rtp, datagram.bytes.count >= 12 { noteMedia(datagram) }
        if kind == .coap, Self.opensEventStream(datagram.bytes) { forgetPings(from: datagram.from) }
        guard let (period, subject) = Self.period(of: datagram.bytes, kind) else { return nil }
        let key = Key(from: datagram.from, to: datagram.to, name: period.name, subject: subject)
        guard let before = last.updateValue(datagram.time, forKey: key) else { return nil }
        let time = before.duration(to: datagram.time)
        if time < period.times.lowerBound {
            return "the last \(period.name) was sent \(time.milliseconds) ms before, which is too short"
        }
        guard time > period.times.upperBound, time < period.times.upperBound * 3 else { return nil }
        return "the last \(period.name) was sent \(time.milliseconds) ms before, which is too long"
    }

    /// Restarts the intervals of reports when a packet ends a pause of its source, or of all media between two ends.
    private mutating func noteMedia(_ datagram: DatagramRecord) {
        let (from, to, source) = (datagram.from, datagram.to, datagram.bytes[8..<12])
        let ends = from < to ? (from, to) : (to, from)
        if isPaused(Key(from: from, to: to, name: "source", subject: source), datagram.time) {
            forgetReports { $0.subject == source }
        }
        if isPaused(Key(from: ends.0, to: ends.1, name: "media", subject: []), datagram.time) {
            forgetReports { $0.from == from && $0.to == to || $0.from == to && $0.to == from }
        }
    }

    private mutating func isPaused(_ key: Key, _ now: Instant) -> Bool {
        media.updateValue(now, forKey: key).map { $0.duration(to: now) > Self.longestGap } ?? false
    }

    private mutating func forgetReports(_ isMeant: (Key) -> Bool) {
        last = last.filter { $0.key.name != Self.report.name || !isMeant($0.key) }
    }

    /// Restarts the interval of a connection's keepalives, as its client does when it opens the event stream again.
    private mutating func forgetPings(from client: SocketAddress) {
        last = last.filter { $0.key.name != Self.ping.name || $0.key.from != client }
    }

    private static func opensEventStream(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 4, bytes[0] >> 4 == 4, bytes[1] == CoAP.Code.fetch.rawValue else { return false }
        guard let frame = CoAPFrame(bytes) else { return false }
        return frame.observe == 0 && frame.path == pingPath
    }

    /// Returns the period that a datagram belongs to, with the bytes that identify its subject.
    private static func period(of bytes: [UInt8], _ kind: DatagramKind?) -> (Period, ArraySlice<UInt8>)? {
        switch kind {
        case .coap: return request(bytes)
        case .stun:
            // A binding request begins with its user name, without the prefix of an SFU's own check.
            guard bytes.count > 24, bytes[0] == 0, bytes[1] == 1, bytes[20] == 0, bytes[21] == 6 else { return nil }
            return (check, bytes[22..<min(bytes.count, 24 + Int(bytes[23]))])
        case .rtcp:
            // Goodbyes and forwarded reports have other intervals.
            guard let frames = RTCPFrame.compound(bytes), !frames.contains(where: { $0.type == .bye }) else {
                return nil
            }
            return (report, bytes[4..<8])
        case .rtp, .sip, nil: return nil
        }
    }

    private static func request(_ bytes: [UInt8]) -> (Period, ArraySlice<UInt8>)? {
        // Only confirmable GET and POST; the options of other messages need not be decoded.
        guard bytes.count > 4, bytes[0] >> 4 == 4, bytes[1] == 1 || bytes[1] == 2, let frame = CoAPFrame(bytes) else {
            return nil
        }
        let subject = bytes[(4 + frame.token.count)...]
        if bytes[1] == 1, frame.path == pingPath { return (ping, subject) }
        return bytes[1] == 2 && frame.path == healthPath ? (health, subject) : nil
    }
}
