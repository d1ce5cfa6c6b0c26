import BackendCore
import Containers
import Signaling

/// Checks what servers report about the users of requests, and about the media paths of sessions.
struct RecordWatch {
    /// The sessions with a media path that was opened.
    private var opened: Set<String> = []
    /// The first violation, in words.
    private(set) var violation: String?

    /// Processes a trace of the backend.
    mutating func process(_ trace: BackendTrace) {
        guard violation == nil else { return }
        switch trace {
        case .request(let request): violation = Self.violation(of: request)
        case .path(.opened, _, let sessionId, _): opened.insert(sessionId)
        case .path(.moved, let user, let sessionId, _):
            guard !opened.contains(sessionId) else { return }
            violation = "the media path of \(user) was reported as moved, and was not opened before"
        default: break
        }
    }

    /// Returns the violation of a refusal that blames a user which the report does not name. Guests are created without
    /// a user.
    private static func violation(of request: RequestTrace) -> String? {
        guard let message = request.refusal?.message, !message.hasPrefix("guests at "),
            let words = message.firstRange(of: " makes more than ")
        else { return nil }
        let blamed = String(message[..<words.lowerBound])
        guard blamed != request.userId else { return nil }
        return "a request was refused because \(message), and its user was reported as \(request.userId ?? "unknown")"
    }
}

extension Stage {
    /// Returns the failure of a server that reports a wrong user or a wrong change of a path.
    func recordFailure() -> ExpectationFailure? {
        records.violation.map {
            ExpectationFailure(
                reason: "a server's report is wrong", expected: "the user of each request, and each path's opening",
                actual: $0)
        }
    }
}
