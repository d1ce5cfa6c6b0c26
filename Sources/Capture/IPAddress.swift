import Glibc
package import Wire

/// The IPv4 or IPv6 address of a captured packet.
package struct IPAddress: Hashable, Comparable, Sendable {
    /// The upper eight bytes.
    package let high: UInt64
    /// The lower eight bytes.
    package let low: UInt64

    /// Creates an address from its halves. IPv4 addresses are in `::ffff:0:0/96` (RFC 4291 section 2.5.5.2).
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates an IPv4 address.
    package init(_ host: HostAddress) {
        self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(host.value))
    }

    /// The IPv4 host, or nil for an IPv6 address.
    package var ipv4: HostAddress? {
        guard high == 0, low >> 32 == 0xFFFF else { return nil }
        return HostAddress(value: UInt32(truncatingIfNeeded: low))
    }

    package static func < (lhs: IPAddress, rhs: IPAddress) -> Bool {
        (lhs.high, lhs.low) < (rhs.high, rhs.low)
    }
}

extension IPAddress: CustomStringConvertible {
    /// Dotted decimal notation, or that of RFC 5952 for IPv6.
    package var description: String {
        if let ipv4 { return ipv4.description }
        let groups = (0..<8).map { UInt16(truncatingIfNeeded: ($0 < 4 ? high : low) >> UInt64(48 - $0 % 4 * 16)) }
        guard let zeros = Self.longestZeros(groups) else { return Self.text(groups[...]) }
        return "\(Self.text(groups[..<zeros.lowerBound]))::\(Self.text(groups[zeros.upperBound...]))"
    }

    private static func text(_ groups: ArraySlice<UInt16>) -> String {
        groups.map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// Returns the first of the longest runs of zeros. A single group is not shortened.
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

/// A UDP port of an IPv4 or IPv6 host.
package struct UDPEndpoint: Hashable, Comparable, Sendable {
    package let host: IPAddress
    package let port: UInt16

    package init(host: IPAddress, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The IPv4 address and port, or nil for an IPv6 host.
    package var ipv4: SocketAddress? { host.ipv4.map { SocketAddress(host: $0, port: port) } }

    /// Orders by host, then by port.
    package static func < (lhs: UDPEndpoint, rhs: UDPEndpoint) -> Bool {
        (lhs.host, lhs.port) < (rhs.host, rhs.port)
    }
}

extension UDPEndpoint: CustomStringConvertible {
    /// `host:port`, with an IPv6 host in brackets.
    package var description: String {
        host.ipv4 == nil ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

extension IPAddress {
    /// Parses dotted decimal notation, or IPv6 in any form of RFC 4291 section 2.2.
    package init?(_ text: some StringProtocol) {
        let word = String(text)
        var narrow = in_addr()
        guard inet_pton(AF_INET, word, &narrow) != 1 else {
            self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: narrow.s_addr)))
            return
        }
        var wide = in6_addr()
        guard inet_pton(AF_INET6, word, &wide) == 1 else { return nil }
        // Sound: the closure reads the sixteen bytes of the value that it receives.
        self = unsafe withUnsafeBytes(of: wide) { bytes in
            func half(_ range: Range<Int>) -> UInt64 { range.reduce(0) { $0 << 8 | UInt64(bytes[$1]) } }
            return IPAddress(high: half(0..<8), low: half(8..<16))
        }
    }
}
