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
    /// The next effects go where these were.
    mutating func reuse(_ done: consuming [ServerEffect]) {
        guard effects.isEmpty else { return }
        // One by one from behind, since to replace a range costs more than the few that there are.
        while !done.isEmpty { done.removeLast() }
        effects = done
    }

    /// Tells whoever keeps the record.
    mutating func trace(_ what: @autoclosure () -> BackendTrace) {
        if isTraced { effects.append(.trace(what())) }
    }

    /// Counts an event that was put on the streams of these users, and tells of it.
    mutating func traceEvent(_ type: String, _ cid: CallCid?, to users: [String]) {
        traceEvent(type, cid, count: users.count, to: users)
    }

    /// The same of so many users, whose names are needed only for the record.
    mutating func traceEvent(_ type: String, _ cid: CallCid?, count: Int, to users: @autoclosure () -> [String]) {
        tally.events += count
        if isTraced { effects.append(.trace(.event(type: type, cid: cid, to: users()))) }
    }

    /// Answers a request: with what `route` makes of it, or with its refusal.
    @inline(__always)
    mutating func answer(
        _ request: ServerRequest, _ route: (inout Self, inout RequestTrace) throws(APIError) -> Answered
    ) {
        effects.reserveCapacity(Self.usualEffects)
        var trace = RequestTrace(
            peer: request.peer, userId: nil, route: .unknown(request.method, path: []), code: .content, refusal: nil)
        let answered: Answered
        do throws(APIError) {
            try request.checkFormats()
            answered = try route(&self, &trace)
        } catch {
            answered = Answered(answer: ServerAnswer(error))
            trace.refusal = error
            if isTraced, case .unknown = trace.route { trace.route = .unknown(request.method, path: request.path) }
        }
        trace.code = answered.answer.code
        tally.count(trace)
        effects.append(answered.stream.map { ServerEffect.open($0, answered.answer) } ?? .answer(answered.answer))
        if isTraced { effects.append(.trace(.request(trace))) }
    }

    /// How many effects a request has at most, as a rule.
    private static var usualEffects: Int { 4 }
}
