import ScenarioLanguage
import Telephony
import Wire

extension PacketFields {
    /// The fields of a SIP message (RFC 3261).
    static let sipFields: [PacketFieldRow] = [
        sip("method", .text, "the method of a request, such as `INVITE`") { message, _ in .some(message.method) },
        sip("status", .whole(100...699), "the status code of a response, such as 180") { message, _ in
            .some(message.status)
        },
        sip("reason", .text, "the reason phrase of a response") { message, _ in .some(message.reason) },
        sip("uri", .text, "the URI of a request") { message, _ in .some(message.uri) },
        sip("callId", .text, "the call that it belongs to") { _, envelope in [.text(envelope.callID)] },
        sip("cseq", .whole(0...0x7FFF_FFFF), "the number of the request in its dialog") { _, envelope in
            .some(envelope.sequence)
        },
        sip("cseqMethod", .text, "the method of the request that it is or responds to") { _, envelope in
            [.text(envelope.method)]
        },
        sip("from", .text, "the URI of the request's sender") { _, envelope in [.text(envelope.from.uri)] },
        sip("fromTag", .text, "the tag of that end of the dialog") { _, envelope in .some(envelope.from.tag) },
        sip("to", .text, "the URI of the request's receiver") { _, envelope in [.text(envelope.to.uri)] },
        sip("toTag", .text, "the tag of that end of the dialog, from the first response on") { _, envelope in
            .some(envelope.to.tag)
        },
        sip("branch", .text, "the transaction at the last hop") { _, envelope in
            .some(envelope.vias.first?.branch)
        },
        sip("hops", .count, "the number of `Via` values") { _, envelope in .some(envelope.vias.count) },
        sip("userAgent", .text, "the program that sent it") { message, _ in
            .some(message.first(.userAgent)?.value)
        },
        sip("contentType", .text, "the type of its body, such as `application/sdp`") { message, _ in
            .some(message.contentType)
        },
    ]

    /// The fields of the session description in a SIP message (RFC 8866), one value for each medium.
    static let descriptionFields: [PacketFieldRow] = [
        sdp("media", .text, "the kind of a medium, such as `audio`") { .text($0.kind) },
        sdp("address", .text, "the address at which a medium is received") { $0.address.map { .text($0) } },
        sdp("port", .short, "the port at which a medium is received; 0 rejects it") { .integer(Int64($0.port)) },
        sdp("transport", .text, "the transport of a medium, such as `RTP/AVP`") { .text($0.transport) },
        sdp("formats", .texts, "the payload types of a medium, with their encodings where it names them") { media in
            .texts(media.formats.map { media.name(ofFormat: $0) })
        },
        sdp("direction", .text, "the direction of the medium, such as `sendrecv`") {
            .text($0.direction.rawValue)
        },
    ]

    private static func sip(
        _ name: String, _ type: ValueType, _ about: String,
        read: @escaping @MainActor (SIP.Message, SIP.Envelope) -> [Value]
    ) -> PacketFieldRow {
        PacketFieldRow("sip.\(name)", of: [.sip], type, about) { decoded in
            if case .sip(let message, let envelope, _) = decoded.content { read(message, envelope) } else { [] }
        }
    }

    private static func sdp(
        _ name: String, _ type: ValueType, _ about: String, read: @escaping @MainActor (SDP.Media) -> Value?
    ) -> PacketFieldRow {
        PacketFieldRow("sdp.\(name)", of: [.sip], type, about) { decoded in
            if case .sip(_, _, let description?) = decoded.content { description.media.compactMap(read) } else { [] }
        }
    }
}
