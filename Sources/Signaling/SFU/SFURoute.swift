public import Wire

/// A request to an SFU.
public enum SFURoute: String, CaseIterable, Hashable, Sendable {
    /// Enters a session and opens its event stream: FETCH with Observe. The response is the first representation.
    case join
    /// Leaves the session.
    case leave
    /// Reports that the client is connected, and returns the number of participants.
    case health
    /// Announces tracks.
    case setPublisher = "set_publisher"
    /// Publishes or unpublishes announced tracks.
    case updateMuteStates = "update_mute_states"
    /// Sends the tracks of other participants that the client requests.
    case updateSubscriptions = "update_subscriptions"
    /// Sends the client's media statistics.
    case sendStats = "send_stats"
    /// Enables noise cancellation for the client's microphone.
    case startNoiseCancellation = "start_noise_cancellation"
    /// Disables noise cancellation.
    case stopNoiseCancellation = "stop_noise_cancellation"

    /// The method of the request.
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

    /// The path of the request.
    public var path: [String] { ["sfu", rawValue] }

    /// Creates the route of a request.
    public init(method: CoAP.Code, path: [String]) throws(CoordinatorRoute.Problem) {
        guard path.count == 2, path[0] == "sfu", let route = SFURoute(rawValue: path[1]) else { throw .notFound }
        guard route.method == method else { throw .methodNotAllowed }
        self = route
    }
}
