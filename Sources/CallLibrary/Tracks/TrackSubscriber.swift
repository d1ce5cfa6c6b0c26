import CallCore
import Signaling
import Timing

/// Synchronizes the SFU's state of this client's subscriptions with the client's choices.
///
/// All changes of one instant form one request, and unchanged subscriptions are not sent again. A request with a
/// transient failure is repeated. After a final refusal the next change sends all subscriptions.
@MainActor
final class TrackSubscriber {
    /// The call; nil after the end.
    private var call: Call?
    /// The call after the end, for the outcome of a pending request.
    private weak var formerCall: Call?
    let sfu: SFUClient
    private let scheduler: any Scheduler
    /// The subscriptions that the SFU has; nil when unknown, because a request failed.
    private var sent: [TrackSubscription]?
    private lazy var timer = SingleTimer(scheduler)
    /// True when the scheduled request repeats a failed one after a pause.
    private var isPausing = false
    private var isRequesting = false
    /// True when the state changed after the subscriptions were last computed.
    private var mayHaveChanged = false
    private var isOver = false
    /// The time between a transient failure and the next request, which doubles with each failure.
    private var pause = TrackPublisher.pause
    private static let longestPause = Duration.seconds(8)

    /// - Parameter sent: The subscriptions that the join sent.
    init(_ call: Call, _ sfu: SFUClient, sent: [TrackSubscription]) {
        self.call = call
        self.sfu = sfu
        self.sent = sent
        scheduler = call.client.environment.scheduler
    }

    /// Sends the subscriptions at the end of this instant, unless the SFU has them already.
    func update() {
        // A change does not wait for the end of the pause after a failure.
        if isPausing { timer.cancel() }
        update(after: .zero)
    }

    private func update(after pause: Duration) {
        mayHaveChanged = true
        guard !timer.isSet, !isRequesting, !isOver else { return }
        isPausing = pause > .zero
        timer.set(after: pause, "subscriptions of session ", sfu.sessionId) { [self] in request() }
    }

    /// Sends all subscriptions again. The SFU may have processed an earlier request after the session's last join.
    func refresh() {
        sent = nil
        update()
    }

    /// Stops sending requests. A pending request continues.
    func end() {
        isOver = true
        formerCall = call
        call = nil
        timer.cancel()
    }

    private func request() {
        guard !isOver else { return }
        mayHaveChanged = false
        let (wanted, known) = currentSubscriptions()
        sent = known
        guard wanted != sent else { return }
        isRequesting = true
        sent = wanted
        sfu.updateSubscriptions(wanted) { [self] outcome in
            isRequesting = false
            guard !isOver else {
                formerCall?.formerTrackRequestEnded(in: sfu.sessionId)
                return
            }
            switch outcome {
            case .success:
                pause = TrackPublisher.pause
                if mayHaveChanged { update() }
            case .failure(let error): requestFailed(error)
            }
        }
    }

    /// Returns the sorted current subscriptions, and the sent ones without those of departed participants.
    private func currentSubscriptions() -> (wanted: [TrackSubscription], known: [TrackSubscription]?) {
        guard let call else { return ([], []) }
        let sent = sent
        return call.state.read { values in
            (values.subscriptions(), sent?.filter { values.hasParticipant($0.participant.sessionId) })
        }
    }

    private func requestFailed(_ error: any Error) {
        let isTransient = (error as? RequestError)?.isTransient ?? false
        let mark = "call.subscriptions.\(isTransient ? "failed" : "refused")"
        call?.client.environment.trace(.mark(name: mark, details: [("error", "\(error)")]))
        guard isTransient else {
            pause = TrackPublisher.pause
            return update()
        }
        sent = nil
        update(after: pause)
        pause = min(pause * 2, Self.longestPause)
    }
}
