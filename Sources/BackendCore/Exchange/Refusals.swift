import Signaling
import Wire

/// The texts of all refusals.
extension APIError {
    private static let sendAgain = "put that right and send the request again"

    static func unreadable(_ error: BodyError) -> APIError {
        APIError(.inputError, "\(error)", advice: sendAgain)
    }

    static func badField(_ field: String, _ problem: String) -> APIError {
        APIError(.inputError, "\(field) \(problem)", advice: sendAgain)
    }

    /// - Parameter takes: Returns true when the path accepts the method.
    static func route(
        _ problem: CoordinatorRoute.Problem, _ path: [String], takes: (CoAP.Code) -> Bool
    ) -> APIError {
        switch problem {
        case .notFound:
            return nothing(at: path)
        case .methodNotAllowed:
            let methods: [CoAP.Code] = [.get, .post, .put, .delete, .fetch, .patch]
            let known = methods.filter(takes).map { "\($0)" }.joined(separator: ", ")
            return APIError(
                .methodNotAllowed, "\(text(of: path)) does not take this method", advice: "it takes \(known)")
        }
    }

    static func nothing(at path: [String]) -> APIError {
        APIError(
            .notFound, "there is nothing at \(text(of: path))",
            advice: "the coordinator's paths begin with /video, an SFU's with /sfu")
    }

    private static func text(of path: [String]) -> String { "/" + path.joined(separator: "/") }

    static let observeMissing = APIError(
        .inputError, "the option Observe is missing", advice: "send FETCH with Observe 0: the answer is a stream")

    static func rateLimited(_ userId: String, _ limit: RateLimit, retryAfter: Duration) -> APIError {
        let wait = max(1, (retryAfter / .milliseconds(1)).rounded(.up))
        return APIError(
            .rateLimited, "\(userId) makes more than \(limit.requests) requests in \(limit.window)",
            advice: "try again in \(Int(wait)) ms")
    }

    static func guestsAreBusy(retryAfter: Duration) -> APIError {
        let wait = max(1, (retryAfter / .milliseconds(1)).rounded(.up))
        return APIError(
            .rateLimited, "the guests of this server together request more than it serves",
            advice: "try again in \(Int(wait)) ms")
    }

    static let guestCallsAreMany = APIError(
        .rateLimited, "the calls of guests have no room for another one", advice: "delete one, or try again later")

    static let guestsAreMany = APIError(
        .rateLimited, "the guests have no room for more data", advice: "send less, or try again later")

    static let guestSessionsAreMany = APIError(
        .rateLimited, "a guest has at most \(SFUMachine.maxSessionsOfGuest) sessions at an SFU",
        advice: "leave one, or try again later")

    static let sessionsOfGuestsAreMany = APIError(
        .rateLimited, "the sessions of guests have no room for another one", advice: "leave one, or try again later")

    static let guestConnectionsAreMany = APIError(
        .rateLimited, "the connections of guests have no room for another one",
        advice: "disconnect one, or try again later")

    static func filterIsLong(limit: Int) -> APIError {
        APIError(
            .inputError, "filter compares more than \(limit) values",
            advice: "send fewer comparisons, or shorter lists and texts")
    }

    static func unsupported(_ format: CoAP.ContentFormat) -> APIError {
        APIError(
            .formatUnsupported, "the option Content-Format is \(format.rawValue)",
            advice: "send CBOR, with Content-Format \(CoAP.ContentFormat.cbor.rawValue)")
    }

    static func unavailable(_ format: CoAP.ContentFormat) -> APIError {
        APIError(
            .formatUnavailable, "the option Accept is \(format.rawValue)",
            advice: "answers are CBOR: leave it out, or accept \(CoAP.ContentFormat.cbor.rawValue)")
    }

    static func tooLong(_ field: String, _ count: Int, limit: Int) -> APIError {
        APIError(.tooLarge, "\(field) is \(count) bytes long", advice: "at most \(limit) bytes are taken")
    }

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

    static func guestsRing(_ cid: CallCid) -> APIError {
        APIError(
            .notAllowed, "a guest that is not a member of \(cid) may not ring in it",
            advice: "ask a user that may add members to add this user")
    }

    static func otherCall(_ cid: CallCid) -> APIError {
        APIError(
            .notAllowed, "the token is not for the call \(cid)", advice: "connect with a token that is for all calls")
    }

    // MARK: Calls

    static func unknownCall(_ cid: CallCid) -> APIError {
        APIError(.callNotFound, "there is no call \(cid)", advice: "create it first")
    }

    static func deletedCall(_ cid: CallCid) -> APIError {
        APIError(.callNotFound, "the call \(cid) was deleted", advice: "use another id")
    }

    static func notMember(_ capability: OwnCapability, _ cid: CallCid) -> APIError {
        APIError(
            .notAllowed, "the capability \(capability.rawValue) in \(cid) is its members' alone",
            advice: "ask a user that may add members to add this user")
    }

    static func unknownType(_ name: String, known: [String]) -> APIError {
        APIError(.notFound, "there is no call type \(name)", advice: "known are \(known.joined(separator: ", "))")
    }

    static func missing(_ capability: OwnCapability, _ cid: CallCid) -> APIError {
        APIError(
            .notAllowed, "the capability \(capability.rawValue) is missing in \(cid)",
            advice: "ask for it with request_permission")
    }

    static func outranked(_ userId: String, _ capability: OwnCapability, _ cid: CallCid) -> APIError {
        APIError(
            .notAllowed,
            "\(userId) has the capability \(capability.rawValue) in \(cid), which the requesting user lacks",
            advice: "ask a user that has it to make the change")
    }

    static func blocked(_ cid: CallCid) -> APIError {
        APIError(
            .notAllowed, "the user is blocked in \(cid)",
            advice: "ask a user that may block users to unblock this user")
    }

    static func backstage(_ cid: CallCid) -> APIError {
        APIError(.notAllowed, "\(cid) is in backstage", advice: "join when it is live")
    }

    static func ended(_ cid: CallCid) -> APIError {
        APIError(.callEnded, "\(cid) has ended", advice: "make another call")
    }

    static func noPlace(_ cid: CallCid, _ limit: Int) -> APIError {
        APIError(
            .notAllowed, "\(cid) is full: settings.limits.max_participants is \(limit)",
            advice: "join when a participant has left")
    }

    static func wrongState(_ problem: String, advice: String) -> APIError {
        APIError(.wrongState, problem, advice: advice)
    }

    static func emptyCall(_ cid: CallCid) -> APIError {
        APIError(.wrongState, "no participant is in \(cid)", advice: "join first")
    }

    static func recordingDisabled(_ cid: CallCid) -> APIError {
        APIError(
            .wrongState, "recordings of \(cid) are disabled",
            advice:
                "change settings.recording.mode with PATCH, which needs \(OwnCapability.updateCallSettings.rawValue)")
    }

    static func unknownRecording(_ filename: String, _ sessionId: String, _ cid: CallCid) -> APIError {
        APIError(
            .notFound, "there is no recording \(filename) of the session \(sessionId) of \(cid)",
            advice: "GET …/recordings lists them")
    }

    static let noEdge = APIError(
        .internalError, "there is no SFU to join on", advice: "try again when one is back")

    // MARK: Rings

    static func notRung(_ cid: CallCid) -> APIError {
        APIError(
            .notAllowed, "this user has no ring in \(cid)", advice: "join the call, or have a member ring this user")
    }

    static func ringCancelled(_ cid: CallCid) -> APIError {
        APIError(.notAllowed, "the ring of \(cid) was taken back", advice: "ring the caller in turn")
    }

    static func rejectedBefore(_ cid: CallCid) -> APIError {
        APIError(
            .notAllowed, "the user has rejected the ring of \(cid)", advice: "join the call, or ring in turn")
    }

    // MARK: Sessions

    static let tokenWithoutCall = APIError(
        .tokenInvalid, "the token names no call", advice: "use the token of the join response's credentials")

    static func notAdmitted(_ cid: CallCid) -> APIError {
        APIError(.notAllowed, "the coordinator has not let this user into \(cid)", advice: "join the call again")
    }

    static func foreignSession(_ sessionId: String) -> APIError {
        APIError(
            .notAllowed, "session_id \(sessionId) belongs to another participant",
            advice: "join with a session_id that no other participant has")
    }

    static func otherSession(_ sessionId: String) -> APIError {
        APIError(
            .addressUnproven, "session_id \(sessionId) belongs to a participant at another address",
            advice: "prove the new address on the path for media, or join again")
    }

    static func sessionIsOver(_ sessionId: String) -> APIError {
        APIError(.sessionOver, "session_id \(sessionId) is over", advice: "join with a new session_id")
    }

    static func pastAttempt(_ sessionId: String) -> APIError {
        APIError(
            .notAllowed, "session_id \(sessionId) has joined again since this reconnect_attempt",
            advice: "count reconnect_attempt up with each join")
    }

    static let sfuFull = APIError(
        .sfuFull, "this SFU has no place left", advice: "ask the coordinator for another one")

    static func sessionIsGone(_ sessionId: String) -> APIError {
        APIError(.notFound, "session_id \(sessionId) is not kept any more", advice: "join with a new session_id")
    }

    static func signalLost(_ sessionId: String) -> APIError {
        APIError(.notFound, "the signal of session_id \(sessionId) was lost", advice: "reconnect to the session")
    }

    static func unknownSession(_ sessionId: String) -> APIError {
        APIError(.notFound, "there is no session_id \(sessionId)", advice: "join again")
    }

    static func noNoiseCancellation(_ cid: CallCid) -> APIError {
        APIError(
            .notAllowed, "the user may not use noise cancellation in \(cid)",
            advice: "ask for the capability \(OwnCapability.enableNoiseCancellation.rawValue), and see that "
                + "settings.audio.noise_cancellation.mode is not disabled")
    }

    static func notAnnounced(_ field: String, _ type: TrackType) -> APIError {
        APIError(
            .inputError, "\(field) is \(type.name), which was not announced", advice: "announce it with set_publisher")
    }
}
