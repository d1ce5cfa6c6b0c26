import Signaling

/// The calls that guests created, the oldest first, with the bytes that count for each.
struct GuestCalls: Sendable {
    /// The maximum bytes of all calls of guests.
    static let maxBytes = 64 << 20
    /// The bytes that count for a call beside its requests.
    static let overhead = 8 << 10

    private var sizes: [CallCid: Int] = [:]
    /// The calls in the order of creation. Removed calls stay in it until the next renewal.
    private var order: [CallCid] = []
    private var start = 0
    private(set) var bytes = 0

    var count: Int { sizes.count }

    func contains(_ cid: CallCid) -> Bool { sizes[cid] != nil }

    /// True when there is room for another call of this size.
    func hasRoom(for size: Int) -> Bool { bytes + size + Self.overhead <= Self.maxBytes }

    mutating func insert(_ cid: CallCid, _ size: Int) {
        remove(cid)
        sizes[cid] = size + Self.overhead
        bytes += size + Self.overhead
        order.append(cid)
        renewOrder()
    }

    /// Counts more bytes for a call, if a guest created it.
    mutating func add(_ size: Int, to cid: CallCid) {
        guard let before = sizes[cid] else { return }
        sizes[cid] = before + size
        bytes += size
    }

    mutating func remove(_ cid: CallCid) {
        guard let size = sizes.removeValue(forKey: cid) else { return }
        bytes -= size
    }

    /// Returns the oldest call, and moves it to the end.
    mutating func rotate() -> CallCid? {
        while start < order.count {
            let cid = order[start]
            start += 1
            guard sizes[cid] != nil else { continue }
            order.append(cid)
            renewOrder()
            return cid
        }
        return nil
    }

    /// Drops the places of removed calls when they are the majority.
    private mutating func renewOrder() {
        guard order.count > 2 * sizes.count + 64 else { return }
        var seen: Set<CallCid> = []
        order = order[start...].filter { sizes[$0] != nil && seen.insert($0).inserted }
        start = 0
    }
}
