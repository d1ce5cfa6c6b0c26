public import Wire

/// A request as a server got it: nothing in it has been looked at yet.
public struct ServerRequest: Hashable, Sendable {
    /// The method.
    public var method: CoAP.Code
    /// The path, a segment each.
    public var path: [String]
    /// The query, an option each.
    public var query: [String]
    /// Whether it asks to be told of what follows (RFC 7641).
    public var observes: Bool
    /// The body.
    public var payload: [UInt8]
    /// Who sent it.
    public var peer: SocketAddress
    /// The format of the body, where it is named.
    public var contentFormat: CoAP.ContentFormat?
    /// The format that the answer is wanted in, where one is named.
    public var accept: CoAP.ContentFormat?

    /// Describes a request.
    public init(
        method: CoAP.Code, path: [String], query: [String] = [], observes: Bool = false, payload: [UInt8] = [],
        peer: SocketAddress
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.observes = observes
        self.payload = payload
        self.peer = peer
    }

    /// The value of the first query option `name=value`.
    func query(_ name: String) -> String? {
        let name = name.utf8.span
        for option in query {
            let units = option.utf8.span
            guard units.count > name.count, units[name.count] == UInt8(ascii: "="),
                name.indices.allSatisfy({ units[$0] == name[$0] }),
                let value = try? UTF8Span(validating: units.extracting((name.count + 1)...))
            else { continue }
            return String(copying: value)
        }
        return nil
    }
}
