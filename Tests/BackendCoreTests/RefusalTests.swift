import Signaling
import Testing
import Timing

@testable import BackendCore

@Suite struct RefusalTests {
    private static let cid = CallCid(type: "default", id: "standup")

    private static let refusals: [(APIError, APIError.Code, String)] = [
        (.observeMissing, .inputError, "the option Observe is missing"),
        (.guestCallsAreMany, .rateLimited, "the calls of guests have no room for another one"),
        (.guestsAreMany, .rateLimited, "the guests have no room for more data"),
        (.guestSessionsAreMany, .rateLimited, "a guest has at most 16 sessions at an SFU"),
        (.sessionsOfGuestsAreMany, .rateLimited, "the sessions of guests have no room for another one"),
        (.guestConnectionsAreMany, .rateLimited, "the connections of guests have no room for another one"),
        (.filterIsLong(limit: 5), .inputError, "filter compares more than 5 values"),
        (.tooLong("t", 6, limit: 5), .tooLarge, "t is 6 bytes long"),
        (.tokenExpired, .tokenExpired, "the token has expired"),
        (.token(.expired(at: .virtualStart)), .tokenExpired, "the token has expired"),
        (.nothing(at: ["x", "y"]), .notFound, "there is nothing at /x/y"),
        (.token(.malformed("no map")), .tokenInvalid, "token: no map"),
        (.token(.wrongSignature), .tokenInvalid, "token: its signature is not this backend's"),
        (.token(.foreignKey), .tokenInvalid, "token: it belongs to a client with another key"),
        (.token(.issuedAhead(at: .virtualStart)), .tokenInvalid, "token: it was issued more than a minute ahead"),
        (.otherUser("a", token: "b"), .tokenInvalid, "user.id is a, but the token is for b"),
        (.anonymous, .notAllowed, "an anonymous user has no event stream"),
        (.connectionIdMissing, .inputError, "the query connection_id is missing"),
        (.connectionUnknown, .connectionNotFound, "there is no such connection_id"),
        (.connectionLost, .connectionNotFound, "the event stream of this connection_id was lost"),
        (.connectionElsewhere, .connectionNotFound, "this connection_id belongs to another address"),
        (.proofMissing, .proofInvalid, "the request has no Request-Proof"),
        (.proofWrong, .proofInvalid, "the Request-Proof does not match the request"),
        (.proofUsed, .proofInvalid, "the number in the Request-Proof was used before"),
        (.proofUnexpected, .proofInvalid, "the request has a Request-Proof, but its connection has no key"),
        (.clientKeyInvalid, .inputError, "client_key is not a public key of X25519"),
        (.sealedTokenUnreadable, .tokenInvalid, "sealed_token was not sealed for this request"),
        (.otherCall(cid), .notAllowed, "the token is not for the call default:standup"),
        (.unknownCall(cid), .callNotFound, "there is no call default:standup"),
        (.deletedCall(cid), .callNotFound, "the call default:standup was deleted"),
        (.unknownType("x", known: ["y"]), .notFound, "there is no call type x"),
        (.missing(.sendAudio, cid), .notAllowed, "the capability send-audio is missing in default:standup"),
        (.blocked(cid), .notAllowed, "the user is blocked in default:standup"),
        (.backstage(cid), .notAllowed, "default:standup is in backstage"),
        (.ended(cid), .callEnded, "default:standup has ended"),
        (.noPlace(cid, 3), .notAllowed, "default:standup is full: settings.limits.max_participants is 3"),
        (.emptyCall(cid), .wrongState, "no participant is in default:standup"),
        (.recordingDisabled(cid), .wrongState, "recordings of default:standup are disabled"),
        (.noEdge, .internalError, "there is no SFU to join on"),
        (.notRung(cid), .notAllowed, "this user has no ring in default:standup"),
        (.ringCancelled(cid), .notAllowed, "the ring of default:standup was taken back"),
        (.rejectedBefore(cid), .notAllowed, "the user has rejected the ring of default:standup"),
        (.tokenWithoutCall, .tokenInvalid, "the token names no call"),
        (.notAdmitted(cid), .notAllowed, "the coordinator has not let this user into default:standup"),
        (.foreignSession("s"), .notAllowed, "session_id s belongs to another participant"),
        (.otherSession("s"), .addressUnproven, "session_id s belongs to a participant at another address"),
        (.sessionIsOver("s"), .sessionOver, "session_id s is over"),
        (.pastAttempt("s"), .notAllowed, "session_id s has joined again since this reconnect_attempt"),
        (.sfuFull, .sfuFull, "this SFU has no place left"),
        (.sessionIsGone("s"), .notFound, "session_id s is not kept any more"),
        (.signalLost("s"), .notFound, "the signal of session_id s was lost"),
        (.unknownSession("s"), .notFound, "there is no session_id s"),
        (.noNoiseCancellation(cid), .notAllowed, "the user may not use noise cancellation in default:standup"),
    ]

    @Test func `each refusal has its code, its words and an advice`() {
        for (refusal, code, message) in Self.refusals {
            #expect(refusal.code == code.rawValue && refusal.message == message, "\(refusal)")
            #expect(refusal.advice?.isEmpty == false)
        }
    }

    @Test func `a message of more than 300 bytes is cut to 75 characters`() {
        func sent(_ count: Int) -> String? {
            let message = String(repeating: "x", count: count)
            return ServerResponse(APIError(.inputError, message, advice: "shorten it")).refusal?.message
        }
        #expect(sent(300) == String(repeating: "x", count: 300))
        #expect(sent(301) == String(repeating: "x", count: 75) + " …")
    }

    @Test func `a wait is named in whole milliseconds, and is never zero`() {
        let rows: [(Duration, String)] = [
            (.zero, "1"), (.nanoseconds(1), "1"), (.milliseconds(1), "1"), (.microseconds(1001), "2"),
            (.seconds(2), "2000"),
        ]
        for (wait, text) in rows {
            #expect(APIError.guestsAreBusy(retryAfter: wait).advice == "try again in \(text) ms")
            #expect(APIError.rateLimited("a", RateLimit(), retryAfter: wait).advice == "try again in \(text) ms")
        }
    }
}
