import Loop
import ScenarioLanguage
import ScenarioVocabulary
package import Timing

/// Determines the idle points of a run under the real clock, as far as other programs' activity is known.
///
/// Virtual time has exact idle points. Outside programs have none: they may be about to send. So an instant is idle
/// after ``silence`` without a datagram or a driver's line, when all drivers then answer a `sync` without other
/// activity. After ``maxWait`` it counts as idle in any case.
@MainActor
package final class QuiescenceMonitor {
    /// The required time without activity.
    package static let silence = Duration.milliseconds(20)
    /// The maximum time to wait for an idle point, before expectations are evaluated in any case.
    package static let maxWait = Duration.seconds(3)
    /// The tolerance of the scenario's times: the delay of an event, or the early end of a condition.
    package static let slack = Duration.milliseconds(500)

    private var lastActivity = Instant.start
    private var wantedSince: Instant?
    private var isQuiet = false
    private var isWaiting = false
    private var isDisturbed = false
    /// The instant of the last action, until expectations are evaluated.
    private var begun: Instant?
    private let sync: @MainActor () -> Void
    private let isAnswered: @MainActor () -> Bool

    /// - Parameters:
    ///   - sync: Sends a `sync` to all drivers.
    ///   - isAnswered: Returns true when all of them have answered.
    package init(sync: @escaping @MainActor () -> Void, isAnswered: @escaping @MainActor () -> Bool) {
        self.sync = sync
        self.isAnswered = isAnswered
    }

    /// Records activity.
    package func noteActivity(at now: Instant) {
        lastActivity = now
        (isQuiet, isDisturbed) = (false, true)
    }

    /// Records that a driver has answered a `sync`.
    package func answered() {
        guard isWaiting, isAnswered() else { return }
        isWaiting = false
        isQuiet = !isDisturbed
    }

    /// Returns the instant until which expectations are not evaluated; nil when they may be evaluated now.
    package func nextCheck(at now: Instant) -> Instant? {
        guard !isQuiet else {
            wantedSince = nil
            return nil
        }
        let since = wantedSince ?? now
        wantedSince = since
        let limit = since.advanced(by: Self.maxWait)
        guard now < limit else {
            wantedSince = nil
            return nil
        }
        guard !isWaiting else { return limit }
        let silent = lastActivity.advanced(by: Self.silence)
        guard now >= silent else { return min(silent, limit) }
        (isWaiting, isDisturbed) = (true, false)
        sync()
        // Drivers in virtual time have already responded to everything.
        answered()
        return isQuiet ? nil : limit
    }

    // MARK: Times of a scenario

    /// Records that expectations were evaluated, and whether an action followed.
    package func evaluated(at now: Instant, started: Bool) {
        begun = started ? now : nil
        if started { noteActivity(at: now) }
    }

    /// Returns the beginning of a step that is reached now; waiting for an idle point takes no scenario time.
    package func beginning(_ now: Instant) -> Instant { begun ?? now }

    /// Returns true when a condition of this duration may have ended; it must hold for at least half of the time.
    package func mayHaveEnded(_ duration: Duration, from began: Instant, at now: Instant) -> Bool {
        now >= began.advanced(by: max(duration / 2, duration - Self.slack))
    }
}
