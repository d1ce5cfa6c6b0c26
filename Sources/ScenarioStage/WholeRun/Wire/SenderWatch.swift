import Sockets
import Wire

/// Checks on a network without loss that a client reports as the sender of exactly those of its sources that sent packets
/// since the report before the last one (RFC 3550 section 6.4).
///
/// Only a client with one session is checked, because a report does not name its session.
struct SenderWatch {
    private struct Counts {
        /// The packets since the last report.
        var sinceReport = 0
        /// The packets between the last two reports.
        var beforeReport = 0
    }

    /// The number of datagrams with which one session begins: a request and its response.
    private static let oneSession = 2

    private var sources: [SocketAddress: [UInt32: Counts]] = [:]
    private var beginnings: [SocketAddress: Int] = [:]

    /// Records a datagram with which a session of a client begins.
    mutating func begin(of client: SocketAddress) { beginnings[client, default: 0] += 1 }

    /// Counts an RTP packet that a client sends.
    mutating func packet(_ datagram: DatagramRecord) {
        guard datagram.bytes.count >= 12 else { return }
        sources[datagram.from, default: [:]][datagram.bytes.word(at: 8), default: Counts()].sinceReport += 1
    }

    /// Processes a compound that a client sends; returns its violation.
    mutating func violation(of compound: [RTCPFrame], from client: SocketAddress) -> String? {
        let farewells = compound.filter { $0.type == .bye }
        guard farewells.isEmpty else {
            for farewell in farewells { sources[client]?[farewell.source] = nil }
            return nil
        }
        let isJudged = beginnings[client, default: 0] <= Self.oneSession
        let reported = Set(compound.filter { $0.sender != nil }.map(\.source))
        var violation: String?
        for (source, counts) in (sources[client] ?? [:]).sorted(by: { $0.key < $1.key }) {
            sources[client]?[source] = Counts(beforeReport: counts.sinceReport)
            let isSender = counts.sinceReport + counts.beforeReport > 0
            guard isJudged, violation == nil, reported.contains(source) != isSender else { continue }
            violation =
                isSender
                ? "it has no sender report of \(source), which has sent packets since the report before the last one"
                : "it has a sender report of \(source), which has sent none since the report before the last one"
        }
        return violation
    }
}
