package import CallLibrary
import ScenarioVocabulary

extension RequestError: NamedError, CausedError {
    /// The name in scenarios: a refusal has that of the server error that it contains.
    package var name: String {
        if case .refused = self { return "APIError" }
        return "\(type(of: self))"
    }

    package var cause: (any Error)? {
        switch self {
        case .refused(let refusal): refusal
        case .unreadable(let problem): problem
        case .failed: nil
        }
    }
}

extension CallJoinInterceptionError: CausedError {
    package var cause: (any Error)? { underlyingError }
}
