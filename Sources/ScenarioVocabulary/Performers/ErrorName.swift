import CallLibrary

/// An error with its own name in scenarios, such as that of an outside program.
package protocol NamedError: Error {
    var name: String { get }
}

/// Returns an error's name in scenarios: its type. A refusal has the name of the server error that it contains.
package func errorName(_ error: any Error) -> String {
    if let error = error as? any NamedError { return error.name }
    if case .refused? = error as? RequestError { return "APIError" }
    return "\(type(of: error))"
}

/// Returns the chain of an error's underlying errors, nearest first.
package func causes(of error: any Error) -> [any Error] {
    var causes: [any Error] = []
    var next: (any Error)? = error.cause
    while let cause = next {
        causes.append(cause)
        next = cause.cause
    }
    return causes
}

extension Error {
    /// The underlying error.
    fileprivate var cause: (any Error)? {
        if let error = self as? CallJoinInterceptionError { return error.underlyingError }
        return switch self as? RequestError {
        case .refused(let refusal): refusal
        case .unreadable(let problem): problem
        case .failed, nil: nil
        }
    }
}
