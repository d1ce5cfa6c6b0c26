/// A response with its whole body, after which the connection closes.
package struct HTTPResponse: Hashable, Sendable {
    package enum Status: Int, Sendable {
        case ok = 200
        case accepted = 202
        case badRequest = 400
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case conflict = 409
        case bodyTooLong = 413
        case headTooLong = 431
        case notImplemented = 501
        case busy = 503

        var reason: String {
            switch self {
            case .ok: "OK"
            case .accepted: "Accepted"
            case .badRequest: "Bad Request"
            case .forbidden: "Forbidden"
            case .notFound: "Not Found"
            case .methodNotAllowed: "Method Not Allowed"
            case .conflict: "Conflict"
            case .bodyTooLong: "Content Too Large"
            case .headTooLong: "Request Header Fields Too Large"
            case .notImplemented: "Not Implemented"
            case .busy: "Service Unavailable"
            }
        }
    }

    package enum ContentType: String, Sendable {
        case html = "text/html; charset=utf-8"
        case json = "application/json"
        case text = "text/plain; charset=utf-8"
        case bytes = "application/octet-stream"
        case events = "text/event-stream"
    }

    package let status: Status
    package let contentType: ContentType
    package let body: [UInt8]

    package init(_ status: Status = .ok, _ contentType: ContentType, _ body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    package init(_ status: Status, _ text: String) {
        self.init(status, .text, Array(text.utf8))
    }

    package init(_ error: HTTPError) {
        self.init(error.status, error.text)
    }

    /// The bytes on the wire.
    package var bytes: [UInt8] {
        Self.head(status, contentType, more: ["Content-Length: \(body.count)", "Connection: close"]) + body
    }

    /// The beginning of a stream of events, which lasts as long as the connection.
    static let streamHead = head(.ok, .events, more: ["Connection: keep-alive"])

    /// An event of a stream, of which no line can end it early.
    static func event(_ json: [UInt8]) -> [UInt8] {
        let line = json.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return Array("data: ".utf8) + line + Array("\n\n".utf8)
    }

    /// Nothing is cached, no other site may frame or read it, and its kind is not guessed.
    private static func head(_ status: Status, _ contentType: ContentType, more: [String]) -> [UInt8] {
        let lines = [
            "HTTP/1.1 \(status.rawValue) \(status.reason)", "Content-Type: \(contentType.rawValue)",
            "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Referrer-Policy: no-referrer",
            "Cross-Origin-Resource-Policy: same-origin",
        ]
        return Array((lines + more).map { "\($0)\r\n" }.joined().utf8) + Array("\r\n".utf8)
    }
}
