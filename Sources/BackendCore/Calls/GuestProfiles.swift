/// The guests, the oldest first, with the bytes that count for each: profile and devices.
struct GuestProfiles: Sendable {
    /// The maximum number of guests.
    static let most = 10_000
    /// The maximum bytes of all guests.
    static let maxBytes = 16 << 20

    private var sizes: [String: Int] = [:]
    /// The guests in the order of creation. Removed ones stay in it until the next renewal.
    private var order: [String] = []
    private var start = 0
    private(set) var bytes = 0

    var count: Int { sizes.count }

    func contains(_ id: String) -> Bool { sizes[id] != nil }

    /// True when a guest may take this many bytes.
    func hasRoom(for size: Int, of id: String) -> Bool {
        let former = sizes[id]
        return bytes - (former ?? 0) + size <= Self.maxBytes && (former != nil || sizes.count < Self.most)
    }

    mutating func set(_ id: String, _ size: Int) {
        let former = sizes.updateValue(size, forKey: id)
        bytes += size - (former ?? 0)
        if former == nil { order.append(id) }
        renewOrder()
    }

    mutating func remove(_ id: String) {
        guard let size = sizes.removeValue(forKey: id) else { return }
        bytes -= size
    }

    /// Returns the oldest guest, and moves it to the end.
    mutating func rotate() -> String? {
        while start < order.count {
            let id = order[start]
            start += 1
            guard sizes[id] != nil else { continue }
            order.append(id)
            renewOrder()
            return id
        }
        return nil
    }

    /// Drops the places of removed guests when they are the majority.
    private mutating func renewOrder() {
        guard order.count > 2 * sizes.count + 64 else { return }
        var seen: Set<String> = []
        order = order[start...].filter { sizes[$0] != nil && seen.insert($0).inserted }
        start = 0
    }
}
