public import Wire

/// The error in a body, with a description for its sender.
public enum BodyError: Error, Hashable, Sendable {
    /// The bytes are not one CBOR item.
    case notCBOR(CBORError)
    /// The item at this path is not a map with text keys.
    case notAMap(path: String)
    /// A required field is missing.
    case missing(field: String)
    /// A field has the wrong type.
    case wrongType(field: String, expected: String)
    /// A field has the right type and an invalid value.
    case badValue(field: String, problem: String)
}

extension BodyError: CustomStringConvertible {
    /// The error in one sentence that names the field.
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
