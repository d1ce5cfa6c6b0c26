package import Timing

/// The events of one run, in order.
package struct Journal: Sendable {
    /// The entries, first to last.
    package private(set) var entries: [JournalEntry] = []
    private let sink: (@Sendable (JournalEntry) -> Void)?

    /// Creates an empty journal; `sink` receives each appended entry, so that a crash leaves those before it.
    package init(sink: (@Sendable (JournalEntry) -> Void)? = nil) {
        self.sink = sink
    }

    /// Appends an event, and returns the number of its entry.
    @discardableResult
    package mutating func append(_ event: JournalEvent, at time: Instant) -> Int {
        let entry = JournalEntry(number: entries.count + 1, time: time, event: event)
        entries.append(entry)
        sink?(entry)
        return entry.number
    }

    /// The journal as JSON, one entry per line.
    package var ndjson: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(entries.count * 128)
        for entry in entries { JournalLine.append(entry, to: &text) }
        return text
    }
}
