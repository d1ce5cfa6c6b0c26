import CallCore
import Chance
import Signaling
import Sockets
import Timing
import Wire

/// The media sessions of a client, which share its socket with the requests.
extension StreamVideo {
    var mediaSessionCount: Int { mediaSessions.count }

    /// The number of pending requests and observations.
    var pendingExchanges: Int { socket.pendingExchanges }
    /// Descriptions of the entries in the message layer's tables.
    package var messageLeftovers: [String] { socket.leftovers }

    func addMedia(_ session: MediaSession) { mediaSessions.append(session) }

    func removeMedia(_ session: MediaSession) { mediaSessions.removeAll { $0 === session } }

    /// Delivers a datagram that is not CoAP to the session whose SFU sent it.
    func receiveMedia(_ bytes: [UInt8], from peer: SocketAddress) {
        guard let session = session(of: bytes, among: mediaSessions.filter { $0.address == peer }) else {
            strayDatagrams += 1
            guard MediaSession.isWorthReporting(strayDatagrams) else { return }
            let details = [("reason", MediaRefusal.unknownAddress.rawValue), ("count", "\(strayDatagrams)")]
            return environment.trace(.mark(name: "media.refused", details: details))
        }
        session.receive(bytes)
    }

    /// Returns the session that a datagram belongs to. A check or report of no session goes to the first one, which
    /// counts the refusal.
    private func session(of bytes: [UInt8], among sessions: [MediaSession]) -> MediaSession? {
        if sessions.count == 1 { return sessions.first }
        return sessions.first { $0.knows(bytes) } ?? (DatagramKind(bytes) == .rtp ? nil : sessions.first)
    }
}
