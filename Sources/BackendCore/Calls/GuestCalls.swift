internal import Containers
import Signaling

/// The calls that guests created, the oldest first, with the bytes that count for each.
struct GuestCalls: Sendable {
    /// The default of the maximum bytes of all calls of guests.
    static let maxBytes = 16 << 20
    /// The bytes that count for a call beside its requests.
    static let overhead = 16 << 10

    private struct Key: Hashable, MapKey {
        let cid: CallCid
    }

    private var calls = SizedQueue<Key>()
    private let limit: Int

    init(maxBytes: Int = Self.maxBytes) { limit = maxBytes }

    var bytes: Int { calls.total }

    func contains(_ cid: CallCid) -> Bool { calls[Key(cid: cid)] != nil }

    /// True when there is room for another call of this size.
    func hasRoom(for size: Int) -> Bool { bytes + size + Self.overhead <= limit }

    mutating func insert(_ cid: CallCid, _ size: Int) { calls.set(Key(cid: cid), size + Self.overhead) }

    /// Counts more bytes for a call, if a guest created it.
    mutating func add(_ size: Int, to cid: CallCid) {
        guard let before = calls[Key(cid: cid)] else { return }
        calls.set(Key(cid: cid), before + size)
    }

    mutating func remove(_ cid: CallCid) { calls.remove(Key(cid: cid)) }

    /// Returns the oldest call, and moves it to the end.
    mutating func rotate() -> CallCid? { calls.rotate()?.cid }
}
