import CallCore
import Signaling
import Timing

/// Keeps what the SFU knows of this client's subscriptions as it wants them.
///
/// All that changes in one instant is one request, and what has not changed is not sent again. A request that fails
/// costs nothing but itself: the next change repeats the whole wish. One that was refused for the address that it came
/// from was not looked at, and is repeated by itself.
@MainActor
final class TrackSubscriber {
    /// Nil once that is over.
    private var call: Call?
    private let sfu: SFUClient
    private let scheduler: any Scheduler
    private var told: [TrackSubscription]
    private var wake: WakeID?
    private var isAsking = false
    /// Whether something was different since the client was last asked what it wants.
    private var mayHaveChanged = false
    private var isOver = false

    /// - Parameter told: What the join told already.
    init(_ call: Call, _ sfu: SFUClient, told: [TrackSubscription]) {
        self.call = call
        self.sfu = sfu
        self.told = told
        scheduler = call.client.environment.scheduler
    }

    /// Asks at the end of this instant for what the client wants, unless the SFU knows that already.
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

    /// Asks nothing any more.
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

    /// What the client wants just now, sorted, and what of the words before still counts: who left needs none.
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
