import Loop
import ScenarioLanguage
import ScenarioVocabulary
package import Timing

/// When a run under the real clock may be looked at: when nothing is under way, as far as can be known of others.
///
/// Virtual time knows quiet instants. With outside programs there are none: they may be about to send. So an instant
/// counts as quiet when for ``silence`` no datagram passed and no driver said anything, and then all drivers have
/// answered a `sync` without anything else happening before; or when that has not come about for ``patience``.
@MainActor
package final class QuiescenceMonitor {
    /// For how long nothing must have happened.
    package static let silence = Duration.milliseconds(20)
    /// How long quiet is waited for, before what is to be looked at is looked at anyway.
    package static let patience = Duration.seconds(3)
    /// How much later than a scenario says something may come true, and how much earlier it may end.
    package static let slack = Duration.milliseconds(500)

    private var lastActivity = Instant.start
    private var wantedSince: Instant?
    private var isQuiet = false
    private var isAsking = false
    private var isDisturbed = false
    /// When something was last made to happen, as long as nothing was looked at since.
    private var begun: Instant?
    private let ask: @MainActor () -> Void
    private let isAnswered: @MainActor () -> Bool

    /// - Parameters:
    ///   - ask: Sends a `sync` to all drivers.
    ///   - isAnswered: Whether all of them have answered.
    package init(ask: @escaping @MainActor () -> Void, isAnswered: @escaping @MainActor () -> Bool) {
        self.ask = ask
        self.isAnswered = isAnswered
    }

    /// Something happened.
    package func noteActivity(at now: Instant) {
        lastActivity = now
        (isQuiet, isDisturbed) = (false, true)
    }

    /// A driver has answered a `sync`.
    package func answered() {
        guard isAsking, isAnswered() else { return }
        isAsking = false
        isQuiet = !isDisturbed
    }

    /// Until when the run is not to be looked at; nil when it may be now.
    package func unquiet(at now: Instant) -> Instant? {
        guard !isQuiet else {
            wantedSince = nil
            return nil
        }
        let since = wantedSince ?? now
        wantedSince = since
        let limit = since.advanced(by: Self.patience)
        guard now < limit else {
            wantedSince = nil
            return nil
        }
        guard !isAsking else { return limit }
        let silent = lastActivity.advanced(by: Self.silence)
        guard now >= silent else { return min(silent, limit) }
        (isAsking, isDisturbed) = (true, false)
        ask()
        return limit
    }

    // MARK: Times that a scenario says

    /// The run was looked at, and something was made to happen, or not.
    package func looked(at now: Instant, started: Bool) {
        begun = started ? now : nil
        if started { noteActivity(at: now) }
    }

    /// When a step begins that is reached now: what waits for quiet costs no time of the scenario's.
    package func beginning(_ now: Instant) -> Instant { begun ?? now }

    /// Whether what must hold for so long from then on may have ended by now; half of the time it must hold in any case.
    package func mayHaveEnded(_ duration: Duration, from began: Instant, at now: Instant) -> Bool {
        now >= began.advanced(by: max(duration / 2, duration - Self.slack))
    }
}
