import CallCore
import Signaling
import Timing

/// Synchronizes the SFU's state of this client's subscriptions with the client's choices.
///
/// All changes of one instant form one request, and unchanged subscriptions are not sent again. A failed request is not
/// repeated: the next change sends all subscriptions. The SFU did not evaluate a request that it refused because of the
/// client's address, so that request is repeated.
@MainActor
final class TrackSubscriber {
    /// The call; nil after the end.
    private var call: Call?
    private let sfu: SFUClient
    private let scheduler: any Scheduler
    private var told: [TrackSubscription]
    private var wake: WakeID?
    private var isAsking = false
    /// True when the state changed after the subscriptions were last computed.
    private var mayHaveChanged = false
    private var isOver = false

    /// - Parameter told: The subscriptions that the join sent.
    init(_ call: Call, _ sfu: SFUClient, told: [TrackSubscription]) {
        self.call = call
        self.sfu = sfu
        self.told = told
        scheduler = call.client.environment.scheduler
    }

    /// Sends the subscriptions at the end of this instant, unless the SFU has them already.
    func update() {
        update(after: .zero)
    }

    private func update(after pause: Duration) {
        mayHaveChanged = true
        guard wake == nil, !isAsking, !isOver else { return }
        let instant = scheduler.now.advanced(by: pause)
        wake = scheduler.schedule(at: instant, "subscriptions of session ", sfu.sessionId) { [self] in
            wake = nil
            ask()
        }
    }

    /// Stops sending requests.
    func end() {
        isOver = true
        call = nil
        if let wake { scheduler.cancel(wake) }
        wake = nil
    }

    private func ask() {
        guard !isAsking, !isOver else { return }
        mayHaveChanged = false
        let (wanted, known) = wishes()
        told = known
        guard wanted != told else { return }
        isAsking = true
        let before = told
        told = wanted
        sfu.updateSubscriptions(wanted) { [self] outcome in
            isAsking = false
            switch outcome {
            case .success: if mayHaveChanged { update() }
            case .failure(let error): askFailed(error, knowing: before)
            }
        }
    }

    /// Returns the sorted current subscriptions, and the sent ones without those of departed participants.
    private func wishes() -> (wanted: [TrackSubscription], known: [TrackSubscription]) {
        guard let call else { return ([], []) }
        let told = told
        return call.state.answer { values in
            (values.subscriptions(), told.filter { values.isThere($0.participant.sessionId) })
        }
    }

    private func askFailed(_ error: any Error, knowing before: [TrackSubscription]) {
        guard !isOver else { return }
        call?.client.environment.trace(.mark(name: "call.subscriptions.failed", details: [("error", "\(error)")]))
        guard case .refused(let refusal)? = error as? RequestError, refusal.isAboutAddress else { return update() }
        told = before
        update(after: TrackPublisher.pause)
    }
}
