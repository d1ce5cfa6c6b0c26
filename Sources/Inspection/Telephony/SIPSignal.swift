internal import Telephony

/// The meaning of a SIP datagram in the context of earlier ones.
struct SIPSignal {
    enum Role: String {
        case request, response, malformed
    }

    var role: Role
    /// The message, or nil when its structure is broken.
    var message: SIP.Message?
    /// The fields of its transaction and dialog, or nil when one is missing or wrong.
    var envelope: SIP.Envelope?
    var problem: SIPError?
    /// The session description in the body.
    var description: SDP.Description?
    var descriptionProblem: SDPError?
    var copy: Signal.Copy?
    /// The packet that this one answers, acknowledges or cancels.
    var answers: Int?
    /// The time in nanoseconds since that packet was first sent.
    var waited: Int64?
    /// True for a response that only requests credentials, or confirms a cancellation.
    var isExpectedRefusal = false

    /// The method of this request, or of the request that this responds to.
    var method: String? { message?.method ?? envelope?.method }

    /// True when the message is a problem.
    var isTrouble: Bool {
        if copy != nil || role == .malformed { return true }
        return !isExpectedRefusal && (message?.status ?? 0) >= 400
    }
}

extension SIPSignal {
    /// Reads a datagram without its context.
    init(_ payload: [UInt8]) {
        role = .malformed
        do throws(SIPError) {
            let message = try SIP.Message(decoding: payload)
            self.message = message
            envelope = try message.envelope()
            role = message.method == nil ? .response : .request
        } catch {
            problem = error
        }
        guard let bytes = message?.sessionDescription else { return }
        do throws(SDPError) {
            description = try SDP.Description(decoding: Array(bytes))
        } catch {
            descriptionProblem = error
        }
    }
}
