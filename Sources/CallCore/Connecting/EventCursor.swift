/// Where a client is in an event stream whose events are numbered without gaps.
public struct EventCursor: Hashable, Sendable {
    /// The number of the last event that was handled; 0 before the first one.
    public private(set) var last = 0

    /// Begins before the first event.
    public init() {}

    /// Begins again with the batch that opens a stream.
    public mutating func open(first: Int, count: Int) {
        last = first.addingReportingOverflow(max(0, count) - 1).partialValue
    }

    /// Takes a batch, and says how many of its events were handled before; nil when some are missing before it.
    public mutating func take(first: Int, count: Int) -> Int? {
        let (next, overflow) = last.addingReportingOverflow(1)
        guard !overflow, first <= next, first >= 1 else { return nil }
        let known = min(next - first, max(0, count))
        last += max(0, count) - known
        return known
    }
}
