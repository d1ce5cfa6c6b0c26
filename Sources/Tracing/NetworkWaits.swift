internal import Journal
internal import Timing
internal import Wire

/// The datagrams that links delay. They have no number yet, and are found again by their addresses, size and instant.
struct NetworkWaits<Start> {
    private struct Wait: Hashable {
        let from: SocketAddress
        let to: SocketAddress
        let byteCount: Int
        let end: Instant

        init(_ datagram: JournalEvent.Datagram, until end: Instant) {
            (from, to, byteCount) = (datagram.from, datagram.to, datagram.byteCount)
            self.end = end
        }
    }

    /// The starts of equal waits, oldest first.
    private var starts: [Wait: [Start]] = [:]

    /// Begins the wait of a datagram. One that waited at another link until now has waited since then.
    mutating func begin(
        _ datagram: JournalEvent.Datagram, until end: Instant, at time: Instant, _ start: () -> Start
    ) {
        let first = self.end(datagram, at: time) ?? start()
        starts[Wait(datagram, until: end), default: []].append(first)
    }

    /// Ends the wait of a datagram and returns its start; nil for one that no link delayed.
    mutating func end(_ datagram: JournalEvent.Datagram, at time: Instant) -> Start? {
        let wait = Wait(datagram, until: time)
        guard var equal = starts.removeValue(forKey: wait) else { return nil }
        let first = equal.removeFirst()
        if !equal.isEmpty { starts[wait] = equal }
        return first
    }
}
