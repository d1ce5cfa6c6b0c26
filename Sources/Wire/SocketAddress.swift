/// An IPv4 host, such as `127.1.0.1`.
public struct HostAddress: Hashable, Comparable, Sendable {
    /// The address as a number; the first octet is the most significant.
    public let value: UInt32

    /// Creates the address from a number; the most significant octet is the first.
    public init(value: UInt32) {
        self.value = value
    }

    /// Creates the address from its four octets.
    public init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
        value = UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
    }

    /// Parses dotted decimal notation; returns nil for any other text.
    public init?(_ text: some StringProtocol) {
        var (value, octet): (UInt32, UInt32) = (0, 0)
        var (dots, digits) = (0, 0)
        for unit in text.utf8 {
            switch unit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                octet = octet * 10 + UInt32(unit - UInt8(ascii: "0"))
                digits += 1
                guard digits <= 3, octet <= UInt8.max else { return nil }
            case UInt8(ascii: ".") where digits > 0:
                value = value << 8 | octet
                dots += 1
                (octet, digits) = (0, 0)
            default: return nil
            }
        }
        guard dots == 3, digits > 0 else { return nil }
        self.init(value: value << 8 | octet)
    }

    /// The four octets in order.
    public var octets: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// True when the address is in 127.0.0.0/8, which only this machine reaches.
    public var isLoopback: Bool { value >> 24 == 127 }

    /// Compares the addresses as numbers.
    public static func < (lhs: HostAddress, rhs: HostAddress) -> Bool {
        lhs.value < rhs.value
    }
}

extension HostAddress {
    /// The host of an intruder in a run; no participant has this address.
    package static let intruder = HostAddress(127, 1, 0, 251)
}

extension HostAddress: CustomStringConvertible {
    /// Dotted decimal notation.
    public var description: String {
        "\(value >> 24).\(value >> 16 & 255).\(value >> 8 & 255).\(value & 255)"
    }
}

/// The source or destination of a datagram: a host and a UDP port.
public struct SocketAddress: Hashable, Comparable, Sendable {
    /// The host.
    public let host: HostAddress
    /// The UDP port.
    public let port: UInt16

    /// Creates the address of a port on a host.
    public init(host: HostAddress, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// All addresses of this machine, with a port that the system chooses.
    public static let any = SocketAddress(host: HostAddress(0, 0, 0, 0), port: 0)

    /// Parses `host:port`, with the host in dotted decimal notation; returns nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let host = HostAddress(parts[0]), let port = UInt16(parts[1]) else { return nil }
        self.init(host: host, port: port)
    }

    /// Compares by host, then by port.
    public static func < (lhs: SocketAddress, rhs: SocketAddress) -> Bool {
        (lhs.host.value, lhs.port) < (rhs.host.value, rhs.port)
    }
}

extension SocketAddress: CustomStringConvertible {
    /// `host:port`.
    public var description: String { "\(host):\(port)" }
}
