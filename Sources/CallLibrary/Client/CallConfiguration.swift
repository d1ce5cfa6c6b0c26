public import CallCore
public import Signaling
public import Wire

/// How a client behaves.
public struct CallConfiguration: Sendable {
    /// How long the parts of a call's life may take.
    public var timeouts: CallTimeouts
    /// How a join that failed for a passing reason is tried again.
    public var joinRetries: RetryPolicy
    /// Whether a ring is rejected with reason `busy` while another call goes on.
    public var rejectCallWhenBusy: Bool
    /// Whether a user who may be in backstage leaves as well when the call stops being live; others always leave.
    public var leavesWhenLiveEnds: Bool
    /// How often the client tells its SFU that it is there.
    public var healthInterval: Duration
    /// How long the SFU may stay silent before the connection counts as lost.
    public var healthTimeout: Duration
    /// Where this client's participants come from, as the others see it.
    public var participantSource: ParticipantSource
    /// How the client comes back to a session that it lost.
    public var reconnection: ReconnectionLimits
    /// How CoAP retransmits. Four requests to one server may be under way, so that one that is lost holds up no other.
    public var transmission: CoAP.TransmissionParameters
    /// What this client sends in place of microphone, camera and screen; nil for signalling alone, without media.
    public var media: MediaConfiguration?

    /// Describes a client's behaviour; the documented one unless told otherwise.
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
