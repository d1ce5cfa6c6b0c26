/// The planned rate of starts over time: sections in order, such as `ramp(0→2000/s, 60s), hold(10min)`.
package struct LoadShape: Hashable, Sendable {
    /// One part of a shape.
    package enum Section: Hashable, Sendable {
        /// A rate in starts a second that changes evenly from one value to another.
        case slope(from: Double, to: Double, lasting: Duration)
        /// So many starts at one instant.
        case burst(Int)
    }

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

    /// The planned starts, first to last, as times from the beginning.
    package var starts: PlannedStarts { PlannedStarts(self) }

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
