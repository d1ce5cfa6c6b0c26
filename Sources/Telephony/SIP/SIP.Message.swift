extension SIP {
    /// A request or response with its header fields and body.
    ///
    /// Only the structure is checked. `envelope` reads the fields that every message needs.
    package struct Message: Hashable, Sendable {
        /// The first line.
        package enum StartLine: Hashable, Sendable {
            case request(method: String, uri: String)
            case response(code: Int, reason: String)
        }

        package let startLine: StartLine
        /// The header fields in their order.
        package let headers: [Header]
        /// The bytes of the body. Their number is `Content-Length`.
        package let body: [UInt8]
        /// The offset of the body in the datagram.
        package let bodyOffset: Int
        /// The number of bytes behind the body, which a receiver of UDP ignores (RFC 3261 section 18.3).
        package let surplus: Int
    }

    /// A header field.
    package struct Header: Hashable, Sendable {
        package let name: HeaderName
        /// The value with a blank instead of each line break.
        package let bytes: [UInt8]
        /// The offset of the value in the datagram.
        package let offset: Int

        /// The value on one line.
        package var value: String { String(decoding: bytes, as: UTF8.self).joiningBlanks }
    }
}

extension SIP.Message {
    /// The method of a request.
    package var method: String? {
        if case .request(let method, _) = startLine { method } else { nil }
    }

    /// The URI of a request.
    package var uri: String? {
        if case .request(_, let uri) = startLine { uri } else { nil }
    }

    /// The status code of a response.
    package var status: Int? {
        if case .response(let code, _) = startLine { code } else { nil }
    }

    /// The reason phrase of a response.
    package var reason: String? {
        if case .response(_, let reason) = startLine { reason } else { nil }
    }

    /// The first field with a name.
    package func first(_ name: HeaderName) -> SIP.Header? { headers.first { $0.name == name } }

    /// The media type of the body in small letters, such as `application/sdp`.
    package var contentType: String? {
        first(.contentType)?.value.split(separator: ";").first?.lowercased().filter { $0 != " " && $0 != "\t" }
    }
}

extension String {
    /// The text without blanks at its ends, and with one blank where several are.
    fileprivate var joiningBlanks: String {
        guard contains("  ") || contains("\t") || hasPrefix(" ") || hasSuffix(" ") else { return self }
        return split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    }
}
