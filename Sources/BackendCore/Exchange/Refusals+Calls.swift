import Signaling
import Wire

/// The refusals of requests about one call: its existence, the user's rights, its state, and its ring.
extension APIError {
    static func guestsRing(_ cid: CallCid) -> APIError {
        APIError(
            .notAllowed, "a guest that is not a member of \(cid) may not ring in it",
            advice: "ask a user that may add members to add this user")
    }

    static func otherCall(_ cid: CallCid) -> APIError {
        APIError(
            .notAllowed, "the token is not for the call \(cid)", advice: "connect with a token that is for all calls")
    }

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
}
