import Sockets
import Wire

/// Checks the checks of media paths: a response answers a request, and names the address that the request came from
/// (RFC 8489 section 6.3).
struct PathWatch {
    private struct Check: Hashable {
        let from: SocketAddress
        let to: SocketAddress
        let id: STUN.TransactionID
    }

    private var requests: Set<Check> = []

    /// Takes a STUN message that was sent, and returns what is wrong with it.
    mutating func violation(_ datagram: DatagramRecord) -> String? {
        guard let message = try? STUN.Message(decoding: datagram.bytes) else { return "it is no STUN message" }
        switch message.messageClass {
        case .request:
            requests.insert(Check(from: datagram.from, to: datagram.to, id: message.transactionID))
            return nil
        case .success, .failure:
            guard requests.contains(Check(from: datagram.to, to: datagram.from, id: message.transactionID)) else {
                return "no request has its transaction id"
            }
            let isRight = message.messageClass == .failure || message.mappedAddress == .v4(datagram.to)
            return isRight ? nil : "it names another address than \(datagram.to)"
        case .indication: return nil
        }
    }
}
