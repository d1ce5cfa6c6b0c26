internal import Capture
internal import Wire

/// A CoAP message on its way, for telling copies, acknowledgements and resets (RFC 7252 section 4).
struct SentMessage {
    let number: Int
    let time: Int64
    /// When the last copy was seen.
    var lastTime: Int64
    let digest: UInt64
    let isConfirmable: Bool
    let kind: Signal.Kind
    let method: String?
    let path: String?
    let cids: [String]
    let token: CoAP.Token
    var isAcknowledged = false
}

/// A request, and what is known of its answer (RFC 7252 section 5).
struct Exchange {
    let number: Int
    let time: Int64
    let client: UDPEndpoint
    let server: UDPEndpoint
    let method: String
    let path: String
    let segments: [String]
    let cids: [String]
    /// Whether it registers for notifications (RFC 7641).
    let isObservation: Bool
    /// What a call's story needs of the request's body.
    let reason: String?
    let rings: Bool
    let members: [String]
    var isAnswered = false

    /// What is asked about a call, such as `accept`; empty for the call itself, nil for anything else.
    var callAction: String? {
        guard segments.count >= 4, segments[0] == "video", segments[1] == "call" else { return nil }
        return segments.count > 4 ? segments[4] : ""
    }
}

/// Who sent a message to whom, and its id.
struct MessageKey: Hashable {
    let source: UDPEndpoint
    let destination: UDPEndpoint
    let messageID: UInt16
}

/// Who asked whom, and the token.
struct ExchangeKey: Hashable {
    let client: UDPEndpoint
    let server: UDPEndpoint
    let token: CoAP.Token
}

/// A pair of endpoints, in one direction.
struct Path: Hashable {
    let from: UDPEndpoint
    let to: UDPEndpoint
}
