internal import Capture
internal import Telephony

/// The SIP calls and other exchanges of a capture, in the order of their first messages.
struct SIPCalls {
    private(set) var calls: [SIPCall] = []
    /// Messages of exchanges beyond the limit.
    private(set) var omitted = 0
    private var places: [String: Int] = [:]
    /// The last call whose description names each endpoint.
    private var media: [UDPEndpoint: String] = [:]
    /// The highest number of calls, and of the endpoints of their media.
    private let capacity: Int

    init(capacity: Int = 100_000) {
        self.capacity = capacity
    }

    var isEmpty: Bool { calls.isEmpty }

    mutating func process(_ arrival: SIPArrival, _ signal: SIPSignal) {
        let callID = arrival.envelope.callID
        guard let place = places[callID] ?? begin(arrival) else {
            omitted += 1
            return
        }
        calls[place].process(arrival, signal)
        for endpoint in signal.description?.media.flatMap(\.endpoints) ?? [] where media.count < capacity {
            media[endpoint] = callID
        }
    }

    private mutating func begin(_ arrival: SIPArrival) -> Int? {
        guard calls.count < capacity else { return nil }
        places[arrival.envelope.callID] = calls.count
        calls.append(SIPCall(arrival))
        return calls.count - 1
    }

    /// Returns the Call-ID of media between two endpoints, which the receiver's or the sender's description names.
    func callID(from: UDPEndpoint, to: UDPEndpoint) -> String? {
        media.isEmpty ? nil : media[to] ?? media[from]
    }
}
