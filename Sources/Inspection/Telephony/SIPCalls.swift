internal import Capture
internal import Telephony

/// The SIP calls and other exchanges of a capture, in the order of their first messages.
struct SIPCalls {
    private(set) var calls: [SIPCall] = []
    /// Messages of exchanges beyond the limit.
    private(set) var omitted = 0
    private var places: [String: Int] = [:]
    /// The call whose description names an endpoint, the last one where several do.
    private var media: [UDPEndpoint: String] = [:]
    private static let capacity = 100_000

    var isEmpty: Bool { calls.isEmpty }

    mutating func process(_ arrival: SIPArrival, _ signal: SIPSignal) {
        let callID = arrival.envelope.callID
        guard let place = places[callID] ?? begin(arrival) else {
            omitted += 1
            return
        }
        calls[place].process(arrival, signal)
        for endpoint in signal.description?.media.flatMap(\.endpoints) ?? [] where media.count < Self.capacity {
            media[endpoint] = callID
        }
    }

    private mutating func begin(_ arrival: SIPArrival) -> Int? {
        guard calls.count < Self.capacity else { return nil }
        places[arrival.envelope.callID] = calls.count
        calls.append(SIPCall(arrival))
        return calls.count - 1
    }

    /// Returns the Call-ID of media between two endpoints, which the receiver's or the sender's description names.
    func callID(from: UDPEndpoint, to: UDPEndpoint) -> String? {
        media.isEmpty ? nil : media[to] ?? media[from]
    }
}
