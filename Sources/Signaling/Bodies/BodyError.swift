public import Wire

/// What is wrong with a body, told so that its sender can mend it.
public enum BodyError: Error, Hashable, Sendable {
    /// The bytes are not one CBOR item.
    case notCBOR(CBORError)
    /// The item at this path should be a map with text keys.
    case notAMap(path: String)
    /// A field that must be there is not.
    case missing(field: String)
    /// A field has another type than it must have.
    case wrongType(field: String, expected: String)
    /// A field has the right type and a value that cannot be.
    case badValue(field: String, problem: String)
}

extension BodyError: CustomStringConvertible {
    /// One sentence that names the field.
    public var description: String {
        switch self {
        case .notCBOR(let error): "the body is not CBOR: \(error)"
        case .notAMap(let path): "\(path.isEmpty ? "the body" : path) must be a map"
        case .missing(let field): "\(field) is missing"
        case .wrongType(let field, let expected): "\(field) must be \(expected)"
        case .badValue(let field, let problem): "\(field) \(problem)"
        }
    }
}
