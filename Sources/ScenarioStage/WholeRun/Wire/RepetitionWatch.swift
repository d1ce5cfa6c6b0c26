import Containers
import Sockets
import Timing
import Wire

/// Checks the retransmission times of confirmable messages (RFC 7252 section 4.2): after 2 s to 3 s, then after twice
/// the previous interval, at most four times.
struct RepetitionWatch {
    private struct MessageKey: Hashable, MapKey {
        let from: SocketAddress
        let to: SocketAddress
        let id: UInt16
    }

    private struct Message {
        let bytes: [UInt8]
        var last: Instant
        var wait: Duration?
        var count = 0
    }

    private static let firstWait = Duration.seconds(2)...Duration.seconds(3)
    private static let most = 4
    /// The time in which a message id identifies one message.
    private static let lifetime = Duration.seconds(247)

    /// True while the network neither delays nor duplicates datagrams.
    var isTrusted = true
    /// True until the network or a server is disturbed, so that every message has its reply in time.
    var isPerfect = true
    /// The first waits of all messages, which are random.
    private var firstWaits: Set<Duration> = []
    private var countOfFirstWaits = 0
    private var messages = ExpiringMap<MessageKey, Message, Instant>()

    /// Processes a datagram that was sent, or lost on its sender's link; returns the violation of its time.
    mutating func violation(_ datagram: DatagramRecord) -> String? {
        let bytes = datagram.bytes
        guard isTrusted, bytes.count >= 4, bytes[0] >> 4 == 4 else { return nil }
        let id = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        let key = MessageKey(from: datagram.from, to: datagram.to, id: id)
        guard var known = messages.value(for: key, at: datagram.time), known.bytes == bytes else {
            keep(Message(bytes: bytes, last: datagram.time), key, datagram.time)
            return nil
        }
        let wait = known.last.duration(to: datagram.time)
        defer { keep(known, key, datagram.time) }
        let expected = known.wait.map { $0 * 2...$0 * 2 } ?? Self.firstWait
        known.count += 1
        (known.last, known.wait) = (datagram.time, wait)
        guard !isPerfect else { return "it is sent again, although nothing was lost" }
        guard known.count <= Self.most else { return "it is retransmission number \(known.count)" }
        guard expected.contains(wait) else {
            return "it is sent again after \(wait.milliseconds) ms, and \(expected.lowerBound.milliseconds) ms are due"
        }
        return known.count == 1 ? violation(ofFirst: wait) : nil
    }

    /// Returns a violation when the first waits of five messages are equal, because they are random (section 4.2).
    private mutating func violation(ofFirst wait: Duration) -> String? {
        countOfFirstWaits += 1
        firstWaits.insert(wait)
        guard countOfFirstWaits > 4, firstWaits.count == 1 else { return nil }
        return "the first retransmissions of all messages have one delay"
    }

    private mutating func keep(_ message: Message, _ key: MessageKey, _ now: Instant) {
        messages.insert(message, for: key, until: now.advanced(by: Self.lifetime), at: now)
    }
}
