import Containers
import Sockets
import Timing
import Wire

/// Checks the connectivity checks of media paths: a response matches a request, and has the request's source address
/// (RFC 8489 section 6.3).
struct PathWatch {
    private struct Check: Hashable, MapKey {
        let from: SocketAddress
        let to: SocketAddress
        let id: STUN.TransactionID
    }

    /// The time in which a response may match a request.
    private static let lifetime = Duration.seconds(60)

    private var requests = ExpiringMap<Check, Void, Instant>()

    /// Processes a sent STUN message; returns its violation.
    mutating func violation(_ datagram: DatagramRecord) -> String? {
        guard let frame = STUNFrame(datagram.bytes), let message = try? STUN.Message(decoding: datagram.bytes) else {
            return "it is not a STUN message"
        }
        if let text = frame.violation(mayLackIntegrity: message.messageClass == .failure) { return text }
        switch message.messageClass {
        case .request:
            let check = Check(from: datagram.from, to: datagram.to, id: message.transactionID)
            let deadline = datagram.time.advanced(by: Self.lifetime)
            requests.insert((), for: check, until: deadline, at: datagram.time)
            return nil
        case .success, .failure:
            let check = Check(from: datagram.to, to: datagram.from, id: message.transactionID)
            guard requests.value(for: check, at: datagram.time) != nil else {
                return "no request has its transaction id"
            }
            let isRight = message.messageClass == .failure || frame.mappedAddress == datagram.to
            return isRight ? nil : "its mapped address is not \(datagram.to)"
        case .indication: return nil
        }
    }
}
