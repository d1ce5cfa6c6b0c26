package import Wire

/// The callee of SIP calls: a URI, and the address of the program that takes them.
package struct SIPTarget: Hashable, Sendable {
    package let uri: String
    package let address: SocketAddress

    /// The port of SIP without encryption.
    private static let defaultPort: UInt16 = 5060

    /// The beginning of an operand that is a SIP URI.
    package static let scheme = "sip:"

    /// Parses `sip:user@127.0.0.1:5060`; returns nil for any other form, or an address outside of 127/8.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.scheme) else { return nil }
        let rest = text.dropFirst(Self.scheme.count)
        let place = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
        let isPlain = rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "@:.-_+".contains($0)) }
        let parts = place.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let port = parts.count == 1 ? Self.defaultPort : UInt16(parts.last ?? "")
        guard isPlain, !rest.hasPrefix("@"), parts.count <= 2, let host = HostAddress(parts[0]), host.isLoopback,
            let port, port > 0
        else { return nil }
        uri = text
        address = SocketAddress(host: host, port: port)
    }
}
