package import Wire

/// The counts of a server's requests and events.
package struct ServerTally: Hashable, Sendable {
    /// Handled requests, including refused ones.
    package private(set) var requests = 0
    /// Refused requests by response code.
    package private(set) var refusals: [CoAP.Code: Int] = [:]
    /// Events, each counted once per stream.
    package var events = 0

    /// Creates a tally of zeros.
    package init() {}

    mutating func count(_ request: RequestTrace) {
        requests += 1
        if request.refusal != nil { refusals[request.code, default: 0] += 1 }
    }

    /// Adds another server's counts.
    package mutating func add(_ other: ServerTally) {
        requests += other.requests
        refusals.merge(other.refusals, uniquingKeysWith: +)
        events += other.events
    }
}
