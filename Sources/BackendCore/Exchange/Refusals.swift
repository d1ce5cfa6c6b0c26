import Signaling
import Wire

/// The refusals that do not depend on a user, a call or a session: requests in a wrong form, and limits.
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
        .inputError, "the option Observe is missing", advice: "send FETCH with Observe 0: the response is a stream")

    static func rateLimited(_ userId: String, _ limit: RateLimit, retryAfter: Duration) -> APIError {
        APIError(
            .rateLimited, "\(userId) makes more than \(limit.requests) requests in \(limit.window)",
            advice: tryAgain(after: retryAfter))
    }

    static func guestsAreBusy(retryAfter: Duration) -> APIError {
        APIError(
            .rateLimited, "the guests of this server together request more than it serves",
            advice: tryAgain(after: retryAfter))
    }

    private static func tryAgain(after pause: Duration) -> String {
        "try again in \(Int(max(1, (pause / .milliseconds(1)).rounded(.up)))) ms"
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
            advice: "responses are CBOR: leave it out, or accept \(CoAP.ContentFormat.cbor.rawValue)")
    }

    static func tooLong(_ field: String, _ count: Int, limit: Int) -> APIError {
        APIError(.tooLarge, "\(field) is \(count) bytes long", advice: "at most \(limit) bytes are taken")
    }
}
