import Sockets
import Wire

/// Checks that the reason of a refusal is true: an open connection is known, and so are a call that was created and a
/// token that was issued. A token is refused once it has expired, and for another call (wire.md, "Tokens").
struct RefusalReasons {
    /// The claims of the tokens that servers have issued or accepted.
    private var tokens: [CBOR: TokenClaims] = [:]
    /// The open connections, with the addresses of their clients and the calls of their tokens.
    private var connections: [String: (peer: SocketAddress, call: String?)] = [:]
    /// The calls that were created, with the place of the response that showed it.
    private var created: [String: Int] = [:]

    /// Records a request, which may end its connection or a call.
    mutating func begin(_ requestFacts: RequestFacts) {
        switch requestFacts.action {
        case .disconnect: if let connection = requestFacts.connection { connections[connection] = nil }
        case .delete: if let cid = requestFacts.cid { created[cid] = nil }
        default: break
        }
    }

    /// Records a connection that a server has opened or resumed.
    mutating func open(_ connection: String, _ requestFacts: RequestFacts, of peer: SocketAddress) {
        let claims = requestFacts.token.flatMap(TokenClaims.init)
        connections[connection] = (peer, claims?.call)
        if let token = requestFacts.token { tokens[token] = claims }
    }

    /// Records a connection whose event stream has ended.
    mutating func close(_ connection: String) { connections[connection] = nil }

    /// Processes the response to a granted request; returns its violation.
    ///
    /// - Parameters:
    ///   - order: The place of the response among all messages.
    ///   - date: The date of the request, before which no server has read it; nil when dates are not exact.
    mutating func violation(
        ofGrant response: CBOR.Map, to requestFacts: RequestFacts, order: Int, at date: Int64?
    ) -> String? {
        if let token = response["credentials"]?.map?["token"] { tokens[token] = TokenClaims(token) }
        if response.flag("created"), let cid = requestFacts.cid, requestFacts.user?.hasPrefix("guest-") == false {
            created[cid] = order
        }
        if let claims = requestFacts.token.flatMap(TokenClaims.init), let date, claims.hasExpired(before: date) {
            return "it accepts a token that has expired"
        }
        guard let connection = requestFacts.connection.flatMap({ connections[$0] }), let only = connection.call,
            let cid = requestFacts.cid, only != cid
        else { return nil }
        return "it accepts a token of \(only) for \(cid)"
    }

    /// Returns the violation of a refusal.
    ///
    /// - Parameters:
    ///   - peer: The client's address.
    ///   - isUndisturbed: True when each client's signs of life arrive.
    func violation(
        ofRefusal message: String, to requestFacts: RequestFacts, of peer: SocketAddress, at date: Int64?,
        isUndisturbed: Bool
    ) -> String? {
        let connection = requestFacts.connection.flatMap { connections[$0] }
        let isFalse =
            if message.contains("the query connection_id is missing") {
                requestFacts.query["connection_id"] != nil
            } else if message.contains("there is no such connection_id") {
                isUndisturbed && connection?.peer == peer
            } else if message.contains("the token is not for the call") {
                connection.map { $0.call == nil || $0.call == requestFacts.cid } ?? false
            } else if message.contains("but the token is for"), let user = requestFacts.body?["user"]?.map?["id"] {
                requestFacts.token.flatMap(TokenClaims.init)?.user == user.text
            } else if message.contains("token:") {
                requestFacts.token.flatMap { tokens[$0] } != nil
            } else if message.contains("the token has expired"), let date {
                requestFacts.token.flatMap(TokenClaims.init)?.isValid(at: date) ?? false
            } else if message.contains("there is no call") {
                // The refusal may arrive after a creation that came after the request.
                requestFacts.cid.flatMap { created[$0] }.map { $0 < requestFacts.moment.order } ?? false
            } else {
                false
            }
        return isFalse ? "it refuses a request, and its reason is false: \(message)" : nil
    }
}

/// The claims of a token, which are not encrypted.
struct TokenClaims {
    /// The user that the token is for.
    let user: String?
    /// The call that the token is for; nil for all calls.
    let call: String?
    /// The second at which the token expires; nil for never.
    private let expiry: Int64?

    init?(_ token: CBOR) {
        guard let bytes = token.bytes, case .tagged(_, let envelope)? = try? CBOR(decoding: bytes),
            let payload = envelope.array?.dropFirst(2).first?.bytes, let claims = try? CBOR(decoding: payload).map
        else { return nil }
        call = claims["call_cid"]?.text
        (user, expiry) = (Self.claim(2, in: claims)?.text, Self.claim(4, in: claims)?.integer)
    }

    private static func claim(_ number: Int64, in claims: CBOR.Map) -> CBOR? {
        claims.first { $0.0.integer == number }?.1
    }

    /// True for a token that expired in a second before the date.
    func hasExpired(before date: Int64) -> Bool { expiry.map { ($0 + 1) * 1000 <= date } ?? false }

    func isValid(at date: Int64) -> Bool { expiry.map { date < $0 * 1000 } ?? true }
}
