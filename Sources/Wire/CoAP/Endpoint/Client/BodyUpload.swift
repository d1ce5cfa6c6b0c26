/// A request's body that is being sent block by block (RFC 7959 section 2.5).
struct BodyUpload: Sendable {
    let body: [UInt8]
    private(set) var offset = 0
    private var size: CoAP.BlockSize

    init(_ body: [UInt8], size: CoAP.BlockSize) {
        self.body = body
        self.size = size
    }

    /// The Block1 value of the next message.
    var block: CoAP.Block {
        CoAP.Block(offset: offset, hasMore: end < body.count, size: size)
    }

    /// The payload of the next message.
    var payload: ArraySlice<UInt8> { body[offset..<end] }

    private var end: Int { min(offset + size.byteCount, body.count) }

    /// The same body, before its first block.
    var again: BodyUpload { BodyUpload(body, size: size) }

    /// Processes the response to a block; returns nil when it is the response to the request.
    mutating func advance(_ message: CoAP.Message) -> ClientExchange.Step? {
        let confirmed = message.options.block1
        switch message.code {
        case .continue:
            guard let confirmed, confirmed.number == block.number else {
                return .fail(.brokenBody("block \(block) was answered as \(confirmed.map(\.description) ?? "none")"))
            }
            guard end < body.count else {
                return .fail(.brokenBody("the last block \(block) was answered as if more followed"))
            }
            offset = end
            // The server may ask for smaller blocks; the number then counts in that size.
            size = min(size, confirmed.size)
            return .send
        case .requestEntityTooLarge:
            guard let confirmed, confirmed.size < size, offset == 0 else { return nil }
            size = confirmed.size
            return .send
        default:
            return nil
        }
    }
}
