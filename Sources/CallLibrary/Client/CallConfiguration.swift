public import CallCore
public import Signaling
public import Wire

/// The settings of a client's behavior.
public struct CallConfiguration: Sendable {
    /// The time limits of a call's operations.
    public var timeouts: CallTimeouts
    /// The retries of a join after transient failures.
    public var joinRetries: RetryPolicy
    /// True when a ring is rejected with reason `busy` during another call.
    public var rejectCallWhenBusy: Bool
    /// True when a user with access to backstage leaves when the call stops being live. Other users always leave.
    public var leavesWhenLiveEnds: Bool
    /// The interval of health requests to the SFU.
    public var healthInterval: Duration
    /// The time without a response from the SFU after which the connection counts as lost.
    public var healthTimeout: Duration
    /// The kind of client that other participants see.
    public var participantSource: ParticipantSource
    /// The limits of reconnects to a lost session.
    public var reconnection: ReconnectionLimits
    /// The transmission parameters of CoAP (RFC 7252 section 4.8). By default four requests per server may be pending,
    /// so a lost request does not delay the others.
    public var transmission: CoAP.TransmissionParameters
    /// The synthetic media that replace microphone, camera and screen; nil for signaling without media.
    public var media: MediaConfiguration?

    /// The public key of the backend, as `rollcall serve` prints it. The client uses it to seal its token and to prove
    /// its requests; nil for neither.
    public var serverKey: ServerKey?

    /// Creates a configuration. The defaults are the documented behavior.
    public init(
        timeouts: CallTimeouts = CallTimeouts(), joinRetries: RetryPolicy = .fastAndSimple,
        rejectCallWhenBusy: Bool = false, leavesWhenLiveEnds: Bool = false, healthInterval: Duration = .seconds(5),
        healthTimeout: Duration = .seconds(15), participantSource: ParticipantSource = .webrtc,
        reconnection: ReconnectionLimits = ReconnectionLimits(),
        transmission: CoAP.TransmissionParameters = .init(nStart: 4), media: MediaConfiguration? = nil
    ) {
        self.timeouts = timeouts
        self.joinRetries = joinRetries
        self.rejectCallWhenBusy = rejectCallWhenBusy
        self.leavesWhenLiveEnds = leavesWhenLiveEnds
        self.healthInterval = healthInterval
        self.healthTimeout = healthTimeout
        self.participantSource = participantSource
        self.reconnection = reconnection
        self.transmission = transmission
        self.media = media
    }
}
