extension ClientExchange {
    /// Returns the next message: the request, its next block, or the request for the response's next block.
    ///
    /// It changes nothing. A `mutating` method is called on the exchange in place, and not on a copy.
    mutating func message(_ messageID: UInt16, _ id: CoAP.ExchangeID, blockSize: CoAP.BlockSize) -> [UInt8] {
        switch operation {
        case .ping: MessageWriter.empty(.confirmable, messageID)
        case .request: message(messageID, id, blockSize, observe: request.observe ? 0 : nil)
        case .deregistration: message(messageID, id, blockSize, observe: 1)
        }
    }

    private func message(
        _ messageID: UInt16, _ id: CoAP.ExchangeID, _ blockSize: CoAP.BlockSize, observe: UInt32?
    ) -> [UInt8] {
        let payload = payload
        var writer = MessageWriter(
            type: request.isConfirmable ? .confirmable : .nonConfirmable, code: request.code, messageID: messageID,
            token: currentToken, capacity: 64 + request.path.count * 16 + payload.count,
            extras: request.options)
        if let observe, isPlain || download == nil { writer.write(.observe, observe) }
        for segment in request.path { writer.write(.uriPath, segment) }
        if let format = request.contentFormat, !payload.isEmpty {
            writer.write(.contentFormat, UInt32(format.rawValue))
        }
        for argument in request.query { writer.write(.uriQuery, argument) }
        if let accept = request.accept { writer.write(.accept, UInt32(accept.rawValue)) }
        if !isPlain || blockSize < .bytes1024 { writeBlocks(blockSize, &writer) }
        if request.payload.count > blockSize.byteCount {
            // The Request-Tag distinguishes concurrent bodies for one resource (RFC 9175 section 3).
            writer.write(.requestTag, UInt32(truncatingIfNeeded: id.rawValue))
        }
        return writer.finished(payload: payload)
    }

    /// Writes the options of the requested block and of the sent block.
    private func writeBlocks(_ size: CoAP.BlockSize, _ writer: inout MessageWriter) {
        let (download, upload) = (download, upload)
        if let download {
            writer.write(.block2, download.block.value)
        } else if size < .bytes1024, upload?.block.hasMore != true {
            // Requests blocks of this size from the start (RFC 7959 section 2.4, early negotiation).
            writer.write(.block2, CoAP.Block(number: 0, hasMore: false, size: size).value)
        }
        if let upload, download == nil {
            writer.write(.block1, upload.block.value)
            if upload.offset == 0 { writer.write(.size1, UInt32(truncatingIfNeeded: upload.body.count)) }
        }
    }

    /// The part of the body in the next message.
    private var payload: ArraySlice<UInt8> {
        guard !isPlain else { return request.payload[...] }
        if let upload, download == nil { return upload.payload }
        guard download != nil else { return request.payload[...] }
        // The body of a FETCH is part of the request, so a stateless server needs it again (RFC 8132 section 2.1).
        let isNeeded = request.code == .fetch && request.payload.count <= CoAP.BlockSize.bytes1024.byteCount
        return isNeeded ? request.payload[...] : []
    }
}
