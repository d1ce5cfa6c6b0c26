internal import Containers
internal import Wire

/// Received datagrams that wait to be served, in a queue for each source address. Sources are served in turn, so a
/// flood from one address delays the others by one datagram each.
///
/// A source may occupy half of the room that the others leave free. So a new source always finds room beside a flood
/// from one address, and no queue must be searched to make room.
struct FairInbox {
    /// A datagram and its source.
    struct Datagram {
        let bytes: [UInt8]
        let from: SocketAddress
    }

    private struct Waiting {
        var datagrams = RingBuffer<Datagram>()
        var cost = 0
    }

    /// The memory that a datagram takes beside its bytes, roughly.
    private static let overhead = 256

    /// The maximum bytes of all queues, with the overhead of each datagram.
    let capacity: Int

    private var queues: [SocketAddress: Waiting] = [:]
    /// The sources with waiting datagrams, the next one first.
    private var turns = RingBuffer<SocketAddress>()
    private var cost = 0

    /// The datagrams that found no room.
    private(set) var dropped = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var isEmpty: Bool { queues.isEmpty }

    /// Adds a datagram to the queue of its source, or drops it.
    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, from source: SocketAddress) {
        let cost = bytes.count + Self.overhead
        let own = queues[source]?.cost ?? 0
        guard own + cost <= capacity - self.cost else {
            dropped += 1
            return
        }
        if own == 0 { turns.append(source) }
        queues[source, default: Waiting()].cost += cost
        queues[source]?.datagrams.append(Datagram(bytes: Array(bytes), from: source))
        self.cost += cost
    }

    /// Returns the next datagram of the next source, which then waits for another turn.
    mutating func next() -> Datagram? {
        guard let source = turns.popFirst(), let datagram = queues[source]?.datagrams.popFirst() else { return nil }
        let cost = datagram.bytes.count + Self.overhead
        self.cost -= cost
        queues[source]?.cost -= cost
        if queues[source]?.datagrams.count == 0 {
            queues[source] = nil
        } else {
            turns.append(source)
        }
        return datagram
    }
}
