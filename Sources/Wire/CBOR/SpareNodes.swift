import Synchronization

/// The nodes of indices that nobody needs any more, in whose room the next ones are written.
///
/// Nearly every index lives for one body, and to take its room from the heap and give it back costs more than to keep it.
enum SpareNodes {
    private typealias Node = CBOR.View.Index.Node

    private static let all = Mutex<[[Node]]>([])
    private static let greatestCount = 4
    /// What is larger is given back to the heap.
    private static let greatestCapacity = 256

    /// An array with nothing in it, and mostly with room.
    static func take() -> [CBOR.View.Index.Node] {
        guard var nodes = all.withLock({ $0.popLast() }) else { return [] }
        nodes.removeAll(keepingCapacity: true)
        return nodes
    }

    /// Keeps the room of an array that its owner lets go of.
    static func keep(_ nodes: [CBOR.View.Index.Node]) {
        guard nodes.capacity <= greatestCapacity else { return }
        all.withLock { if $0.count < greatestCount { $0.append(nodes) } }
    }
}
