import Journal
import Sockets
import Timing
import Wire

/// Checks the media statistics that clients send to their SFU, on a network without loss: they come in the interval of
/// the coordinator, and count the packets that were sent, and no more received ones than were sent there.
struct StatisticsWatch {
    private struct Way: Hashable {
        let client: SocketAddress
        let host: HostAddress
    }

    private struct Counts {
        var sent = 0
        var received = 0
        /// The packets of the last instant, which may not be counted yet.
        var last = Instant.start
        var sentAtLast = 0
    }

    /// The interval of statistics and the last ones of a client in a session.
    private struct Reporting {
        let interval: Duration
        /// The instant of the last statistics, or of the first packet; nil before.
        var last: Instant?
    }

    /// The longest time by which a client may exceed the interval, because it measures every second.
    private static let tolerance = Duration.seconds(2)
    /// The number of received packets of which a client must have counted some.
    private static let unmistakable = 100

    private var counts: [Way: Counts] = [:]
    private var reporting: [HostAddress: Reporting] = [:]
    /// The number of joins of each client. Only one that has joined once has counted from the beginning.
    private var joins: [SocketAddress: Int] = [:]
    private static let statisticsPath = Array("/sfu/send_stats".utf8)
    private static let joinPath = Array("/sfu/join".utf8)
    private static let healthPath = Array("/sfu/health".utf8)
    private static let leavePath = Array("/sfu/leave".utf8)

    /// Counts a sent RTP packet.
    mutating func packet(_ datagram: DatagramRecord, byServer isForwarded: Bool) {
        let (client, server) = isForwarded ? (datagram.to, datagram.from) : (datagram.from, datagram.to)
        var known = counts[Way(client: client, host: server.host)] ?? Counts()
        if known.last != datagram.time { (known.last, known.sentAtLast) = (datagram.time, 0) }
        if isForwarded {
            known.received += 1
        } else {
            (known.sent, known.sentAtLast) = (known.sent + 1, known.sentAtLast + 1)
        }
        if reporting[client.host]?.last == nil { reporting[client.host]?.last = datagram.time }
        counts[Way(client: client, host: server.host)] = known
    }

    /// Records the coordinator's response to a client's join.
    mutating func joined(_ client: HostAddress, _ response: CBOR.Map) {
        reporting[client] = nil
        guard let options = response["stats_options"]?.map, options.flag("enable_rtc_stats"),
            let interval = options["reporting_interval_ms"]?.integer
        else { return }
        reporting[client] = Reporting(interval: .milliseconds(interval), last: nil)
    }

    /// Processes a request; returns the violation of its statistics, or that of statistics that are overdue.
    mutating func violation(_ datagram: DatagramRecord) -> String? {
        let bytes = datagram.bytes
        guard bytes.count > 4, bytes[0] >> 4 == 4, bytes[1] == 2 || bytes[1] == 5, let frame = CoAPFrame(bytes) else {
            return nil
        }
        if frame.path == Self.joinPath { joins[datagram.from, default: 0] += 1 }
        if frame.path == Self.leavePath { reporting[datagram.from.host] = nil }
        if frame.path == Self.healthPath, let text = overdue(datagram) { return text }
        if frame.path == Self.statisticsPath { reporting[datagram.from.host]?.last = datagram.time }
        guard frame.path == Self.statisticsPath, joins[datagram.from] == 1, let payload = frame.payload,
            let body = try? CBOR(decoding: Array(bytes[payload]))
        else { return nil }
        return violation(
            of: body, counts[Way(client: datagram.from, host: datagram.to.host)] ?? Counts(), datagram.time)
    }

    private func overdue(_ datagram: DatagramRecord) -> String? {
        guard let known = reporting[datagram.from.host], let last = known.last else { return nil }
        let time = last.duration(to: datagram.time)
        guard time > known.interval + Self.tolerance else { return nil }
        return "its statistics are due: the last ones were sent \(time.milliseconds) ms before"
    }

    private func violation(of body: CBOR, _ known: Counts, _ now: Instant) -> String? {
        let sent = body.map?["publisher_stats"]?.map?["packets_sent"]?.integer ?? 0
        let subscriber = body.map?["subscriber_stats"]?.map
        let received = subscriber?["packets_received"]?.integer ?? 0
        let least = known.last == now ? known.sent - known.sentAtLast : known.sent
        guard (least...known.sent).contains(Int(sent)) else {
            return "it counts \(sent.counted("packet")), and \(known.sent) were sent"
        }
        guard received <= known.received, received > 0 || known.received < Self.unmistakable else {
            return "it counts \(received) packets, and \(known.received) were sent there"
        }
        guard subscriber?["packets_lost"]?.integer ?? 0 == 0 else { return "it counts losses" }
        return subscriber?["jitter_us"]?.integer ?? 0 <= 1000 ? nil : "it counts jitter"
    }
}
