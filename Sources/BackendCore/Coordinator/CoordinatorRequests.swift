import Signaling
import Wire

/// The user and the connection of a request.
struct Requester: Sendable {
    let user: User
    let receiver: ReceiverID
    /// The only call that the token permits; nil for any.
    var onlyCall: CallCid?
    /// The key of a client that proves its requests.
    var clientKey: [UInt8]?
}

/// A request about one call.
struct CallRequest: Sendable {
    let cid: CallCid
    let requester: Requester
    let message: ServerRequest

    /// Decodes the body, or throws a refusal that names the invalid field.
    func body<B: Body>(_ type: B.Type = B.self) throws(APIError) -> B {
        try message.body(type)
    }

    /// True when the query contains `name=true`.
    func flag(_ name: String) throws(APIError) -> Bool {
        switch message.query(name) {
        case nil, "false": return false
        case "true": return true
        default: throw .badField(name, "must be true or false")
        }
    }

    /// Returns the number that the query gives for `name`.
    func count(_ name: String) throws(APIError) -> Int? {
        guard let text = message.query(name) else { return nil }
        guard let count = Int(text), count >= 0 else { throw .badField(name, "must be a whole number, 0 or more") }
        return count
    }
}

/// A request that concerns no single call.
struct ClientRequest: Sendable {
    let requester: Requester
    let message: ServerRequest

    /// Decodes the body, or throws a refusal that names the invalid field.
    func body<B: Body>(_ type: B.Type = B.self) throws(APIError) -> B {
        try message.body(type)
    }
}

extension CoordinatorMachine {
    /// Creates a response about a call, with the number of the last event of the requester's stream.
    func makeResponse<Response: ResponseAboutCall>(
        _ code: CoAP.Code, _ body: consuming Response, to requester: Requester
    ) -> ServerResponse {
        body.asOf = streams.lastEvent(of: requester.receiver)
        return ServerResponse(code, body)
    }
}
