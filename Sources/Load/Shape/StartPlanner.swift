package import Timing

/// The instants of a shape's starts on a clock that can be held, at a pace that can be changed.
package struct StartPlanner {
    /// The factor of the shape's rates.
    package private(set) var pace = 1.0
    private var shape: LoadShape
    private var starts: PlannedStarts
    /// The instant of the shape's beginning.
    private var origin: Instant
    /// The share of a start that had passed at the origin.
    private var share = 1.0
    /// The number of starts since the origin.
    private var taken = 0
    private var upcoming: Duration?
    private let part: LoadShare
    /// The number of starts of all parts before the origin.
    private var before = 0
    private var heldSince: Instant?

    private static let paces = 0.01...100.0

    /// Plans the starts of a part of a shape. All parts together have the starts of the whole.
    package init(_ shape: LoadShape, at origin: Instant, part: LoadShare = .whole) {
        self.shape = shape
        self.origin = origin
        self.part = part
        starts = shape.starts
        upcoming = starts.next()
        skip()
    }

    /// Passes the starts of other parts.
    private mutating func skip() {
        while upcoming != nil, !part.has(before + taken) {
            taken += 1
            upcoming = starts.next()
        }
    }

    /// The instant of the next start; nil while it is held, and after the last one.
    package var next: Instant? { heldSince == nil ? upcoming.map { origin.advanced(by: $0) } : nil }

    /// True after the last start.
    package var isOver: Bool { upcoming == nil }

    /// Moves on to the start after the next one.
    package mutating func take() {
        taken += 1
        upcoming = starts.next()
        skip()
    }

    /// Holds the starts until ``resume(at:)``.
    package mutating func hold(at now: Instant) {
        heldSince = heldSince ?? now
    }

    /// Resumes the shape where it was held.
    package mutating func resume(at now: Instant) {
        guard let since = heldSince else { return }
        origin = origin.advanced(by: since.duration(to: now))
        heldSince = nil
    }

    /// Multiplies the rates of the rest of the shape; its sections keep their durations.
    package mutating func scale(by factor: Double, at now: Instant) {
        guard !isOver, Self.paces.contains(pace * factor) else { return }
        let now = heldSince ?? now
        let passed = origin.duration(to: now)
        // Parts that have passed other numbers of starts agree on those before the upcoming one of all.
        let due = min(taken, Int(shape.area(until: passed) + share))
        let number = before + due
        share += shape.area(until: passed) - Double(due)
        // Starts that are overdue, as in a burst, are a burst of the rest.
        let overdue = Int(max(1, share).rounded(.up)) - 1
        share -= Double(overdue)
        shape = shape.rest(after: passed, times: factor, first: overdue)
        pace *= factor
        (origin, taken, before) = (now, 0, number)
        starts = PlannedStarts(shape, carrying: share)
        upcoming = starts.next()
        skip()
    }
}
