internal import Containers

/// The guests, the oldest first, with the bytes that count for each: profile and devices.
struct GuestProfiles: Sendable {
    /// The maximum number of guests.
    static let maxCount = 10_000
    /// The default of the maximum bytes of all guests.
    static let maxBytes = 16 << 20

    private var guests = SizedQueue<String>()
    private let limit: Int

    init(maxBytes: Int = Self.maxBytes) { limit = maxBytes }

    var count: Int { guests.count }
    var bytes: Int { guests.total }

    func contains(_ id: String) -> Bool { guests[id] != nil }

    /// True when a guest may take this many bytes.
    func hasRoom(for size: Int, of id: String) -> Bool {
        let former = guests[id]
        return bytes - (former ?? 0) + size <= limit && (former != nil || count < Self.maxCount)
    }

    mutating func set(_ id: String, _ size: Int) { guests.set(id, size) }

    mutating func remove(_ id: String) { guests.remove(id) }

    /// Returns the oldest guest, and moves it to the end.
    mutating func rotate() -> String? { guests.rotate() }
}
