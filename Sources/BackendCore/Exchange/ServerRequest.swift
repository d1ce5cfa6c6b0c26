public import Wire

/// A request as a server got it: nothing in it has been looked at yet.
public struct ServerRequest: Hashable, Sendable {
    /// The method.
    public var method: CoAP.Code
    /// The options, among them its path and its query.
    public var options: CoAP.Options
    /// True when it observes the resource (RFC 7641).
    public var observes: Bool
    /// The body.
    public var payload: CoAP.Payload
    /// The sender's address.
    public var peer: SocketAddress

    /// Describes a request.
    public init(method: CoAP.Code, options: CoAP.Options, observes: Bool, payload: CoAP.Payload, peer: SocketAddress) {
        self.method = method
        self.options = options
        self.observes = observes
        self.payload = payload
        self.peer = peer
    }

    /// Describes a request by its path, a segment each, and its query, an option each.
    public init(
        method: CoAP.Code, path: [String], query: [String] = [], observes: Bool = false, payload: [UInt8] = [],
        peer: SocketAddress
    ) {
        var options = CoAP.Options()
        options.uriPath = path
        options.uriQuery = query
        self.init(method: method, options: options, observes: observes, payload: CoAP.Payload(payload), peer: peer)
    }

    /// The path, a segment each.
    public var path: [String] { options.uriPath }

    /// The format of the body, where it is named.
    public var contentFormat: CoAP.ContentFormat? {
        get { options.contentFormat }
        set { options.contentFormat = newValue }
    }

    /// The format that the answer is wanted in, where one is named.
    public var accept: CoAP.ContentFormat? {
        get { options.accept }
        set { options.accept = newValue }
    }

    /// The value of the first query option `name=value`.
    func query(_ name: String) -> String? {
        var found: String?
        visitQuery(name) { value in
            guard found == nil, let value = try? UTF8Span(validating: value) else { return }
            found = String(copying: value)
        }
        return found
    }

    /// Hands over the value of each query option `name=value`, without making anything of it.
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
