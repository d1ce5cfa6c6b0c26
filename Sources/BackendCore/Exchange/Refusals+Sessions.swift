import Signaling
import Wire

/// The refusals of requests about a session at an SFU.
extension APIError {
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
