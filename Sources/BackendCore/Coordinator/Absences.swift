import Timing

/// The dates at which clients were last heard whose connections were forgotten, by the connection's id.
///
/// To keep one costs the same however many there are: entries are dropped from the front, in the order of their coming.
struct Absences: Sendable {
    /// How long an entry is kept.
    static let lifetime = Duration.seconds(86_400)
    /// The most entries that are kept; the oldest are dropped first.
    static let most = 65_536

    private struct Entry {
        let id: String
        let expiresAt: Timestamp
    }

    private var dates: [String: Timestamp] = [:]
    private var entries: [Entry] = []
    private var head = 0

    var count: Int { dates.count }

    /// Keeps the date of a connection that is forgotten now.
    mutating func note(_ id: String, lastHeard: Timestamp, at now: Timestamp) {
        dates[id] = lastHeard
        entries.append(Entry(id: id, expiresAt: now.advanced(by: Self.lifetime)))
        while head < entries.count, entries[head].expiresAt <= now || entries.count - head > Self.most { dropFirst() }
    }

    /// Takes out the date of a connection, if it is kept.
    mutating func take(_ id: String) -> Timestamp? { dates.removeValue(forKey: id) }

    private mutating func dropFirst() {
        dates[entries[head].id] = nil
        head += 1
        guard head >= 1024, head * 2 >= entries.count else { return }
        entries.removeFirst(head)
        head = 0
    }
}
