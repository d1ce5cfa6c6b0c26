import Signaling

/// Deleted calls whose names cannot be used again. Beyond the limit, the oldest names are free again.
struct DeletedCalls: Sendable {
    static let maxCount = 65_536

    private var names: Set<CallCid> = []
    /// The names in the order of deletion, from `start` on. Names that are free again stay in it.
    private var order: [CallCid] = []
    private var start = 0

    var count: Int { names.count }

    func contains(_ cid: CallCid) -> Bool { names.contains(cid) }

    mutating func insert(_ cid: CallCid) {
        guard names.insert(cid).inserted else { return }
        order.append(cid)
        guard order.count - start > Self.maxCount else { return }
        names.remove(order[start])
        start += 1
        guard start == Self.maxCount else { return }
        order.removeFirst(start)
        start = 0
    }

    mutating func remove(_ cid: CallCid) { names.remove(cid) }
}
