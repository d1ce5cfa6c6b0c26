public import Timing

/// All that happened in one run, in order.
public struct Journal: Sendable {
    /// What happened, first to last.
    public private(set) var entries: [JournalEntry] = []
    private let sink: (@Sendable (JournalEntry) -> Void)?

    /// Makes an empty journal; `sink` is told each entry as it is appended, so that a crash leaves what came before it.
    public init(sink: (@Sendable (JournalEntry) -> Void)? = nil) {
        self.sink = sink
    }

    /// Adds what happened at `time`, and answers its number.
    @discardableResult
    public mutating func append(_ event: JournalEvent, at time: Instant) -> Int {
        let entry = JournalEntry(number: entries.count + 1, time: time, event: event)
        entries.append(entry)
        sink?(entry)
        return entry.number
    }

    /// The whole journal as JSON, a line an entry.
    public var ndjson: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(entries.count * 128)
        for entry in entries { JournalLine.append(entry, to: &text) }
        return text
    }

    /// The first place at which this journal and `other` tell different things; nil when they tell the same.
    public func firstDifference(from other: Journal) -> Divergence? {
        let pairs = zip(entries, other.entries)
        if let (mine, theirs) = pairs.first(where: { $0 != $1 }) {
            return Divergence(number: mine.number, first: mine.description, second: theirs.description)
        }
        let shared = min(entries.count, other.entries.count)
        guard entries.count != other.entries.count else { return nil }
        return Divergence(
            number: shared + 1,
            first: entries.dropFirst(shared).first?.description,
            second: other.entries.dropFirst(shared).first?.description)
    }
}
