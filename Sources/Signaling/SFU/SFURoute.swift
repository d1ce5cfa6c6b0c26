public import Wire

/// What a request to an SFU asks for.
public enum SFURoute: String, CaseIterable, Hashable, Sendable {
    /// Enters a session and opens its event stream: FETCH with Observe; the join response is the first thing on it.
    case join
    /// Leaves the session.
    case leave
    /// Says that the client is there, and learns how many others are.
    case health
    /// Announces tracks.
    case setPublisher = "set_publisher"
    /// Publishes announced tracks, or no longer.
    case updateMuteStates = "update_mute_states"
    /// Says which tracks of the others the client wants.
    case updateSubscriptions = "update_subscriptions"
    /// Tells what the client has sent and received.
    case sendStats = "send_stats"
    /// Takes noise out of what the client publishes of its microphone.
    case startNoiseCancellation = "start_noise_cancellation"
    /// Takes it out no more.
    case stopNoiseCancellation = "stop_noise_cancellation"

    /// The request's method.
    public var method: CoAP.Code { self == .join ? .fetch : .post }

    /// The bodies of request and response.
    package var bodies: (request: any Body.Type, response: any Body.Type) {
        switch self {
        case .join: (SFUJoinRequest.self, SFUJoinResponse.self)
        case .leave: (SFULeaveRequest.self, EmptyBody.self)
        case .health: (SFUHealthRequest.self, SFUHealthResponse.self)
        case .setPublisher: (SetPublisherRequest.self, EmptyBody.self)
        case .updateMuteStates: (UpdateMuteStatesRequest.self, EmptyBody.self)
        case .updateSubscriptions: (UpdateSubscriptionsRequest.self, EmptyBody.self)
        case .sendStats: (SendStatsRequest.self, EmptyBody.self)
        case .startNoiseCancellation, .stopNoiseCancellation: (NoiseCancellationRequest.self, EmptyBody.self)
        }
    }

    /// The request's path.
    public var path: [String] { ["sfu", rawValue] }

    /// Finds the route of a request.
    public init(method: CoAP.Code, path: [String]) throws(CoordinatorRoute.Problem) {
        guard path.count == 2, path[0] == "sfu", let route = SFURoute(rawValue: path[1]) else { throw .notFound }
        guard route.method == method else { throw .methodNotAllowed }
        self = route
    }
}
