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
        PacketFieldRow("time", of: nil, .date, "the instant at which it was sent", isShallow: true) {
            [.instant($0.packet.time)]
        },
        PacketFieldRow(
            "fate", of: nil, .word(.fates), "its fate so far", isShallow: true, isKnownAtOnce: false
        ) { [.text($0.packet.fate.name)] },
        PacketFieldRow(
            "lostBy", of: nil, .word(.lossReasons), "the reason of its loss, if it was lost", isShallow: true,
            isKnownAtOnce: false
        ) { if case .lost(let reason) = $0.packet.fate { [.text(reason)] } else { [] } },
        PacketFieldRow(
            "resent", of: nil, .boolean, "true when its sender has sent the same bytes to the same receiver before"
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
