import ScenarioLanguage
import Wire

extension PacketFields {
    /// The fields of a STUN message (RFC 8489).
    static let stunFields: [PacketFieldRow] = [
        stun("class", .word(.stunClasses), "the class: a request, an indication, a success or an error response") {
            message, _ in
            [.text("\(message.messageClass)")]
        },
        stun("transactionId", .text, "the transaction id that matches a response to its request, in hexadecimal digits")
        { message, _ in
            [.text(message.transactionID.bytes.hexadecimal)]
        },
        stun("attributes", .texts, "the names of its attributes, such as `USERNAME`") { _, names in
            [.texts(names)]
        },
        stun("username", .text, "the username of the requester") { message, _ in .some(message.username) },
        stun("errorCode", .whole(300...699), "the reason of a failed request, as a number") { message, _ in
            .some(message.errorCode?.code)
        },
        stun("mappedAddress", .text, "the source address that the server saw") { message, _ in
            guard case .v4(let address)? = message.mappedAddress else { return [] }
            return [.text("\(address)")]
        },
        stun("priority", .long, "the priority that a candidate would have") { message, _ in
            message.attributes.compactMap {
                if case .priority(let number) = $0 { .integer(Int64(number)) } else { nil }
            }
        },
    ]

    private static func stun(
        _ name: String, _ type: ValueType, _ about: String,
        read: @escaping @MainActor (STUN.Message, _ attributes: [String]) -> [Value]
    ) -> PacketFieldRow {
        PacketFieldRow(name, of: [.stun], type, about) { decoded in
            if case .stun(let message, let names) = decoded.content { read(message, names) } else { [] }
        }
    }
}

/// The names of STUN attributes (RFC 8489 section 18.3, RFC 8445 section 16.1).
enum STUNAttributeNames {
    private static let names: [UInt16: String] = [
        0x0001: "MAPPED-ADDRESS", 0x0006: "USERNAME", 0x0008: "MESSAGE-INTEGRITY", 0x0009: "ERROR-CODE",
        0x000A: "UNKNOWN-ATTRIBUTES", 0x0014: "REALM", 0x0015: "NONCE", 0x001C: "MESSAGE-INTEGRITY-SHA256",
        0x0020: "XOR-MAPPED-ADDRESS", 0x0024: "PRIORITY", 0x0025: "USE-CANDIDATE", 0x8022: "SOFTWARE",
        0x8028: "FINGERPRINT", 0x8029: "ICE-CONTROLLED", 0x802A: "ICE-CONTROLLING",
    ]

    /// Returns the names of all decoded attributes in order, including those that protect the message.
    static func all(in bytes: [UInt8]) -> [String] {
        var found: [String] = []
        var rest = bytes.dropFirst(20)
        while rest.count >= 4 {
            let head = Array(rest.prefix(4))
            let type = UInt16(head[0]) << 8 | UInt16(head[1])
            let length = Int(head[2]) << 8 | Int(head[3])
            found.append(names[type] ?? "0x\(type.hexadecimal)")
            rest = rest.dropFirst(4 + (length + 3) / 4 * 4)
        }
        return found
    }
}
