import Backend
import ScenarioLanguage
import Signaling

extension Argument {
    fileprivate static let path = Argument(
        "path", .value(.path), "the path of the requests that fail; * stands for anything", such: "path: \"*/join\"")
    fileprivate static let refusal = Argument(
        "refusal", .value(.word(.refusals)), "the error of the refusals; internalError when omitted",
        such: "refusal: rateLimited")
    fileprivate static let next = Argument(
        "next", .whole(Bounds.refusals), "the number of refused requests; one when omitted", such: "next: 2")
}

extension Arguments {
    fileprivate var failure: RequestFailure {
        let name = text(.refusal)
        let code = APIError.Code.allCases.first { "\($0)" == name } ?? .internalError
        let pattern = text(.path) ?? "*"
        return RequestFailure(
            next: Int(clamping: integer(.next) ?? 1),
            error: APIError(code, "this server is in trouble", advice: "try again later")
        ) { _, path in
            Pattern(pattern).fits("/" + path.joined(separator: "/"))
        }
    }

    fileprivate var failureText: String {
        let which = integer(.next).map { "the next \($0) requests" } ?? "the next request"
        return "refuses \(which) to \(text(.path) ?? "*"): \(text(.refusal) ?? "internalError")"
    }
}

extension ServerCommands {
    /// Failures of a server: it responds, but with errors.
    static let failureCommands: [ServerCommandRow] = [
        ServerCommandRow(
            "coordinator", "fail", "refuses the next requests with a path", needs: [.path], takes: [.refusal, .next],
            text: { $0.failureText },
            perform: { stage, arguments in stage.backend?.failCoordinator(arguments.failure) }),
        ServerCommandRow(
            "sfu", "fail", "refuses the next requests with a path", needs: [.path], takes: [.refusal, .next],
            text: { $0.failureText },
            perform: { stage, arguments in stage.backend?.failSFUs(arguments.failure) }),
    ]
}
