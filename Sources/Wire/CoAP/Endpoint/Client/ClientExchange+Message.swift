extension ClientExchange {
    /// The bytes of the next message: the request, its next block, or the request for the next block of the response.
    ///
    /// It changes nothing. Said to change something it is called on the exchange where that is; else on a copy.
    mutating func message(_ messageID: UInt16, _ id: CoAP.ExchangeID, blockSize: CoAP.BlockSize) -> [UInt8] {
        switch kind {
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
            // Tells apart bodies for one resource that are under way at the same time (RFC 9175 section 3).
            writer.write(.requestTag, UInt32(truncatingIfNeeded: id.rawValue))
        }
        return writer.finished(payload: payload)
    }

    /// Which block is asked for, and which one this is.
    private func writeBlocks(_ size: CoAP.BlockSize, _ writer: inout MessageWriter) {
        let (download, upload) = (download, upload)
        if let download {
            writer.write(.block2, download.block.value)
        } else if size < .bytes1024, upload?.block.hasMore != true {
            // Asks for blocks of the own size from the start (RFC 7959 section 2.4, early negotiation).
            writer.write(.block2, CoAP.Block(number: 0, hasMore: false, size: size).value)
        }
        if let upload, download == nil {
            writer.write(.block1, upload.block.value)
            if upload.offset == 0 { writer.write(.size1, UInt32(truncatingIfNeeded: upload.body.count)) }
        }
    }

    /// The part of the body that goes into the message.
    private var payload: ArraySlice<UInt8> {
        guard !isPlain else { return request.payload[...] }
        if let upload, download == nil { return upload.payload }
        guard download != nil else { return request.payload[...] }
        // What a FETCH asks for is in its body, so a server that keeps nothing needs it again (RFC 8132 section 2.1).
        let isNeeded = request.code == .fetch && request.payload.count <= CoAP.BlockSize.bytes1024.byteCount
        return isNeeded ? request.payload[...] : []
    }
}
