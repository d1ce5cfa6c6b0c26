/// A search for the highest rate at which goals hold: which trial comes next, and the interval so far.
///
/// It follows ideas of MLRsearch (RFC 9971). Short trials come first and narrow the interval roughly; longer ones confirm
/// its bounds. Only trials of the full duration are bounds of the answer, which is an interval and no number.
package struct RateSearch {
    /// The result of a trial.
    package enum Outcome: Hashable, Sendable {
        case held(String)
        case broken(String)
        /// The generator itself was the limit.
        case invalid(String)

        package var isHeld: Bool { if case .held = self { true } else { false } }
    }

    /// A trial at a constant rate of starts.
    package struct Trial: Hashable, Sendable {
        /// Starts a second.
        package let rate: Double
        package let seconds: Double
        package var outcome: Outcome
    }

    /// The reason for the end.
    package enum End: String, Sendable {
        case narrow = "the interval is narrower than wanted"
        case highest = "the highest rate that is tried holds"
        case lowest = "the lowest rate that is tried is broken"
        case trials = "the last trials did not narrow the interval, because the limit varies"
    }

    package private(set) var trials: [Trial] = []
    package private(set) var end: End?
    private let precision: Double
    private let durations: [Double]
    private var phase = 0

    package static let lowestRate = 1.0
    package static let highestRate = 100_000.0
    private static let firstRate = 10.0
    private static let maxTrials = 80
    /// The widths at which the phases end, in widths of the answer.
    private static let widths = [4.0, 2.0, 1.0]
    private static let shares = [1.0 / 16, 1.0 / 4, 1.0]
    /// The least number of starts of a trial.
    private static let fewestStarts = 30.0

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - seconds: The duration of a trial that can be a bound of the answer.
    ///   - precision: The width of the answer relative to its lower bound.
    package init(seconds: Double, precision: Double) {
        self.precision = precision
        durations = Self.shares.map { Swift.max(1, seconds * $0) }
    }

    /// The interval of trials with the full duration. Nothing is below the lower bound's rate, or above the upper one's, if nil.
    package var interval: (lower: Trial?, upper: Trial?) { bounds(durations.count - 1) }

    /// The next trial; nil at the end.
    package mutating func next() -> (rate: Double, seconds: Double)? {
        while end == nil {
            guard trials.count < Self.maxTrials else {
                end = .trials
                break
            }
            if let rate = candidate() {
                return (rate, Swift.max(durations[phase], Self.fewestStarts / rate))
            }
        }
        return nil
    }

    package mutating func add(_ outcome: Outcome, rate: Double, seconds: Double) {
        trials.append(Trial(rate: rate, seconds: seconds, outcome: outcome))
    }

    /// The bounds that trials of a phase's duration and longer ones show. A broken rate outweighs higher ones that held.
    private func bounds(_ phase: Int) -> (lower: Trial?, upper: Trial?) {
        let valid = trials.filter { $0.seconds >= durations[phase] }
        let upper = valid.filter { !$0.outcome.isHeld }.min { $0.rate < $1.rate }
        let lower = valid.filter { $0.outcome.isHeld && $0.rate < upper?.rate ?? .infinity }.max {
            $0.rate < $1.rate
        }
        return (lower, upper)
    }

    /// The rate to try; nil when the phase, or the search, is over.
    private mutating func candidate() -> Double? {
        let earlier: (lower: Trial?, upper: Trial?) = phase > 0 ? bounds(phase - 1) : (nil, nil)
        switch bounds(phase) {
        case (nil, nil):
            return earlier.lower?.rate ?? earlier.upper.map { below($0.rate) } ?? Self.firstRate
        case (nil, let upper?):
            guard upper.rate > Self.lowestRate else { return stop(.lowest) }
            let known = earlier.lower?.rate ?? 0
            return known > 0 && known < upper.rate ? known : below(upper.rate)
        case (let lower?, nil):
            guard lower.rate < Self.highestRate else { return stop(.highest) }
            let known = earlier.upper?.rate ?? 0
            return known > lower.rate
                ? known : Swift.min(Self.highestRate, Self.rounded(lower.rate * factor))
        case (let lower?, let upper?):
            let middle = Self.rounded((lower.rate * upper.rate).squareRoot())
            let isNarrow = upper.rate / lower.rate - 1 <= precision * Self.widths[phase]
            guard isNarrow || middle <= lower.rate || middle >= upper.rate else { return middle }
            guard phase + 1 < durations.count else { return stop(.narrow) }
            phase += 1
            return nil
        }
    }

    private func below(_ rate: Double) -> Double {
        Swift.max(Self.lowestRate, Self.rounded(rate / factor))
    }

    /// The steps without a second bound: wide ones first, and fine ones around a known interval.
    private var factor: Double { phase == 0 ? 4 : 1 + precision * Self.widths[phase] }

    private mutating func stop(_ reason: End) -> Double? {
        // Short trials may break by chance, and hold by chance: only full ones end the search at a border.
        guard phase + 1 == durations.count else {
            phase += 1
            return nil
        }
        end = reason
        return nil
    }

    /// Four significant digits, which people can read and repeat.
    private static func rounded(_ rate: Double) -> Double {
        var scale = 1.0
        while rate * scale < 1000 { scale *= 10 }
        while rate * scale >= 10_000 { scale /= 10 }
        return (rate * scale).rounded() / scale
    }
}
