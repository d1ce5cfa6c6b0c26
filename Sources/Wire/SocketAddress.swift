/// An IPv4 host, such as `127.1.0.1`.
public struct HostAddress: Hashable, Comparable, Sendable {
    /// The address as a number, first octet highest.
    public let value: UInt32

    /// Makes the address from a number whose highest octet is the first one.
    public init(value: UInt32) {
        self.value = value
    }

    /// Makes the address from its four octets.
    public init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
        value = UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
    }

    /// Reads dotted decimal notation; nil when it is anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var value: UInt32 = 0
        for part in parts {
            let digits = part.map { $0 &- UInt8(ascii: "0") }
            guard (1...3).contains(digits.count), digits.allSatisfy({ $0 < 10 }) else { return nil }
            let octet = digits.reduce(0) { $0 * 10 + UInt32($1) }
            guard octet <= UInt8.max else { return nil }
            value = value << 8 | octet
        }
        self.init(value: value)
    }

    /// The four octets, first one first.
    public var octets: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Whether only this machine reaches it: 127.0.0.0/8.
    public var isLoopback: Bool { value >> 24 == 127 }

    /// The order of the numbers.
    public static func < (lhs: HostAddress, rhs: HostAddress) -> Bool {
        lhs.value < rhs.value
    }
}

extension HostAddress: CustomStringConvertible {
    /// Dotted decimal notation.
    public var description: String {
        "\(value >> 24).\(value >> 16 & 255).\(value >> 8 & 255).\(value & 255)"
    }
}

/// Where a datagram comes from or goes to: a host and a UDP port.
public struct SocketAddress: Hashable, Comparable, Sendable {
    /// The host.
    public let host: HostAddress
    /// The UDP port.
    public let port: UInt16

    /// Makes the address of a port on a host.
    public init(host: HostAddress, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// By host, then by port.
    public static func < (lhs: SocketAddress, rhs: SocketAddress) -> Bool {
        (lhs.host.value, lhs.port) < (rhs.host.value, rhs.port)
    }
}

extension SocketAddress: CustomStringConvertible {
    /// `host:port`.
    public var description: String { "\(host):\(port)" }
}
