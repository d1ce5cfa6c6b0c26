import Signaling
import Wire

/// What a request came to: its answer, and the stream that it opened if it opened one.
struct Answered {
    let answer: ServerAnswer
    var stream: StreamID?
}

extension ServerRequest {
    /// The effect that answers a request, and what is told of it: what `route` makes of it, or its refusal.
    func effect(
        answering route: (inout RequestTrace) throws(APIError) -> Answered
    ) -> (ServerEffect, RequestTrace) {
        var trace = RequestTrace(
            peer: peer, userId: nil, route: .unknown(method, path: []), code: .content, refusal: nil)
        let answered: Answered
        do throws(APIError) {
            try checkFormats()
            answered = try route(&trace)
        } catch {
            trace.refusal = error
            if case .unknown = trace.route { trace.route = .unknown(method, path: path) }
            answered = Answered(answer: ServerAnswer(error))
        }
        trace.code = answered.answer.code
        let effect = answered.stream.map { ServerEffect.open($0, answered.answer) } ?? .answer(answered.answer)
        return (effect, trace)
    }

    /// Bodies are CBOR, in both directions.
    private func checkFormats() throws(APIError) {
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
