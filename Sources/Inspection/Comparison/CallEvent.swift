/// One thing that happened in a call, so far as another run can be expected to show the same.
public struct CallEvent: Hashable, Sendable {
    /// Nanoseconds since the first event of its history.
    public let time: Int64
    /// Who did what to whom, without ports, tokens and message ids.
    public let text: String

    /// Makes an event.
    public init(time: Int64, text: String) {
        self.time = time
        self.text = text
    }

    /// How the texts of changes of a calling state begin, which only a journal tells.
    static let stateMark = "* "

    /// Whether it is a change of a calling state.
    var isState: Bool { text.hasPrefix(Self.stateMark) }
}

/// What happened in the calls of one run, in order.
public struct CallHistory: Hashable, Sendable {
    /// The events.
    public private(set) var events: [CallEvent]
    /// Whether changes of calling states are among them.
    public let hasStates: Bool
    /// How many events there were beyond those that are kept.
    public let untold: Int

    /// Makes a history; the times of its events are counted from the first one on.
    init(_ events: [CallEvent], hasStates: Bool, untold: Int = 0) {
        let start = events.first?.time ?? 0
        self.events = events.map { CallEvent(time: $0.time.clampedDifference(from: start), text: $0.text) }
        self.hasStates = hasStates
        self.untold = untold
    }

    /// The same without what only a journal tells.
    var withoutStates: CallHistory {
        CallHistory(events.filter { !$0.isState }, hasStates: false, untold: untold)
    }
}

extension Int64 {
    /// The difference, held at the ends of what can be said.
    func clampedDifference(from start: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(start)
        return overflow ? (self < start ? .min : .max) : difference
    }
}
