/// A client's position in an event stream whose events are numbered without gaps.
public struct EventCursor: Hashable, Sendable {
    /// The number of the last handled event; 0 before the first one.
    public private(set) var last = 0

    /// Creates a cursor before the first event.
    public init() {}

    /// Restarts after the batch that opens a stream.
    ///
    /// - Parameters:
    ///   - first: The number of the batch's first event.
    ///   - count: The number of events in the batch.
    public mutating func open(first: Int, count: Int) {
        last = first.addingReportingOverflow(max(0, count) - 1).partialValue
    }

    /// Advances by a batch. Returns the number of known events in it; nil when events before it are missing.
    public mutating func take(first: Int, count: Int) -> Int? {
        let (next, overflow) = last.addingReportingOverflow(1)
        guard !overflow, first <= next, first >= 1 else { return nil }
        let known = min(next - first, max(0, count))
        last += max(0, count) - known
        return known
    }
}
