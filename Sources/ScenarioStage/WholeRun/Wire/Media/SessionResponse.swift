import Wire

/// A response or a notification of an SFU about the media of a session.
struct SessionResponse {
    /// The requests that concern the media of a session.
    enum Route: String {
        case join = "/sfu/join"
        case publish = "/sfu/set_publisher"
        case mute = "/sfu/update_mute_states"
        case subscribe = "/sfu/update_subscriptions"
        case health = "/sfu/health"
        case leave = "/sfu/leave"
    }

    let route: Route
    /// The body of the request; nil for one that was not read.
    let request: CBOR.Map?
    let content: BodyContent
    /// False for a response that notifications may follow.
    let isFinal: Bool

    private static let prefix = Array("/sfu/".utf8)

    /// Returns nil for the response to another request.
    init?(to request: CBOR.Map?, at path: [UInt8], _ content: BodyContent, isFinal: Bool) {
        guard path.starts(with: Self.prefix), let route = Route(rawValue: String(decoding: path, as: UTF8.self)) else {
            return nil
        }
        (self.route, self.request, self.content, self.isFinal) = (route, request, content, isFinal)
    }
}
