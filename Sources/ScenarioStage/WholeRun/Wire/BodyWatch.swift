import Containers
import Sockets
import Timing
import Wire

/// Checks the bodies of messages, and the blocks of long bodies (RFC 7959 sections 2.2 to 2.4; wire.md).
struct BodyWatch {
    private struct TagKey: Hashable, MapKey {
        let server: SocketAddress
        let client: SocketAddress
        let tag: [UInt8]
    }

    /// The longest bodies in one message, of requests and of responses.
    private static let longest = (request: 1024, response: 1200)
    /// The format of bodies, application/cbor.
    private static let format: UInt32 = 60
    /// The time in which an entity tag identifies one body.
    private static let lifetime = Duration.seconds(247)

    /// The first block of each body with an entity tag.
    private var firstBlocks = ExpiringMap<TagKey, [UInt8], Instant>()

    /// Processes a message with a code; returns the violation of its body.
    mutating func violation(_ frame: CoAPFrame, _ datagram: DatagramRecord) -> String? {
        let count = frame.payload?.count ?? 0
        guard count <= (frame.isRequest ? Self.longest.request : Self.longest.response) else {
            return "its body of \(count) bytes needs blocks"
        }
        if count > 0, frame.isRequest || frame.isSuccess, frame.contentFormat != Self.format {
            return "its body is not marked as application/cbor"
        }
        if let block = frame.isRequest ? frame.block1 : frame.block2, let text = violation(of: block, count) {
            return text
        }
        return firstBlockViolation(frame, datagram)
    }

    private func violation(of block: CoAPFrame.Block, _ count: Int) -> String? {
        guard block.size <= 1024 else { return "its block is larger than 1024 bytes" }
        guard block.hasMore ? count == block.size : count <= block.size else {
            return "its block of \(block.size) bytes has \(count)"
        }
        return nil
    }

    /// Returns a violation when two bodies have the same entity tag, because a client would mix their blocks.
    private mutating func firstBlockViolation(_ frame: CoAPFrame, _ datagram: DatagramRecord) -> String? {
        guard let tag = frame.eTag, let block = frame.block2, block.number == 0, block.hasMore,
            let payload = frame.payload
        else { return nil }
        let key = TagKey(server: datagram.from, client: datagram.to, tag: tag)
        let bytes = Array(datagram.bytes[payload])
        if let known = firstBlocks.value(for: key, at: datagram.time), !known.starts(with: bytes),
            !bytes.starts(with: known)
        {
            return "its entity tag is that of another body"
        }
        let deadline = datagram.time.advanced(by: Self.lifetime)
        firstBlocks.insert(bytes, for: key, until: deadline, at: datagram.time)
        return nil
    }
}

extension CoAPFrame {
    fileprivate var isSuccess: Bool { code >> 5 == 2 }
}
