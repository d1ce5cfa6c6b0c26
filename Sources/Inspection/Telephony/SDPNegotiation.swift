internal import Capture
internal import Telephony

/// The offers and answers of a call (RFC 3264 section 4).
struct SDPNegotiation {
    private var offer: (description: SDP.Description, tag: String)?
    /// The last result.
    private(set) var agreement: SDP.Agreement?
    /// The reason for which the last answer does not fit its offer.
    private(set) var problem: SDP.AnswerError?

    /// Processes a description. One of the other end answers the pending offer; a repeated one has no effect.
    mutating func process(_ description: SDP.Description, _ arrival: SIPArrival) {
        let isRequest = arrival.message.method != nil
        let tag = (isRequest ? arrival.envelope.from.tag : arrival.envelope.to.tag) ?? ""
        let mayAnswer = !isRequest || ["ACK", "PRACK"].contains(arrival.envelope.method)
        guard mayAnswer, let offer, offer.tag != tag else {
            self.offer = (description, tag)
            return
        }
        // The offer stays, since a final response repeats the answer of a provisional one.
        do throws(SDP.AnswerError) {
            agreement = try SDP.Agreement(offer: offer.description, answer: description)
            problem = nil
        } catch {
            problem = error
        }
    }

    /// The agreed media, such as `audio 0 PCMU/8000`.
    var text: String? {
        if let problem { return "answer without agreement: \(problem)" }
        guard let agreement, !agreement.streams.isEmpty else { return nil }
        return agreement.streams.map { stream in
            let format = stream.formats.first.map { stream.answered.name(ofFormat: $0) } ?? ""
            return "\(stream.kind) \(format)"
        }.joined(separator: ", ").printable
    }
}

extension SDP.Media {
    /// The endpoints at which RTP and RTCP are received, if the address is a number.
    var endpoints: [UDPEndpoint] {
        guard port > 0, let host = address.flatMap({ IPAddress($0) }) else { return [] }
        return [port, rtcpPort].compactMap { UInt16(exactly: $0) }.map { UDPEndpoint(host: host, port: $0) }
    }
}
