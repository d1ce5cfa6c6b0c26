import Journal
public import Wire

/// A field of packets that a scenario can ask for: how it is called, what has it, what its values are and how it is read.
///
/// The fields of one protocol stand in one file; `all` lists them. A packet that has no such field has no value of it; one
/// that has several of it, such as the events of a batch, has all of them.
public struct PacketFieldSpec: Sendable {
    /// How a scenario calls it, such as `block2.more`.
    public let name: String
    /// What is asked for with it: the packets of these protocols; nil for all.
    public let protocols: [DatagramKind]?
    /// What its values are.
    public let type: ValueType
    /// What it is.
    public let about: String
    /// Whether a run keeps it of every packet, and not only when somebody asks.
    let isShallow: Bool
    /// Whether it is known when a packet is about to be lost on purpose.
    let isKnownAtOnce: Bool
    /// Its values.
    let read: @MainActor (PacketReader.Sight) -> [Value]

    init(
        _ name: String, of protocols: [DatagramKind]?, _ type: ValueType, _ about: String, isShallow: Bool = false,
        isKnownAtOnce: Bool = true, read: @escaping @MainActor (PacketReader.Sight) -> [Value]
    ) {
        self.name = name
        self.protocols = protocols
        self.type = type
        self.about = about
        self.isShallow = isShallow
        self.isKnownAtOnce = isKnownAtOnce
        self.read = read
    }

    /// Every field, in the order in which the documents show them.
    public static let all: [PacketFieldSpec] =
        datagramFields + messageFields + optionFields + stunFields + rtpFields + rtcpFields

    /// The field that is called so.
    public static func named(_ name: String) -> PacketFieldSpec? { all.first { $0.name == name } }

    /// Which packets have it, in words.
    public var owner: String {
        protocols?.map { $0 == .coap ? "CoAP" : $0.rawValue.uppercased() }.joined(separator: ", ") ?? "all"
    }
}

extension PacketFieldSpec: Hashable {
    /// A name means one field.
    public static func == (one: PacketFieldSpec, other: PacketFieldSpec) -> Bool { one.name == other.name }

    /// Feeds its name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension PacketFieldSpec {
    /// The protocol that a packet speaks.
    static let kind = PacketFieldSpec(
        "kind", of: nil, .word(.protocols), "the protocol that it speaks", isShallow: true
    ) { .some($0.packet.dissection.kind?.rawValue) }

    /// How long a packet is.
    static let size = PacketFieldSpec(
        "size", of: nil, .bytes, "how long the datagram is", isShallow: true
    ) { [.integer(Int64($0.packet.byteCount))] }

    /// What every datagram has.
    static let datagramFields: [PacketFieldSpec] = [
        kind, size,
        PacketFieldSpec("time", of: nil, .date, "when it went onto the wire", isShallow: true) {
            [.instant($0.packet.time)]
        },
        PacketFieldSpec(
            "fate", of: nil, .word(.fates), "what became of it until now", isShallow: true, isKnownAtOnce: false
        ) { [.text($0.packet.fate.name)] },
        PacketFieldSpec(
            "lostBy", of: nil, .word(.lossReasons), "why it was lost, if it was", isShallow: true, isKnownAtOnce: false
        ) { if case .lost(let reason) = $0.packet.fate { [.text(reason)] } else { [] } },
        PacketFieldSpec(
            "resent", of: nil, .boolean, "whether its sender had sent the same bytes the same way before"
        ) { [.boolean($0.isResent)] },
    ]
}

extension [Value] {
    /// A text, if there is one.
    static func some(_ text: String?) -> [Value] { text.map { [.text($0)] } ?? [] }

    /// A number, if there is one.
    static func some(_ number: (some BinaryInteger)?) -> [Value] {
        number.map { [.integer(Int64(clamping: $0))] } ?? []
    }
}
