import Signaling
import Wire

/// What a request came to: its answer, and the stream that it opened if it opened one.
struct Answered {
    let answer: ServerAnswer
    var stream: StreamID?
}

extension ServerRequest {
    /// Bodies are CBOR, in both directions.
    func checkFormats() throws(APIError) {
        if !payload.isEmpty, let contentFormat, contentFormat != .cbor { throw .unsupported(contentFormat) }
        if let accept, accept != .cbor { throw .unavailable(accept) }
    }

    /// The body, or the refusal that names its wrong field.
    func body<B: Body>(_ type: B.Type = B.self) throws(APIError) -> B {
        do {
            return try B(decoding: payload)
        } catch {
            throw .unreadable(error)
        }
    }
}
