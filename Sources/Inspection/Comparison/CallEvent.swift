/// An event of a call that another run can be expected to repeat.
package struct CallEvent: Hashable, Sendable {
    /// The time in nanoseconds since the first event.
    package let time: Int64
    /// The event in words, without ports, tokens and message ids.
    package let text: String

    package init(time: Int64, text: String) {
        self.time = time
        self.text = text
    }

    /// The prefix of changes of a calling state, which come from a journal.
    static let stateMark = "* "

    /// True for a change of a calling state.
    var isState: Bool { text.hasPrefix(Self.stateMark) }
}

/// The events of the calls of one run, in order.
package struct CallHistory: Hashable, Sendable {
    package private(set) var events: [CallEvent]
    /// True when changes of calling states are included.
    package let hasStates: Bool
    /// The number of events beyond the limit.
    package let omitted: Int

    /// Creates a history. Times are counted from the first event.
    init(_ events: [CallEvent], hasStates: Bool, omitted: Int = 0) {
        let start = events.first?.time ?? 0
        self.events = events.map { CallEvent(time: $0.time.clampedDifference(from: start), text: $0.text) }
        self.hasStates = hasStates
        self.omitted = omitted
    }

    /// The history without changes of calling states.
    var withoutStates: CallHistory {
        CallHistory(events.filter { !$0.isState }, hasStates: false, omitted: omitted)
    }
}

extension Int64 {
    /// Returns the difference, clamped to the range.
    func clampedDifference(from start: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(start)
        return overflow ? (self < start ? .min : .max) : difference
    }
}
