public import Timing

/// One thing that happened in a run, with its place in the order and its time.
public struct JournalEntry: Hashable, Sendable {
    /// The place in the journal, from 1.
    public let number: Int
    /// When it happened, on the run's own time line.
    public let time: Instant
    /// What happened.
    public let event: JournalEvent

    /// Makes an entry.
    public init(number: Int, time: Instant, event: JournalEvent) {
        self.number = number
        self.time = time
        self.event = event
    }
}

extension JournalEntry: CustomStringConvertible {
    /// The entry as its line in `journal.ndjson`.
    public var description: String {
        String(decoding: JournalLine.bytes(of: self).dropLast(), as: UTF8.self)
    }
}
