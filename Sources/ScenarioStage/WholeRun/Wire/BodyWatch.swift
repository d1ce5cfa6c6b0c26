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
    private var fields = FieldWatch()
    /// The content of the last message.
    private(set) var content = BodyContent.unread
    /// True until a scenario writes a body of its own.
    var hasDocumentedFields = true
    /// True when time is virtual, so that dates are exact.
    var isExact = true
    /// True until servers restart or addresses change, after which an entity tag may name another body.
    var isTrusted = true

    /// Processes a message with a code; returns the violation of its body.
    ///
    /// - Parameter request: The request itself, or that of a response; nil when it is unknown.
    mutating func violation(
        _ frame: CoAPFrame, _ datagram: DatagramRecord, of request: RequestLine?
    ) -> String? {
        content = .unread
        let count = frame.payload?.count ?? 0
        guard count <= (frame.isRequest ? Self.longest.request : Self.longest.response) else {
            return "its body of \(count) bytes needs blocks"
        }
        if count > 0, frame.isRequest || frame.isSuccess, frame.contentFormat != Self.format {
            return "its body is not marked as application/cbor"
        }
        if let text = violation(ofTag: frame) { return text }
        if let block = frame.isRequest ? frame.block1 : frame.block2, let text = violation(of: block, count) {
            return text
        }
        if isTrusted, let text = firstBlockViolation(frame, datagram) { return text }
        return encodingViolation(frame, datagram, request)
    }

    /// The code of the response that each refusal's own code belongs to (wire.md).
    private static let codes: [Int64: UInt8] = [
        -1: 0xA0, 4: 0x80, 9: 0x9D, 16: 0x84, 17: 0x83, 40: 0x81, 43: 0x81, 44: 0x81, 45: 0x83, 46: 0x84, 47: 0x85,
        48: 0x8D, 49: 0x89, 50: 0x83, 51: 0x8F, 52: 0x86, 53: 0x81, 204: 0x83, 700: 0xA3,
    ]

    /// Returns a violation of the encoding of a body in one message, or of a refusal's code.
    private mutating func encodingViolation(
        _ frame: CoAPFrame, _ datagram: DatagramRecord, _ request: RequestLine?
    ) -> String? {
        let block = frame.isRequest ? frame.block1 : frame.block2
        guard let payload = frame.payload, frame.contentFormat == Self.format, block?.isWhole ?? true else {
            if frame.payload == nil, hasDocumentedFields, fields.isReading { content = .emptyBody(of: frame) }
            return nil
        }
        let body = CBORFrame(datagram.bytes, payload)
        if let text = body.violation { return text }
        guard !frame.isRequest, !frame.isSuccess else {
            guard hasDocumentedFields else { return nil }
            let violation = fields.violation(
                of: datagram.bytes[payload], request, isRequest: frame.isRequest, at: isExact ? datagram.date : nil)
            if let map = fields.body { content = .body(map) }
            return violation
        }
        guard let code = body.code else { return "its refusal has no code" }
        if let text = fields.violation(ofRefusal: datagram.bytes[payload]) { return text }
        content = .refusal(code, fields.body?["message"]?.text ?? "")
        guard let response = Self.codes[code], response != frame.code else { return nil }
        return "its refusal \(code) does not belong to its response code"
    }

    private func violation(of block: CoAPFrame.Block, _ count: Int) -> String? {
        guard block.size <= 1024 else { return "its block is larger than 1024 bytes" }
        guard block.hasMore ? count == block.size : count <= block.size else {
            return "its block of \(block.size) bytes has \(count)"
        }
        return nil
    }

    /// Returns a violation of a block of a request's body, which names its body by a tag (RFC 9175 section 3).
    private func violation(ofTag frame: CoAPFrame) -> String? {
        guard frame.isRequest, let block = frame.block1, !block.isWhole, frame.requestTag == nil else { return nil }
        return "its block has no request tag"
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

/// The content of a message, as far as it is in one message.
enum BodyContent {
    /// The body of a request, or of a response that grants one.
    case body(CBOR.Map)
    /// The code of a refusal, and its message; nil and empty for one without a body.
    case refusal(Int64?, String)
    case unread

    /// Returns the content of a message without a payload.
    static func emptyBody(of frame: CoAPFrame) -> BodyContent {
        if frame.isRequest { return frame.block2.map { $0.number > 0 } ?? false ? .unread : .body([:]) }
        return frame.isSuccess ? .body([:]) : .refusal(nil, "")
    }

    /// The body; nil for a refusal, and for one that is not read.
    var map: CBOR.Map? {
        if case .body(let map) = self { map } else { nil }
    }
}

extension CoAPFrame {
    var isSuccess: Bool { code >> 5 == 2 }
}

/// The method and the path of a request, with a slash before each segment.
struct RequestLine {
    let method: UInt8
    let path: [UInt8]
}

extension DatagramRecord {
    /// The date of the event in virtual time.
    var date: Timestamp { Timestamp.virtualStart.advanced(to: time) }
}
