import Signaling
import Wire

/// The refusals of tokens, connections and request proofs.
extension APIError {
    // MARK: Identity

    static func token(_ refusal: AccessToken.Refusal) -> APIError {
        switch refusal {
        case .malformed(let problem):
            APIError(.tokenInvalid, "token: \(problem)", advice: "send a CBOR Web Token, as a byte string")
        case .wrongSignature:
            APIError(
                .tokenInvalid, "token: its signature is not this backend's",
                advice: "use a token that was signed with this backend's secret")
        case .expired: tokenExpired
        case .foreignKey:
            APIError(
                .tokenInvalid, "token: it belongs to a client with another key",
                advice: "use it with the key of the connection that received it")
        case .issuedAhead:
            APIError(
                .tokenInvalid, "token: it was issued more than a minute ahead",
                advice: "compare the clock of the token's issuer with this backend's")
        }
    }

    static let tokenExpired = APIError(.tokenExpired, "the token has expired", advice: "connect with a new token")

    static func otherUser(_ userId: String, token: String) -> APIError {
        APIError(
            .tokenInvalid, "user.id is \(userId), but the token is for \(token)",
            advice: "connect as \(token), or with a token for \(userId)")
    }

    static let anonymous = APIError(
        .notAllowed, "an anonymous user has no event stream", advice: "connect as a named user or as a guest")

    static let connectionIdMissing = APIError(
        .inputError, "the query \(QueryName.connectionId) is missing",
        advice: "connect, and name the connection in every request")

    static let connectionUnknown = APIError(
        .connectionNotFound, "there is no such \(QueryName.connectionId)", advice: "connect again")

    static let connectionLost = APIError(
        .connectionNotFound, "the event stream of this \(QueryName.connectionId) was lost",
        advice: "connect and resume it")

    static let connectionElsewhere = APIError(
        .connectionNotFound, "this \(QueryName.connectionId) belongs to another address",
        advice: "connect and resume it from this one")

    // MARK: Proofs

    static let proofMissing = APIError(
        .proofInvalid, "the request has no Request-Proof", advice: "prove each request, beginning with the connect")

    static let proofWrong = APIError(
        .proofInvalid, "the Request-Proof does not match the request",
        advice: "compute it from the request as it is sent, with this connection's key for this server")

    static let proofUsed = APIError(
        .proofInvalid, "the number in the Request-Proof was used before",
        advice: "give each request a number of its own, each higher than the last")

    static let proofUnexpected = APIError(
        .proofInvalid, "the request has a Request-Proof, but its connection has no key",
        advice: "connect with a client_key, or leave the option out")

    static let clientKeyInvalid = APIError(
        .inputError, "client_key is not a public key of X25519", advice: "send the 32 bytes of one")

    static let sealedTokenUnreadable = APIError(
        .tokenInvalid, "sealed_token was not sealed for this request",
        advice: "seal the token with this backend's key and the number of the request")

    static let sealedTokenOld = APIError(
        .tokenInvalid, "sealed_token: sent_at differs from this backend's clock by more than a minute",
        advice: "compare the clocks, and seal the token again")
}
