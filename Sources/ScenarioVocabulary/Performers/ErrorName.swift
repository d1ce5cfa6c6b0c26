/// An error with its own name in scenarios, such as that of an outside program.
package protocol NamedError: Error {
    var name: String { get }
}

/// An error that another error causes.
package protocol CausedError: Error {
    /// The underlying error; nil without one.
    var cause: (any Error)? { get }
}

/// Returns an error's name in scenarios: that of its type, unless it has another one.
package func errorName(_ error: any Error) -> String {
    if let error = error as? any NamedError { return error.name }
    return "\(type(of: error))"
}

/// Returns the chain of an error's underlying errors, nearest first.
package func causes(of error: any Error) -> [any Error] {
    var causes: [any Error] = []
    var next = (error as? any CausedError)?.cause
    while let cause = next {
        causes.append(cause)
        next = (cause as? any CausedError)?.cause
    }
    return causes
}
