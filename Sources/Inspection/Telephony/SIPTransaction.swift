internal import Capture
internal import Containers
internal import Telephony

/// A message with its packet.
struct SIPArrival {
    let message: SIP.Message
    let envelope: SIP.Envelope
    let number: Int
    let time: Int64
    let from: UDPEndpoint
    let to: UDPEndpoint

    /// The branch of the last hop. A client before RFC 3261 sends none that identifies the transaction.
    fileprivate var branch: String {
        guard let branch = envelope.vias.first?.branch, branch.hasPrefix("z9hG4bK"), branch.utf8.count > 7 else {
            return "\(envelope.callID) \(envelope.from.tag ?? "") \(envelope.sequence)"
        }
        return branch
    }

    /// The client's name for itself in the last hop, with a port.
    fileprivate var sentBy: String {
        guard let hop = envelope.vias.first else { return "" }
        return "\(hop.host.lowercased()):\(hop.port ?? 5060)"
    }
}

/// A request with the state of its response (RFC 3261 section 17).
struct SIPTransaction {
    let number: Int
    let time: Int64
    let client: UDPEndpoint
    let method: String
    let uri: String
    let hasCredentials: Bool
    var isAnswered = false
    var isCancelled = false

    init(_ arrival: SIPArrival) {
        number = arrival.number
        time = arrival.time
        client = arrival.from
        method = arrival.envelope.method
        uri = arrival.message.uri ?? ""
        hasCredentials = ["authorization", "proxy-authorization"].contains { name in
            arrival.message.first(HeaderName(name)) != nil
        }
    }

    /// True for the refusal of a request without credentials, and of one that was cancelled.
    func expects(_ status: Int) -> Bool {
        switch status {
        case 401, 407: !hasCredentials
        case 487: isCancelled
        default: false
        }
    }
}

/// A message that was sent.
struct SentSIPMessage {
    let number: Int
    let time: Int64
    /// The time of the last copy.
    var lastTime: Int64
}

/// A message between two endpoints. Its repetitions have the same key.
struct SIPMessageKey: Hashable, MapKey {
    private let path: Path
    private let branch: String
    private let method: String
    private let status: Int
    private let tag: String

    init(_ arrival: SIPArrival) {
        path = Path(from: arrival.from, to: arrival.to)
        branch = arrival.branch
        method = arrival.envelope.method
        status = arrival.message.status ?? 0
        tag = arrival.envelope.to.tag ?? ""
    }
}

/// A transaction between two hosts (RFC 3261 section 17.1.3). The ports may differ: without `rport`, a response goes to the
/// port of the last hop and not to that of the request (section 18.2.2).
struct SIPTransactionKey: Hashable, MapKey {
    private let client: IPAddress
    private let server: IPAddress
    private let sentBy: String
    private let branch: String
    private let method: String

    /// The transaction of a message. The method may be that of another transaction with the same branch.
    init(_ arrival: SIPArrival, method: String? = nil) {
        let isRequest = arrival.message.method != nil
        client = isRequest ? arrival.from.host : arrival.to.host
        server = isRequest ? arrival.to.host : arrival.from.host
        sentBy = arrival.sentBy
        branch = arrival.branch
        self.method = method ?? arrival.envelope.method
    }
}

/// The sequence number of a request in a call, between two hosts in either direction.
struct SIPSequenceKey: Hashable, MapKey {
    private let callID: String
    private let tag: String
    private let sequence: Int

    init(_ arrival: SIPArrival) {
        callID = arrival.envelope.callID
        tag = arrival.envelope.from.tag ?? ""
        sequence = arrival.envelope.sequence
    }
}
