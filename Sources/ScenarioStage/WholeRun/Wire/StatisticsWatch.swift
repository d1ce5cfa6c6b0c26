import Journal
import Sockets
import Timing
import Wire

/// Checks the media statistics that clients send to their SFU, on a network without loss: the packets that were sent,
/// and no more received ones than were sent there.
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

    private var counts: [Way: Counts] = [:]
    /// The number of joins of each client. Only one that has joined once has counted from the beginning.
    private var joins: [SocketAddress: Int] = [:]
    private static let statisticsPath = Array("/sfu/send_stats".utf8)
    private static let joinPath = Array("/sfu/join".utf8)

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
        counts[Way(client: client, host: server.host)] = known
    }

    /// Processes a request; returns the violation of its statistics.
    mutating func violation(_ datagram: DatagramRecord) -> String? {
        let bytes = datagram.bytes
        guard bytes.count > 4, bytes[0] >> 4 == 4, bytes[1] == 2 || bytes[1] == 5, let frame = CoAPFrame(bytes) else {
            return nil
        }
        if frame.path == Self.joinPath { joins[datagram.from, default: 0] += 1 }
        guard frame.path == Self.statisticsPath, joins[datagram.from] == 1, let payload = frame.payload,
            let body = try? CBOR(decoding: Array(bytes[payload]))
        else { return nil }
        return violation(
            of: body, counts[Way(client: datagram.from, host: datagram.to.host)] ?? Counts(), datagram.time)
    }

    private func violation(of body: CBOR, _ known: Counts, _ now: Instant) -> String? {
        let sent = body.map?["publisher_stats"]?.map?["packets_sent"]?.integer ?? 0
        let subscriber = body.map?["subscriber_stats"]?.map
        let received = subscriber?["packets_received"]?.integer ?? 0
        let least = known.last == now ? known.sent - known.sentAtLast : known.sent
        guard (least...known.sent).contains(Int(sent)) else {
            return "it counts \(sent.counted("packet")), and \(known.sent) were sent"
        }
        guard received <= known.received else {
            return "it counts \(received) packets, and \(known.received) were sent there"
        }
        guard subscriber?["packets_lost"]?.integer ?? 0 == 0 else { return "it counts losses" }
        return subscriber?["jitter_us"]?.integer ?? 0 <= 1000 ? nil : "it counts jitter"
    }
}
