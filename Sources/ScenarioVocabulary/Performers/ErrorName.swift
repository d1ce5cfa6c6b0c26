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
