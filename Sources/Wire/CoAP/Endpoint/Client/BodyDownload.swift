/// A response's body that is being received block by block (RFC 7959 section 2.4).
struct BodyDownload: Sendable {
    /// The message with the first block, whose code and options are those of the response.
    private let first: CoAP.Message
    /// The token of the messages that fetch the rest.
    var token: CoAP.Token
    private var body: [UInt8] = []
    private var size: CoAP.BlockSize

    init(_ first: CoAP.Message, size: CoAP.BlockSize, token: CoAP.Token) {
        self.first = first
        self.size = size
        self.token = token
    }

    /// The next block to request.
    var block: CoAP.Block {
        CoAP.Block(offset: body.count, hasMore: false, size: size)
    }

    /// Appends a block; `isLast` is true when no more blocks are to be fetched, after success or failure.
    mutating func append(_ message: CoAP.Message, limit: Int) -> (step: ClientExchange.Step, isLast: Bool) {
        if let problem = problem(of: message) { return (.fail(.brokenBody(problem)), true) }
        guard let received = message.options.block2 else {
            return (.fail(.brokenBody("the response to the request for block \(block) is not a block")), true)
        }
        guard body.count + message.body.count <= limit else { return (.fail(.bodyTooLarge(limit: limit)), true) }
        body.append(contentsOf: message.body.slice)
        size = min(size, received.size)
        guard !received.hasMore else { return (.send, false) }
        var whole = first
        whole.payload = body
        return (.deliverWhole(whole), true)
    }

    private func problem(of message: CoAP.Message) -> String? {
        guard message.code == first.code else { return "block \(block) was answered with \(message.code)" }
        guard let received = message.options.block2 else { return nil }
        if received.offset != body.count { return "block \(received) came where \(body.count) bytes were known" }
        if message.options.eTag != first.options.eTag { return "the body changed while it was fetched" }
        if received.hasMore, message.body.count != received.size.byteCount {
            return "block \(received) has \(message.body.count) bytes"
        }
        return nil
    }
}
