import CallCore
import Timing

/// Decides when a user leaves a call because of the other participants (`semantics.md` section 0, rule 8).
@MainActor
public protocol ParticipantAutoLeavePolicy: AnyObject {
    /// Called when the policy decides that the user leaves the call.
    var onPolicyTriggered: (@MainActor () -> Void)? { get set }
}

/// A policy that never leaves.
@MainActor
public final class DefaultParticipantAutoLeavePolicy: ParticipantAutoLeavePolicy {
    /// Never called.
    public var onPolicyTriggered: (@MainActor () -> Void)?

    /// Creates the policy.
    public init() {}
}

/// A policy that leaves when every other participant has left a call that began with a ring.
@MainActor
public final class LastParticipantAutoLeavePolicy: ParticipantAutoLeavePolicy {
    /// The time for which the user must have been alone.
    public static let debounce = Duration.seconds(1)

    /// Called when the policy decides that the user leaves the call.
    public var onPolicyTriggered: (@MainActor () -> Void)?

    private let client: StreamVideo
    private var watch = LastParticipantWatch()
    private let timer: SingleTimer

    /// Creates the policy of a client.
    public init(streamVideo: StreamVideo) {
        client = streamVideo
        timer = SingleTimer(streamVideo.environment.scheduler)
        client.observe(self)
    }

    private func evaluate() {
        let active = client.state.active
        let values = active?.state.values
        let situation = LastParticipantWatch.Situation(
            ringing: client.state.ringing?.cid, active: active?.cid, sessionId: values?.sessionId ?? "",
            isConnected: values?.connectionPhase == .connected && values?.reconnectionStatus == .connected,
            participants: values?.rosterCount ?? 0, isAccepted: values?.sessionSummary?.acceptedBy.isEmpty == false)
        guard watch.isAlone(situation) else { return timer.cancel() }
        guard !timer.isSet else { return }
        timer.set(after: Self.debounce, "auto-leave") { [weak self] in self?.onPolicyTriggered?() }
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
            if changes.containsAny(of: Self.sources) { evaluate() }
        case .ringing, .active:
            evaluate()
        case .coordinator, .ring, .left, .reconnection, .stage, .settings, .externalJoinBegan, .externalJoinEnded:
            break
        }
    }
}
