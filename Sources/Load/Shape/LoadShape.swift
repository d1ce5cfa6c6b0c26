/// The planned rate of starts over time: sections in order, such as `ramp(0→2000/s, 60s), hold(10min)`.
package struct LoadShape: Hashable, Sendable {
    /// One part of a shape.
    package enum Section: Hashable, Sendable {
        /// A rate in starts a second that changes evenly from one value to another.
        case slope(from: Double, to: Double, lasting: Duration)
        /// So many starts at one instant.
        case burst(Int)
    }

    /// The most instances that start at one instant.
    package static let mostAtOnce = 1_000_000

    /// The sections in the order of time.
    package let sections: [Section]
    /// The shape as it was written.
    package let text: String

    package init(_ sections: [Section], text: String) {
        self.sections = sections
        self.text = text
    }

    /// The time from the first section to the end of the last one.
    package var duration: Duration {
        sections.reduce(.zero) { sum, section in
            if case .slope(_, _, let duration) = section { sum + duration } else { sum }
        }
    }

    /// The number of planned starts.
    package var count: Int { Int(min(area(until: duration).rounded(), 1e15)) }

    /// The planned starts, first to last, as times from the beginning.
    package var starts: PlannedStarts { PlannedStarts(self) }

    /// The number of starts up to a time from the beginning, as the integral of the rate, with all bursts until then.
    func area(until time: Duration) -> Double {
        var (area, begin) = (0.0, Duration.zero)
        for section in sections {
            guard begin <= time else { break }
            switch section {
            case .burst(let size): area += Double(size)
            case .slope(let from, let to, let duration):
                let part = min(duration, time - begin)
                let end = from + (to - from) * (part / duration)
                area += (from + end) / 2 * (part / .seconds(1))
                begin += duration
            }
        }
        return area
    }

    /// The rest of the shape after a time from the beginning, with all rates multiplied by a factor, and with a burst of some
    /// starts before it.
    func rest(after time: Duration, times factor: Double, first burst: Int) -> LoadShape {
        var rest: [Section] = burst > 0 ? [.burst(burst)] : []
        var begin = Duration.zero
        for section in sections {
            switch section {
            case .burst(let size):
                if begin > time { rest.append(.burst(max(1, Int((Double(size) * factor).rounded())))) }
            case .slope(let from, let to, let duration):
                let passed = max(.zero, time - begin)
                begin += duration
                guard passed < duration else { continue }
                let first = from + (to - from) * (passed / duration)
                rest.append(.slope(from: first * factor, to: to * factor, lasting: duration - passed))
            }
        }
        return LoadShape(rest, text: text)
    }

    /// The rate at a time from the beginning, in starts a second; 0 after the end.
    package func rate(at time: Duration) -> Double {
        var begin = Duration.zero
        for case .slope(let from, let to, let duration) in sections {
            if time < begin + duration { return from + (to - from) * ((time - begin) / duration) }
            begin += duration
        }
        return 0
    }
}
