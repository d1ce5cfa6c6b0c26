internal import Journal
internal import Telephony

extension JSONText {
    /// Writes the object `sip` of a packet.
    mutating func write(_ signal: SIPSignal, hasBodies: Bool) {
        key("sip")
        openObject()
        field("is", signal.role.rawValue)
        field("method", signal.method)
        if let message = signal.message {
            field("uri", message.uri)
            field("status", message.status)
            field("reason", message.reason)
        }
        if let envelope = signal.envelope { write(envelope) }
        field("answers", signal.answers)
        if let waited = signal.waited {
            key("after")
            seconds(nanoseconds: waited)
        }
        if let copy = signal.copy { field(copy.isRetransmission ? "retransmissionOf" : "copyOf", copy.number) }
        field("problem", signal.problem.map { "\($0)" } ?? signal.descriptionProblem.map { "\($0)" })
        if let description = signal.description { write(description) }
        if hasBodies, let body = signal.message?.body, !body.isEmpty {
            field("body", String(decoding: body, as: UTF8.self))
        }
        closeObject()
    }

    private mutating func write(_ envelope: SIP.Envelope) {
        field("callId", envelope.callID)
        field("cseq", envelope.sequence)
        field("from", envelope.from.uri)
        field("fromTag", envelope.from.tag)
        field("to", envelope.to.uri)
        field("toTag", envelope.to.tag)
        field("branch", envelope.vias.first?.branch)
    }

    private mutating func write(_ description: SDP.Description) {
        key("media")
        openArray()
        for media in description.media {
            openObject()
            field("kind", media.kind)
            field("address", media.address)
            field("port", media.port)
            field("formats", media.formats.map { media.name(ofFormat: $0) })
            field("direction", media.direction.rawValue)
            closeObject()
        }
        closeArray()
    }
}
