import Backend
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Timing

extension Stage {
    /// The number of clients with compared views. The participants of a crowd are alike.
    private static let compared = 8

    /// The first value that differs between two servers, or between a client in a call and a server; nil without one.
    var differingView: ViewDifference? {
        backend?.differenceOfServers.map { text in ViewDifference { text } } ?? differingViewOfClients
    }

    private var differingViewOfClients: ViewDifference? {
        guard let backend, !hasOwnEvents, !hasForgedClients else { return nil }
        return performers.lazy.prefix(Self.compared).compactMap { performer in
            performer.differingView(from: backend)?.within(performer.name)
        }.first
    }
}

/// A difference that may still settle.
struct UnsettledView {
    /// The number of steps that had begun or ended at the last comparison.
    private var steps: Int?
    /// The difference and the instant at which it was first seen.
    private var difference: (text: String, since: Instant)?

    /// The maximum duration of a difference on a perfect network, above the delays of events.
    static let settlingTime = Duration.milliseconds(300)
    /// The same with so many participants that a call may be large, above the delay of its counts.
    static let settlingTimeOfLargeCalls = Duration.milliseconds(1500)

    /// Returns true when the views are to be compared: once for each number of steps, and again while they differ.
    func isDue(_ steps: Int) -> Bool { difference != nil || self.steps != steps }

    /// Processes a comparison; returns the difference when it persists for a time.
    mutating func compared(_ text: String?, steps: Int, at now: Instant, for time: Duration = settlingTime) -> String? {
        self.steps = steps
        guard let text else {
            difference = nil
            return nil
        }
        guard let known = difference, known.text == text else {
            difference = (text, now)
            return nil
        }
        return known.since.duration(to: now) >= time ? text : nil
    }
}

extension Stage {
    /// Returns the failure of a difference that persists in an undisturbed run.
    ///
    /// - Parameter steps: The number of steps that have begun or ended.
    func lastingDifference(_ steps: Int) -> ExpectationFailure? {
        guard unsettledView.isDue(steps) else { return nil }
        let text = isUndisturbed ? differingView?.description : nil
        let mayBeLarge = performers.count >= configuration.participantsListed
        let time = mayBeLarge ? UnsettledView.settlingTimeOfLargeCalls : UnsettledView.settlingTime
        return unsettledView.compared(text, steps: steps, at: loop.now, for: time).map {
            failure(ofView: $0, after: time)
        }
    }

    /// Returns the failure of a command that has returned without its effect.
    func effectFailure() -> ExpectationFailure? {
        (effects.violation ?? choices.violation).map { text in
            ExpectationFailure(
                reason: "a command has returned, and its participant does not show the effect",
                expected: "the effect of the command", actual: text)
        }
    }

    func failure(ofView difference: String, after duration: Duration) -> ExpectationFailure {
        let since = "\(duration.written) after the last change"
        guard backend?.differenceOfServers == nil else {
            return ExpectationFailure(
                reason: "\(since) two servers hold different values", expected: "the same value", actual: difference)
        }
        return ExpectationFailure(
            reason: "\(since) a client shows another value than its server holds",
            expected: "what the server holds", actual: difference)
    }

    /// True when servers and network were never disturbed, or not for a long time.
    private var isUndisturbed: Bool { lastDisturbanceAt == nil || isLongUndisturbed }
}
