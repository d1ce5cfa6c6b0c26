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
    private let sfu: SFUClient
    private let scheduler: any Scheduler
    private let wanted: () -> [TrackSubscription]
    private let isThere: (ParticipantReference) -> Bool
    private let failed: (any Error) -> Void
    private var told: [TrackSubscription]
    private var wake: WakeID?
    private var isAsking = false
    private var isOver = false

    /// - Parameters:
    ///   - told: What the join told already.
    ///   - wanted: What the client wants just now, sorted.
    ///   - isThere: Whether somebody is in the call; who left needs no words.
    init(
        sfu: SFUClient, told: [TrackSubscription] = [], scheduler: any Scheduler,
        wanted: @escaping () -> [TrackSubscription], isThere: @escaping (ParticipantReference) -> Bool,
        failed: @escaping (any Error) -> Void
    ) {
        self.sfu = sfu
        self.told = told
        self.scheduler = scheduler
        self.wanted = wanted
        self.isThere = isThere
        self.failed = failed
    }

    /// Asks at the end of this instant for what the client wants, unless the SFU knows that already.
    func update() {
        update(after: .zero)
    }

    private func update(after pause: Duration) {
        guard wake == nil, !isAsking, !isOver else { return }
        let instant = scheduler.now.advanced(by: pause)
        wake = scheduler.schedule(at: instant, "subscriptions of session \(sfu.sessionId)") { [weak self] in
            self?.wake = nil
            self?.ask()
        }
    }

    /// Asks nothing any more.
    func end() {
        isOver = true
        if let wake { scheduler.cancel(wake) }
        wake = nil
    }

    private func ask() {
        guard !isAsking, !isOver else { return }
        let wanted = wanted()
        told.removeAll { !isThere($0.participant) }
        guard wanted != told else { return }
        isAsking = true
        let before = told
        told = wanted
        Task { @MainActor in
            do {
                try await sfu.updateSubscriptions(wanted)
                isAsking = false
                update()
            } catch {
                isAsking = false
                askFailed(error, knowing: before)
            }
        }
    }

    private func askFailed(_ error: any Error, knowing before: [TrackSubscription]) {
        guard !isOver else { return }
        failed(error)
        guard case .refused(let refusal)? = error as? RequestError, refusal.isAboutAddress else { return update() }
        told = before
        update(after: TrackPublisher.pause)
    }
}
