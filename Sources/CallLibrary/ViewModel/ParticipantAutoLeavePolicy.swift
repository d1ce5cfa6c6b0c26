import CallCore
import Timing

/// Says when a user is to leave a call because of who else is in it (`semantics.md` section 0, rule 8).
@MainActor
public protocol ParticipantAutoLeavePolicy: AnyObject {
    /// Called when it is time to leave.
    var onPolicyTriggered: (@MainActor () -> Void)? { get set }
}

/// Never says so.
@MainActor
public final class DefaultParticipantAutoLeavePolicy: ParticipantAutoLeavePolicy {
    /// Never called.
    public var onPolicyTriggered: (@MainActor () -> Void)?

    /// Makes the policy.
    public init() {}
}

/// Says so when everybody else has left a call that began with a ring.
@MainActor
public final class LastParticipantAutoLeavePolicy: ParticipantAutoLeavePolicy {
    /// How long the user must have been alone.
    public static let debounce = Duration.seconds(1)

    /// Called when it is time to leave.
    public var onPolicyTriggered: (@MainActor () -> Void)?

    private let client: StreamVideo
    private var watch = LastParticipantWatch()
    private var wake: WakeID?

    /// Makes the policy of a client.
    public init(streamVideo: StreamVideo) {
        client = streamVideo
        client.observe(self)
    }

    private func look() {
        let active = client.state.active
        let values = active?.state.values
        let situation = LastParticipantWatch.Situation(
            ringing: client.state.ringing?.cid, active: active?.cid,
            isConnected: values?.connectionPhase == .connected && values?.reconnectionStatus == .connected,
            participants: values?.rosterCount ?? 0, isAccepted: values?.sessionSummary?.acceptedBy.isEmpty == false)
        guard watch.isAlone(situation) else {
            if let wake { client.environment.scheduler.cancel(wake) }
            wake = nil
            return
        }
        guard wake == nil else { return }
        let scheduler = client.environment.scheduler
        wake = scheduler.schedule(at: scheduler.now.advanced(by: Self.debounce), "auto-leave") { [weak self] in
            self?.wake = nil
            self?.onPolicyTriggered?()
        }
    }
}

extension LastParticipantAutoLeavePolicy: ClientObserver {
    /// The properties on which the policy depends.
    private static let sources = CallStateChanges.Properties(
        [.participants, .session, .connectionPhase, .reconnectionStatus])

    var followsEveryCall: Bool { false }
    var followsChanges: Bool { true }

    func client(_ client: StreamVideo, saw event: ClientEvent) {
        switch event {
        case .changed(let call, let changes):
            guard call === client.state.active else { return }
            if changes.containsAny(of: Self.sources) { look() }
        case .ringing, .active:
            look()
        case .coordinator, .left, .reconnection, .restored, .stage, .settings, .externalJoinBegan, .externalJoinEnded:
            break
        }
    }
}
