package import Timing

/// An event of a run, with its number and its time.
package struct JournalEntry: Hashable, Sendable {
    /// The number in the journal, from 1.
    package let number: Int
    /// The instant, on the run's own time line.
    package let time: Instant
    /// The event.
    package let event: JournalEvent

    package init(number: Int, time: Instant, event: JournalEvent) {
        self.number = number
        self.time = time
        self.event = event
    }
}

extension JournalEntry: CustomStringConvertible {
    /// The entry as its line in `journal.ndjson`.
    package var description: String {
        String(decoding: JournalLine.bytes(of: self).dropLast(), as: UTF8.self)
    }
}
