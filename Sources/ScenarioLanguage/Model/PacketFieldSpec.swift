package import Wire

/// A field of packets that a scenario can expect: its name, the protocols that have it and the type of its values.
///
/// The vocabulary joins each field with the code that reads it. A packet without the field has no value of it; a packet
/// that has several, such as the events of a batch, has all of them.
package struct PacketFieldSpec: Sendable {
    /// The name in a scenario, such as `block2.more`.
    package let name: String
    /// The protocols whose packets have it; nil for all.
    package let protocols: [DatagramKind]?
    /// The type of its values.
    package let type: ValueType
    /// A description, in a line.
    package let about: String
    /// True when a run keeps it of every packet, and not on demand alone.
    package let isShallow: Bool
    /// True when it is known before the packet is delivered, so that `drop` can choose by it.
    package let isKnownAtOnce: Bool

    package init(
        _ name: String, of protocols: [DatagramKind]?, _ type: ValueType, _ about: String, isShallow: Bool = false,
        isKnownAtOnce: Bool = true
    ) {
        self.name = name
        self.protocols = protocols
        self.type = type
        self.about = about
        self.isShallow = isShallow
        self.isKnownAtOnce = isKnownAtOnce
    }

    /// The packets that have it, in words.
    package var owner: String {
        protocols?.map { $0 == .coap ? "CoAP" : $0.rawValue.uppercased() }.joined(separator: ", ") ?? "all"
    }

    /// The protocol of a packet.
    package static let kind = PacketFieldSpec(
        "kind", of: nil, .word(.protocols), "the protocol that it speaks", isShallow: true)

    /// The length of a packet.
    package static let size = PacketFieldSpec("size", of: nil, .bytes, "how long the datagram is", isShallow: true)
}

extension PacketFieldSpec: Hashable {
    /// Two fields with the same name are equal.
    package static func == (one: PacketFieldSpec, other: PacketFieldSpec) -> Bool { one.name == other.name }

    /// Feeds the name.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
