/// A request of HTTP/1.1 as a browser on this machine sends it.
package struct HTTPRequest: Hashable, Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    package let method: Method
    /// The parts of the path, decoded.
    package let path: [String]
    /// The header fields with names in lower case.
    package let fields: [String: String]
    package let body: [UInt8]

    package init(_ method: Method, _ path: [String], fields: [String: String] = [:], body: [UInt8] = []) {
        self.method = method
        self.path = path
        self.fields = fields
        self.body = body
    }
}

/// The reason for which bytes are not a request that is served.
package enum HTTPError: Error, Hashable {
    case badRequest(String)
    case methodNotAllowed
    case notImplemented(String)
    case headTooLong
    case bodyTooLong

    /// The response's status.
    package var status: HTTPResponse.Status {
        switch self {
        case .badRequest: .badRequest
        case .methodNotAllowed: .methodNotAllowed
        case .notImplemented: .notImplemented
        case .headTooLong: .headTooLong
        case .bodyTooLong: .bodyTooLong
        }
    }

    /// The reason in a sentence.
    package var text: String {
        switch self {
        case .badRequest(let reason): "\(reason)\n"
        case .methodNotAllowed: "only GET and POST are served\n"
        case .notImplemented(let what): "\(what) is not served\n"
        case .headTooLong: "the head has more than \(HTTPRequest.longestHead) bytes\n"
        case .bodyTooLong: "the body has more than \(HTTPRequest.longestBody) bytes\n"
        }
    }
}
