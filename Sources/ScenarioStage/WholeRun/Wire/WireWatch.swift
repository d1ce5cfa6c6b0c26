import ScenarioLanguage
import Sockets
import Wire

/// Checks every datagram of a run against the protocols, and keeps the first that breaks a rule.
struct WireWatch {
    private var exchanges = ExchangeWatch()
    private var paths = PathWatch()
    private var media = MediaWatch()
    /// True until addresses change hands or bytes are damaged, which leaves exchanges without an end.
    private(set) var isTrusted = true
    /// True until the network or a server is disturbed.
    private(set) var isPerfect = true
    /// The first violation, in words.
    private(set) var violation: String?

    /// Takes over that the network or a server was disturbed.
    mutating func disturb(distrusting: Bool) {
        isPerfect = false
        if distrusting { isTrusted = false }
    }

    /// Takes a datagram that was sent.
    mutating func sent(_ datagram: DatagramRecord, byServer: Bool) {
        guard isTrusted, violation == nil, let text = check(datagram, byServer: byServer) else { return }
        violation = "#\(datagram.number ?? 0) \(datagram.from) → \(datagram.to): \(text)"
    }

    private mutating func check(_ datagram: DatagramRecord, byServer: Bool) -> String? {
        switch DatagramKind(datagram.bytes) {
        case .coap: return exchanges.violation(datagram, isInOrder: isPerfect)
        case .stun: return paths.violation(datagram)
        case .rtp: return isPerfect ? media.violation(ofPacket: datagram, byServer: byServer) : nil
        case .rtcp: return isPerfect ? media.violation(ofReport: datagram) : nil
        case nil: return "it belongs to no protocol"
        }
    }

    /// The request without a response after which nothing more happens; nil when each has one.
    var unanswered: String? {
        isTrusted && isPerfect ? exchanges.unanswered.map { "the request #\($0) has no response" } : nil
    }
}
