import Signaling
public import Wire

/// What a server has done so far, in numbers.
public struct ServerTally: Hashable, Sendable {
    /// Requests that were answered, refused ones included.
    public private(set) var requests = 0
    /// Refused requests by the code of the answer.
    public private(set) var refusals: [CoAP.Code: Int] = [:]
    /// Events, each counted once for every stream that it went to.
    public var events = 0

    /// Describes a server that has done nothing.
    public init() {}

    mutating func count(_ request: RequestTrace) {
        requests += 1
        if request.refusal != nil { refusals[request.code, default: 0] += 1 }
    }

    /// Adds what another server has done.
    public mutating func add(_ other: ServerTally) {
        requests += other.requests
        refusals.merge(other.refusals, uniquingKeysWith: +)
        events += other.events
    }
}

/// A machine that counts what it does, and tells of it where somebody keeps the record.
protocol TallyingMachine: ServerMachine {
    var tally: ServerTally { get set }
    /// What is to be done once the event that it is at has been taken.
    var effects: [ServerEffect] { get set }
}

extension CoordinatorMachine: TallyingMachine {}
extension SFUMachine: TallyingMachine {}

extension TallyingMachine {
    /// Tells whoever keeps the record.
    mutating func trace(_ what: @autoclosure () -> BackendTrace) {
        if isTraced { effects.append(.trace(what())) }
    }

    /// Counts an event that was put on the streams of these users, and tells of it.
    mutating func traceEvent(_ type: String, _ cid: CallCid?, to users: [String]) {
        tally.events += users.count
        trace(.event(type: type, cid: cid, to: users))
    }

    /// Counts a request that was answered, and tells of it.
    mutating func traceRequest(_ request: RequestTrace) {
        tally.count(request)
        trace(.request(request))
    }
}
