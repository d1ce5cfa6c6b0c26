/// The instants of starts that a shape plans. The start of number n comes when the rate's integral reaches n.
package struct PlannedStarts: Sequence, IteratorProtocol {
    private let sections: [LoadShape.Section]
    private var index = 0
    /// The time at which the current section begins.
    private var base = Duration.zero
    /// The integral of the rate up to the current section.
    private var area = 0.0
    private var count = 0
    /// The starts that are left of a burst.
    private var left = 0

    /// The share of a start by which rounding may miss the end of a section.
    private static let tolerance = 1e-6

    /// Plans the starts of a shape.
    ///
    /// - Parameter share: The share of the first start that has passed already. With 1 it comes at the beginning, and with
    ///   more some starts are overdue.
    init(_ shape: LoadShape, carrying share: Double = 1) {
        sections = shape.sections
        area = share - 1
    }

    /// The time of the next start from the beginning; nil after the last one.
    package mutating func next() -> Duration? {
        while left == 0, sections.indices.contains(index) {
            switch sections[index] {
            case .burst(let size):
                left = size
                index += 1
            case .slope(let from, let to, let duration):
                if let start = start(from, to, duration) { return start }
                area += (from + to) / 2 * (duration / .seconds(1))
                base += duration
                index += 1
            }
        }
        return takeOfBurst()
    }

    private mutating func takeOfBurst() -> Duration? {
        guard left > 0 else { return nil }
        left -= 1
        count += 1
        area += 1
        return base
    }

    /// The next start within a slope; nil when the slope ends before it.
    private mutating func start(_ from: Double, _ to: Double, _ duration: Duration) -> Duration? {
        let seconds = duration / .seconds(1)
        let missing = Swift.max(0, Double(count) - area)
        guard missing < (from + to) / 2 * seconds - Self.tolerance else { return nil }
        count += 1
        guard missing > 0 else { return base }
        // The smaller root of the quadratic in the form that loses no digits when the slope is flat.
        let slope = (to - from) / seconds
        let root = Swift.max(0, from * from + 2 * slope * missing).squareRoot()
        let time = 2 * missing / (from + root)
        return base + .nanoseconds(Int64(Swift.min(time, seconds) * 1e9))
    }
}
