/// The reason for which bytes are not a SIP message. Offsets count from the first byte of the datagram.
package enum SIPError: Error, Hashable, Sendable {
    /// The start line has no end, or is neither a request line nor a status line.
    case startLine(offset: Int)
    /// The method is not a token.
    case method(offset: Int)
    /// The request's URI is empty or has characters that no URI has.
    case requestURI(offset: Int)
    /// The version is not `SIP/2.0`.
    case version(String, offset: Int)
    /// The status code is not a number from 100 to 699.
    case statusCode(String, offset: Int)
    /// A header line has no name, no colon or no end.
    case headerLine(offset: Int)
    /// There are more header fields than the limit.
    case tooManyHeaders(limit: Int, offset: Int)
    /// The header ends without an empty line.
    case missingEmptyLine(offset: Int)
    /// A required field is missing.
    case missing(HeaderName)
    /// A field that may occur once occurs again.
    case repeated(HeaderName, offset: Int)
    /// The value of a field does not have the field's syntax.
    case value(HeaderName, Problem, offset: Int)
    /// The body is shorter than `Content-Length`.
    case truncatedBody(announced: Int, available: Int, offset: Int)
    /// `CSeq` names another method than the request line.
    case otherMethod(String, expected: String, offset: Int)

    /// The fault of a value.
    package enum Problem: Hashable, Sendable {
        /// A quoted string has no closing quote.
        case openQuote
        /// An address has no closing `>`.
        case openBracket
        /// The value, or a part between separators, is empty.
        case empty
        /// A number is negative, too large or not a number.
        case number(limit: Int)
        /// The display name has characters that need quotes.
        case displayName
        /// The URI is missing or has spaces.
        case uri
        /// A parameter has no name, or is not a token.
        case parameter
        /// The protocol of a `Via` is not `SIP/2.0/` and a transport.
        case sentProtocol
        /// There are more values than the limit.
        case tooMany(limit: Int)
    }
}

extension SIPError: CustomStringConvertible {
    /// The problem, its place and the correction.
    package var description: String {
        switch self {
        case .startLine(let offset):
            "the first line is neither `METHOD URI SIP/2.0` nor `SIP/2.0 CODE REASON` (at byte \(offset))"
        case .method(let offset): "the method is not a token (at byte \(offset))"
        case .requestURI(let offset): "the request's URI is empty or has characters of no URI (at byte \(offset))"
        case .version(let text, let offset): "the version `\(text)` is not SIP/2.0 (at byte \(offset))"
        case .statusCode(let text, let offset):
            "the status `\(text)` is not a number from 100 to 699 (at byte \(offset))"
        case .headerLine(let offset): "a header line is not `Name: value` (at byte \(offset))"
        case .tooManyHeaders(let limit, let offset): "more than \(limit) header fields (at byte \(offset))"
        case .missingEmptyLine(let offset): "no empty line ends the header (at byte \(offset))"
        case .missing(let name): "the field \(name) is missing"
        case .repeated(let name, let offset): "\(name) may occur only once (again at byte \(offset))"
        case .value(let name, let problem, let offset): "\(name): \(problem) (at byte \(offset))"
        case .truncatedBody(let announced, let available, let offset):
            "Content-Length announces \(announced) bytes, and \(available) follow the header (at byte \(offset))"
        case .otherMethod(let method, let expected, let offset):
            "CSeq names \(method), and the request line \(expected) (at byte \(offset))"
        }
    }
}

extension SIPError.Problem: CustomStringConvertible {
    /// The fault in words.
    package var description: String {
        switch self {
        case .openQuote: "a quoted string has no closing quote"
        case .openBracket: "an address has no closing `>`"
        case .empty: "a value is empty"
        case .number(let limit): "the number is not one from 0 to \(limit)"
        case .displayName: "the display name needs quotes"
        case .uri: "the URI is missing or has spaces"
        case .parameter: "a parameter is not `name` or `name=value`"
        case .sentProtocol: "the protocol is not `SIP/2.0/` and a transport"
        case .tooMany(let limit): "more than \(limit) values"
        }
    }
}
