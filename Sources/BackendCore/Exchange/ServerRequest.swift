package import Wire

/// A received request, before any checks.
package struct ServerRequest: Hashable, Sendable {
    /// The method.
    package var method: CoAP.Code
    /// The options, including path and query.
    package var options: CoAP.Options
    /// True when the request observes the resource (RFC 7641).
    package var observes: Bool
    /// The body.
    package var payload: CoAP.Payload
    /// The sender's address.
    package var peer: SocketAddress

    /// Creates a request.
    package init(method: CoAP.Code, options: CoAP.Options, observes: Bool, payload: CoAP.Payload, peer: SocketAddress) {
        self.method = method
        self.options = options
        self.observes = observes
        self.payload = payload
        self.peer = peer
    }

    /// Creates a request from the segments of its path and the options of its query.
    package init(
        method: CoAP.Code, path: [String], query: [String] = [], observes: Bool = false, payload: [UInt8] = [],
        peer: SocketAddress
    ) {
        var options = CoAP.Options()
        options.uriPath = path
        options.uriQuery = query
        self.init(method: method, options: options, observes: observes, payload: CoAP.Payload(payload), peer: peer)
    }

    /// The segments of the path.
    package var path: [String] { options.uriPath }

    /// The format of the body; nil when not specified.
    package var contentFormat: CoAP.ContentFormat? { options.contentFormat }

    /// The requested format of the response; nil when not specified.
    package var accept: CoAP.ContentFormat? { options.accept }

    /// Returns the value of the first query option `name=value`.
    func query(_ name: String) -> String? {
        var found: String?
        visitQuery(name) { value in
            guard found == nil, let value = try? UTF8Span(validating: value) else { return }
            found = String(copying: value)
        }
        return found
    }

    /// Passes the value of each query option `name=value` to `body` without copying it.
    func visitQuery(_ name: String, _ body: (Span<UInt8>) -> Void) {
        let name = name.utf8.span
        options.visit(.uriQuery) { option in
            guard option.count > name.count, option[name.count] == UInt8(ascii: "="),
                name.indices.allSatisfy({ option[$0] == name[$0] })
            else { return }
            body(option.extracting((name.count + 1)...))
        }
    }
}
