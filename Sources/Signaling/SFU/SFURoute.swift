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

    /// The path of the request.
    public var path: [String] { ["sfu", rawValue] }
}
