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
    fileprivate var path: String { text(.path) ?? "*" }

    /// Returns the failure; `onMatch` is called for each request that it matches.
    fileprivate func failure(_ onMatch: @escaping @MainActor () -> Void) -> RequestFailure {
        let name = text(.refusal)
        let code = APIError.Code.allCases.first { "\($0)" == name } ?? .internalError
        let pattern = Pattern(path)
        return RequestFailure(
            next: Int(clamping: integer(.next) ?? 1),
            error: APIError(code, "this server is in trouble", advice: "try again later")
        ) { _, path in
            guard pattern.fits("/" + path.joined(separator: "/")) else { return false }
            onMatch()
            return true
        }
    }

    fileprivate var failureText: String {
        let which = integer(.next).map { "the next \($0) requests" } ?? "the next request"
        return "refuses \(which) to \(path): \(text(.refusal) ?? "internalError")"
    }
}

extension ServerCommands {
    /// Failures of a server: it responds, but with errors.
    static let failureCommands: [ServerCommandRow] = [
        row("coordinator") { $0.failCoordinator($1) },
        row("sfu") { $0.failSFUs($1) },
    ]

    private static func row(
        _ server: String, fail: @escaping @MainActor (CallBackend, RequestFailure) -> Void
    ) -> ServerCommandRow {
        ServerCommandRow(
            server, "fail", "refuses the next requests with a path", needs: [.path], takes: [.refusal, .next],
            text: { $0.failureText },
            perform: { stage, arguments in
                guard let backend = stage.backend else { return }
                let onMatch = stage.expectEffect(
                    of: "\(server) \(arguments.failureText)", otherwise: "matched no request")
                fail(backend, arguments.failure(onMatch))
            })
    }
}
