import Journal
package import ScenarioLanguage
import Wire

/// The fields of packets; each file has those of one protocol.
package enum PacketFields {
    /// All fields in the order of the documentation.
    package static let table = Table(all)

    private static let all: [PacketFieldRow] =
        datagramFields + messageFields + optionFields + stunFields + rtpFields + rtcpFields
        + sipFields + descriptionFields

    /// The fields of every datagram.
    static let datagramFields: [PacketFieldRow] = [
        PacketFieldRow(.kind) { .some($0.packet.dissection.kind?.rawValue) },
        PacketFieldRow(.size) { [.integer(Int64($0.packet.byteCount))] },
        PacketFieldRow("time", of: nil, .date, "when it went onto the wire", isShallow: true) {
            [.instant($0.packet.time)]
        },
        PacketFieldRow(
            "fate", of: nil, .word(.fates), "what became of it until now", isShallow: true, isKnownAtOnce: false
        ) { [.text($0.packet.fate.name)] },
        PacketFieldRow(
            "lostBy", of: nil, .word(.lossReasons), "why it was lost, if it was", isShallow: true, isKnownAtOnce: false
        ) { if case .lost(let reason) = $0.packet.fate { [.text(reason)] } else { [] } },
        PacketFieldRow(
            "resent", of: nil, .boolean, "whether its sender had sent the same bytes the same way before"
        ) { [.boolean($0.isResent)] },
    ]
}

extension [Value] {
    /// Returns a text value; empty for nil.
    static func some(_ text: String?) -> [Value] { text.map { [.text($0)] } ?? [] }

    /// Returns a number value; empty for nil.
    static func some(_ number: (some BinaryInteger)?) -> [Value] {
        number.map { [.integer(Int64(clamping: $0))] } ?? []
    }
}
