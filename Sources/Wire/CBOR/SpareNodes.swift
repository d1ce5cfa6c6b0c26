import Synchronization

/// The nodes of unused indices, whose capacity the next indices reuse.
///
/// Nearly every index lives for one body. Allocating and freeing its memory would cost more than keeping it.
enum SpareNodes {
    private typealias Node = CBOR.Index.Node

    private static let all = Mutex<[[Node]]>([])
    private static let greatestCount = 4
    /// Larger arrays are freed.
    private static let greatestCapacity = 256

    /// Returns an empty array, usually with capacity.
    static func take() -> [CBOR.Index.Node] {
        guard var nodes = all.withLock({ $0.popLast() }) else { return [] }
        nodes.removeAll(keepingCapacity: true)
        return nodes
    }

    /// Keeps the capacity of an array that is no longer used.
    static func keep(_ nodes: [CBOR.Index.Node]) {
        guard nodes.capacity <= greatestCapacity else { return }
        all.withLock { if $0.count < greatestCount { $0.append(nodes) } }
    }
}
