import Signaling
import Wire

/// Who asks, on which connection.
struct Asker: Sendable {
    let user: User
    let receiver: ReceiverID
    /// The one call that the token is good for; nil for any.
    var onlyCall: CallCid?
}

/// A request about one call.
struct CallQuestion: Sendable {
    let cid: CallCid
    let asker: Asker
    let request: ServerRequest

    /// The body, or the refusal that names its wrong field.
    func body<B: Body>(_ type: B.Type = B.self) throws(APIError) -> B {
        try request.body(type)
    }

    /// Whether the query says `name=true`.
    func flag(_ name: String) throws(APIError) -> Bool {
        switch request.query(name) {
        case nil, "false": return false
        case "true": return true
        default: throw .badField(name, "must be true or false")
        }
    }

    /// The number that the query gives to `name`.
    func count(_ name: String) throws(APIError) -> Int? {
        guard let text = request.query(name) else { return nil }
        guard let count = Int(text), count >= 0 else { throw .badField(name, "must be a whole number, 0 or more") }
        return count
    }
}

/// A request about no call alone.
struct ClientQuestion: Sendable {
    let asker: Asker
    let request: ServerRequest

    /// The body, or the refusal that names its wrong field.
    func body<B: Body>(_ type: B.Type = B.self) throws(APIError) -> B {
        try request.body(type)
    }
}

extension CoordinatorMachine {
    /// Makes an answer about a call, as of the last event that the asker's stream has.
    func answer<Answer: CallAnswer>(
        _ code: CoAP.Code, _ body: consuming Answer, to asker: Asker
    ) -> ServerAnswer {
        body.asOf = streams.lastEvent(of: asker.receiver)
        return ServerAnswer(code, body)
    }
}
