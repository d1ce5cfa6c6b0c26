/// Why a captured packet is not a whole UDP datagram.
public enum DissectionError: Error, Hashable, Sendable {
    /// A part of a packet.
    public enum Layer: String, Sendable {
        /// The link layer's header.
        case link
        /// The IPv4 header or packet.
        case ipv4 = "IPv4"
        /// The IPv6 header or packet.
        case ipv6 = "IPv6"
        /// The UDP header or datagram.
        case udp = "UDP"
    }

    /// The packet starts with something that is not understood here.
    case unknownLinkType(Int32)
    /// The packet ends before the layer does.
    case truncated(Layer, needed: Int, available: Int)
    /// The link layer carries something else than is looked for.
    case notIPv4(etherType: UInt16)
    /// The IP header has another version than is looked for.
    case wrongVersion(UInt8)
    /// A length field tells what cannot be.
    case lyingLength(Layer, says: Int, bounds: ClosedRange<Int>)
    /// The packet is a part of a fragmented one.
    case fragment(offset: Int)
    /// The network layer carries something else than UDP.
    case notUDP(protocol: UInt8)
}

extension DissectionError: CustomStringConvertible {
    /// What is wrong with the packet.
    public var description: String {
        switch self {
        case .unknownLinkType(let value): "the link type \(value) is not understood"
        case .truncated(let layer, let needed, let available):
            "the packet is cut in its \(layer.rawValue) part: \(needed) bytes needed, \(available) there"
        case .notIPv4(let etherType): "not IPv4: ether type 0x\(String(etherType, radix: 16))"
        case .wrongVersion(let version): "not IPv4: version \(version)"
        case .lyingLength(let layer, let says, let bounds):
            "the \(layer.rawValue) length says \(says), outside \(bounds.lowerBound) to \(bounds.upperBound)"
        case .fragment(let offset): "a fragment, from byte \(offset) on"
        case .notUDP(let number): "not UDP: protocol \(number)"
        }
    }
}
