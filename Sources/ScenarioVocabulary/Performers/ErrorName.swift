import CallLibrary

/// An error with a name of its own in scenarios, such as that of an outside program.
package protocol NamedError: Error {
    var name: String { get }
}

/// Returns the name of an error in scenarios: its type. A refusal is named after the server's error that it carries.
package func errorName(_ error: any Error) -> String {
    if let error = error as? any NamedError { return error.name }
    if case .refused? = error as? RequestError { return "APIError" }
    return "\(type(of: error))"
}
