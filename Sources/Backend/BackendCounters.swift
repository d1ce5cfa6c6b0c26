public import BackendCore
import Sockets
public import Wire

/// What a backend has seen and done so far, in numbers.
public struct BackendCounters: Hashable, Sendable {
    /// Requests that were answered, refused ones included.
    public private(set) var requests = 0
    /// Refused requests by the code of the answer.
    public private(set) var refusals: [CoAP.Code: Int] = [:]
    /// Events, each counted once for every stream that it went to.
    public private(set) var events = 0
    /// Datagrams that are no CoAP messages.
    public private(set) var malformed = 0
    /// Messages that mean nothing here.
    public private(set) var rejected = 0
    /// Messages that came more than once.
    public private(set) var duplicates = 0
    /// Datagrams of media that changed nothing, by reason.
    public private(set) var drops: [MediaDrop: Int] = [:]
    /// Messages that were sent again.
    public private(set) var retransmissions = 0

    mutating func count(_ trace: BackendTrace) {
        switch trace {
        case .request(let request):
            requests += 1
            if request.refusal != nil { refusals[request.code, default: 0] += 1 }
        case .event(_, _, let receivers):
            events += receivers.count
        case .dropped(let drop, _, _):
            drops[drop, default: 0] += 1
        case .connection, .stay, .path, .timer:
            break
        }
    }

    mutating func count(_ event: CoAPSocket.Event) {
        switch event {
        case .malformed: malformed += 1
        case .rejected: rejected += 1
        case .duplicate: duplicates += 1
        case .retransmitted: retransmissions += 1
        }
    }
}
