/// The name of a header field in its long form. Names are equal regardless of case (RFC 3261 section 7.3.1).
package struct HeaderName: Hashable, Sendable {
    /// The long form in small letters.
    private let key: String

    /// Creates a name from its long or compact form in any case.
    package init(_ text: some StringProtocol) {
        let small = text.lowercased()
        key = Self.compactForms[small] ?? small
    }

    package static let callID = HeaderName("call-id")
    package static let contact = HeaderName("contact")
    package static let contentLength = HeaderName("content-length")
    package static let contentType = HeaderName("content-type")
    package static let cseq = HeaderName("cseq")
    package static let from = HeaderName("from")
    package static let to = HeaderName("to")
    package static let userAgent = HeaderName("user-agent")
    package static let via = HeaderName("via")

    /// The compact forms of RFC 3261 section 7.3.3 and of later extensions.
    private static let compactForms: [String: String] = [
        "a": "accept-contact", "b": "referred-by", "c": "content-type", "d": "request-disposition",
        "e": "content-encoding", "f": "from", "i": "call-id", "j": "reject-contact", "k": "supported",
        "l": "content-length", "m": "contact", "n": "identity-info", "o": "event", "r": "refer-to", "s": "subject",
        "t": "to", "u": "allow-events", "v": "via", "x": "session-expires", "y": "identity",
    ]
}

extension HeaderName: CustomStringConvertible {
    /// The name as RFC 3261 writes it, such as `Call-ID`.
    package var description: String {
        switch key {
        case "call-id": "Call-ID"
        case "cseq": "CSeq"
        case "www-authenticate": "WWW-Authenticate"
        default: key.split(separator: "-", omittingEmptySubsequences: false).map(\.capitalised).joined(separator: "-")
        }
    }
}

extension Substring {
    fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
