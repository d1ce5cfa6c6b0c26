public import Wire

/// An IPv4 or IPv6 host of a captured packet.
public struct IPAddress: Hashable, Comparable, Sendable {
    /// The upper half of the sixteen bytes.
    public let high: UInt64
    /// The lower half of the sixteen bytes.
    public let low: UInt64

    /// Makes the address from its two halves; IPv4 hosts lie in `::ffff:0:0/96` (RFC 4291 section 2.5.5.2).
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// An IPv4 host.
    public init(_ host: HostAddress) {
        self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(host.value))
    }

    /// The IPv4 host; nil when the address is not one.
    public var ipv4: HostAddress? {
        guard high == 0, low >> 32 == 0xFFFF else { return nil }
        return HostAddress(value: UInt32(truncatingIfNeeded: low))
    }

    /// The order of the numbers.
    public static func < (lhs: IPAddress, rhs: IPAddress) -> Bool {
        (lhs.high, lhs.low) < (rhs.high, rhs.low)
    }
}

extension IPAddress: CustomStringConvertible {
    /// Dotted decimal notation, or that of RFC 5952 for IPv6.
    public var description: String {
        if let ipv4 { return ipv4.description }
        let groups = (0..<8).map { UInt16(truncatingIfNeeded: ($0 < 4 ? high : low) >> UInt64(48 - $0 % 4 * 16)) }
        guard let zeros = Self.longestZeros(groups) else { return Self.text(groups[...]) }
        return "\(Self.text(groups[..<zeros.lowerBound]))::\(Self.text(groups[zeros.upperBound...]))"
    }

    private static func text(_ groups: ArraySlice<UInt16>) -> String {
        groups.map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// The first of the longest runs of zeros; one group alone is not shortened.
    private static func longestZeros(_ groups: [UInt16]) -> Range<Int>? {
        var best: Range<Int>?
        var start = 0
        for (index, group) in groups.enumerated() {
            guard group == 0 else {
                start = index + 1
                continue
            }
            if index + 1 - start > max(1, best?.count ?? 0) { best = start..<index + 1 }
        }
        return best
    }
}

/// A UDP port on an IPv4 or IPv6 host.
public struct UDPEndpoint: Hashable, Comparable, Sendable {
    /// The host.
    public let host: IPAddress
    /// The port.
    public let port: UInt16

    /// Makes the endpoint of a port on a host.
    public init(host: IPAddress, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The same on IPv4; nil for other hosts.
    public var ipv4: SocketAddress? { host.ipv4.map { SocketAddress(host: $0, port: port) } }

    /// By host, then by port.
    public static func < (lhs: UDPEndpoint, rhs: UDPEndpoint) -> Bool {
        (lhs.host, lhs.port) < (rhs.host, rhs.port)
    }
}

extension UDPEndpoint: CustomStringConvertible {
    /// `host:port`, the host in brackets when it is one of IPv6.
    public var description: String {
        host.ipv4 == nil ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
