internal import Capture
internal import Containers
internal import Wire

/// A CoAP message, for recognising copies, acknowledgements and resets (RFC 7252 section 4).
struct SentMessage {
    let number: Int
    let time: Int64
    /// The time of the last copy.
    var lastTime: Int64
    let digest: UInt64
    let isConfirmable: Bool
    let role: Signal.Role
    let method: String?
    let path: String?
    let cids: [String]
    let token: CoAP.Token
    var isAcknowledged = false
}

/// A request with the state of its response (RFC 7252 section 5).
struct Exchange {
    let number: Int
    let time: Int64
    let client: UDPEndpoint
    let method: String
    let path: String
    let segments: [String]
    let cids: [String]
    /// True for an observation (RFC 7641).
    let isObservation: Bool
    /// The reason in the request's body.
    let reason: String?
    let rings: Bool
    let members: [String]
    var isAnswered = false

    /// The action on a call, such as `accept`; empty for the call itself, nil for other requests.
    var callAction: String? {
        guard segments.count >= 4, segments[0] == "video", segments[1] == "call" else { return nil }
        return segments.count > 4 ? segments[4] : ""
    }
}

/// A message id between two endpoints.
struct MessageKey: Hashable, MapKey {
    let source: UDPEndpoint
    let destination: UDPEndpoint
    let messageID: UInt16
}

/// A token between two endpoints.
struct ExchangeKey: Hashable, MapKey {
    let client: UDPEndpoint
    let server: UDPEndpoint
    let token: CoAP.Token
}

/// A pair of endpoints, in one direction.
struct Path: Hashable, MapKey {
    let from: UDPEndpoint
    let to: UDPEndpoint
}
