import ScenarioLanguage
import Wire

extension PacketFields {
    /// The fields of a CoAP message that a run stores for each message.
    static let messageFields: [PacketFieldRow] = [
        PacketFieldRow("event", of: [.coap], .word(.events), "the type of an event that it carries", isShallow: true) {
            $0.packet.dissection.events.map { .text($0) }
        },
        method,
        PacketFieldRow(
            "path", of: [.coap], .path, "the path of a request, or of a response's request; * stands for anything",
            isShallow: true
        ) { .some($0.packet.dissection.path) },
        PacketFieldRow("status", of: [.coap], .word(.statuses), "the code of a response", isShallow: true) {
            .some($0.packet.dissection.status)
        },
        coap("type", .word(.messageTypes), "the message type: confirmable, non-confirmable, acknowledgement or reset") {
            [.text("\($0.type)".uppercased())]
        },
        coap("messageId", .short, "the number that an acknowledgement repeats") { .some($0.messageID) },
        coap("token", .text, "the token that matches a response to its request, in hexadecimal digits") {
            [.text($0.token.bytes.hexadecimal)]
        },
    ]

    /// The method of a CoAP or SIP request.
    private static let method = PacketFieldRow(
        "method", of: [.coap, .stun], .word(.methods), "the method of a request, or of any STUN message",
        isShallow: true
    ) { .some($0.packet.dissection.method) }

    /// The options of a CoAP message (RFC 7252, 7641, 7959, 9175).
    static let optionFields: [PacketFieldRow] = [
        coap("query", .texts, "the parts of a request's query, such as `ring=true`") {
            $0.options.uriQuery.isEmpty ? [] : [.texts($0.options.uriQuery)]
        },
        coap("contentFormat", .short, "the number of its body's format; CBOR's is 60") {
            .some($0.options.contentFormat?.rawValue)
        },
        coap("accept", .short, "the number of the format that is wanted") { .some($0.options.accept?.rawValue) },
        coap("observe", .whole(0...0xFF_FFFF), "0 or 1 in a request; the order of notifications in a response") {
            .some($0.options.observe)
        },
        coap("maxAge", .long, "the seconds for which a response is fresh") { .some($0.options.maxAge) },
        coap("eTag", .text, "the version of a response's body, in hexadecimal digits") {
            .some($0.options.eTag?.hexadecimal)
        },
        coap("block1.number", .whole(0...0xF_FFFF), "the number of this block of a request's body, from 0") {
            .some($0.options.block1?.number)
        },
        coap("block1.more", .boolean, "true when more blocks follow") { boolean($0.options.block1?.hasMore) },
        coap("block1.size", .whole(16...1024), "the size of a block, in bytes") {
            .some($0.options.block1?.size.byteCount)
        },
        coap("block2.number", .whole(0...0xF_FFFF), "the number of this block of a response's body, from 0") {
            .some($0.options.block2?.number)
        },
        coap("block2.more", .boolean, "true when more blocks follow") { boolean($0.options.block2?.hasMore) },
        coap("block2.size", .whole(16...1024), "the size of a block, in bytes") {
            .some($0.options.block2?.size.byteCount)
        },
        coap("size1", .long, "the size of a request's whole body, in bytes") { .some($0.options.size1) },
        coap("size2", .long, "the size of a response's whole body, in bytes") { .some($0.options.size2) },
    ]

    private static func coap(
        _ name: String, _ type: ValueType, _ about: String, read: @escaping @MainActor (CoAP.Message) -> [Value]
    ) -> PacketFieldRow {
        PacketFieldRow(name, of: [.coap], type, about) { decoded in
            if case .coap(let message) = decoded.content { read(message) } else { [] }
        }
    }

    private static func boolean(_ truth: Bool?) -> [Value] { truth.map { [.boolean($0)] } ?? [] }
}
