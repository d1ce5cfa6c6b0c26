import CPcap

/// What a captured packet starts with (a LINKTYPE_ value of the pcap file format).
public struct LinkType: Hashable, Sendable {
    /// The number, as libpcap says it.
    public let value: Int32

    /// The number as files say it: an IP header has one of its own there.
    var valueInFiles: Int32 { self == .raw ? Self.rawIP.value : value }

    /// Makes the link type of a number.
    public init(value: Int32) {
        self.value = value
    }

    /// A header of four bytes with the address family, in the byte order of the capturing host.
    public static let null = LinkType(value: 0)
    /// Ethernet.
    public static let ethernet = LinkType(value: 1)
    /// An IP header, as libpcap says it on Linux.
    public static let raw = LinkType(value: 12)
    /// An IP header, as files say it.
    public static let rawIP = LinkType(value: 101)
    /// Linux "cooked" packets, first version.
    public static let cooked = LinkType(value: 113)
    /// As `null`, in network byte order.
    public static let loop = LinkType(value: 108)
    /// An IPv4 header.
    public static let ipv4 = LinkType(value: 228)
    /// An IPv6 header.
    public static let ipv6 = LinkType(value: 229)
    /// Linux "cooked" packets, second version.
    public static let cooked2 = LinkType(value: 276)
}

extension LinkType: CustomStringConvertible {
    /// libpcap's name for it, such as `EN10MB`, or its number.
    public var description: String {
        pcap_datalink_val_to_name(value).map { String(cString: $0) } ?? "\(value)"
    }
}
