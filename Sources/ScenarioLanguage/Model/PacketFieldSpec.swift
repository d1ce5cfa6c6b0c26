package import Wire

/// A field of packets in expectations: its name, its protocols and the type of its values.
///
/// The vocabulary assigns code to each field. A packet has no value of a field that it lacks. It has all values of a
/// repeated field, such as the events of a batch.
package struct PacketFieldSpec: Sendable {
    /// The name in a scenario, such as `block2.more`.
    package let name: String
    /// The protocols with this field; nil for all.
    package let protocols: [DatagramKind]?
    /// The type of the values.
    package let type: ValueType
    /// A description in one line.
    package let about: String
    /// True when a run stores the field of every packet, and not only on demand.
    package let isShallow: Bool
    /// True when the value is known before delivery, so that `drop` can use it.
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

    /// The packets with this field, in words.
    package var owner: String {
        protocols?.map { $0 == .coap ? "CoAP" : $0.rawValue.uppercased() }.joined(separator: ", ") ?? "all"
    }

    /// The protocol of a packet.
    package static let kind = PacketFieldSpec(
        "kind", of: nil, .word(.protocols), "the protocol that it speaks", isShallow: true)

    /// The length of a packet.
    package static let size = PacketFieldSpec("size", of: nil, .bytes, "the length of the datagram", isShallow: true)
}

extension PacketFieldSpec: Hashable {
    /// Fields with the same name are equal.
    package static func == (one: PacketFieldSpec, other: PacketFieldSpec) -> Bool { one.name == other.name }

    /// Feeds the name to `hasher`.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
