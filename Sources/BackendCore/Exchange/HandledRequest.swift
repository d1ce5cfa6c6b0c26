import Signaling
import Wire

/// The result of a request: its response, and the stream that it opened, if any.
struct HandledRequest {
    let response: ServerResponse
    var stream: StreamID?
}

extension ServerRequest {
    /// Refuses formats other than CBOR.
    func checkFormats() throws(APIError) {
        if !payload.isEmpty, let contentFormat, contentFormat != .cbor { throw .unsupported(contentFormat) }
        if let accept, accept != .cbor { throw .unavailable(accept) }
    }

    /// Decodes the body, or throws a refusal that names the invalid field.
    func body<B: Body>(_ type: B.Type = B.self) throws(APIError) -> B {
        let body: B
        do {
            body = try B(decoding: payload)
        } catch {
            throw .unreadable(error)
        }
        try checkTexts()
        return body
    }
}
