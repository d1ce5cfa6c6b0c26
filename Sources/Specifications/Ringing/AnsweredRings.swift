import Timing

/// The ends of rings that events announce to a client.
struct AnsweredRings: Specification {
    static let page = SpecificationPage(
        name: "answers to rings",
        statement:
            "In a run without disturbances a caller joins at the instant at which the acceptance of another user reaches "
            + "it, and its ring ends when all rung users have rejected. A callee's ring ends when call.missed reaches it, "
            + "or the rejection of its caller.",
        source: "semantics.md section 0, rule 6; 2.4; 2.6",
        arrows: [
            .init(from: "outgoing", to: "joining", guards: ["call.accepted was received"]),
            .init(from: "outgoing", to: "idle", guards: ["all rung users have rejected"]),
            .init(
                from: "incoming", to: "idle",
                guards: ["call.missed was received", "call.rejected by the caller was received"]),
        ])

    /// A ring of a caller in a call.
    private struct Ring {
        var caller: Substring
        /// The rung users that have not rejected.
        var pending: Set<Substring> = []
        /// True once a user has accepted or joined.
        var isAnswered = false
    }

    private struct Client {
        var callingState = "idle"
        var ringing: Substring = "none"
        /// The calls that are being answered or left.
        var ending: Set<Substring> = []
    }

    /// A demand that a calling state ends at the same instant. Another ring of the same call may begin then.
    private struct Demand {
        let participant: String
        let cid: Substring
        let state: String
        let reason: String
    }

    private var rings: [Substring: Ring] = [:]
    /// The rings since the last request. The trace has them before the request that caused them.
    private var sent: [SentEvent] = []
    /// The user that last accepted in each call.
    private var accepting: [Substring: Substring] = [:]
    /// The user that last rejected in each call.
    private var rejecting: [Substring: Substring] = [:]
    private var clients: [String: Client] = [:]
    private var demands: [Demand] = []

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where change.property == "callingState":
            clients[change.participant, default: Client()].callingState = change.to
            demands.removeAll { $0.participant == change.participant && $0.state != change.to }
        case .changed(let change) where change.property == "ringingCall":
            clients[change.participant, default: Client()].ringing = Substring(change.to)
            demands.removeAll { $0.participant == change.participant && $0.cid != change.to }
        case .stage(let change, let cid):
            if change.to == "idle" || change.to == "joined" {
                clients[change.participant]?.ending.remove(cid)
            } else {
                clients[change.participant, default: Client()].ending.insert(cid)
            }
        case .sent(let event) where event.type == "call.ring" && !event.isPast: sent.append(event)
        case .request(let request):
            if let cid = request.cid { process(request, in: cid, run) }
            sent = []
        case .serverTimer: sent = []
        case .session(let change) where change.change == "joined":
            if rings[change.cid]?.caller != change.user { rings[change.cid]?.isAnswered = true }
        case .received(let receipt) where run.isUndisturbed: receive(receipt, run)
        case .crashed(let participant):
            clients[participant] = nil
            demands.removeAll { $0.participant == participant }
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        defer { demands = [] }
        guard run.isUndisturbed, run.slack == .zero else { return nil }
        return demands.first.map { demand in
            Refusal(
                demand.participant, "\(demand.reason), and callingState is \(demand.state), ringing \(demand.cid)",
                allowed: [demand.state == "outgoing" ? "joining, or the end of the ring" : "idle"])
        }
    }

    private mutating func process(_ request: ObservedRequest, in cid: Substring, _ run: RunTraits) {
        for event in sent where event.cid == cid { ring(event.users, by: request.user, in: cid) }
        guard request.isGranted else { return }
        if request.operation == "accept" {
            accepting[cid] = request.user
            rings[cid]?.isAnswered = true
        } else if request.operation == "reject" {
            rejecting[cid] = request.user
            reject(request.user, in: cid, run)
        }
    }

    private mutating func ring(_ users: [Substring], by caller: Substring, in cid: Substring) {
        accepting[cid] = nil
        rejecting[cid] = nil
        if rings[cid]?.caller != caller { rings[cid] = Ring(caller: caller) }
        rings[cid]?.pending.formUnion(users)
    }

    private mutating func reject(_ user: Substring, in cid: Substring, _ run: RunTraits) {
        guard rings[cid]?.pending.remove(user) != nil, let ring = rings[cid], ring.pending.isEmpty, !ring.isAnswered
        else { return }
        for name in run.participants(of: ring.caller) {
            demand(name, in: cid, "outgoing", "all rung users have rejected")
        }
    }

    private mutating func receive(_ receipt: Receipt, _ run: RunTraits) {
        guard let cid = receipt.cid?[...] else { return }
        let (name, user) = (receipt.participant, Substring(run.user(of: receipt.participant)))
        switch receipt.type {
        case "call.accepted" where accepting[cid].map { $0 != user } ?? false:
            demand(name, in: cid, "outgoing", "the acceptance of another user was received")
        case "call.missed": demand(name, in: cid, "incoming", "call.missed was received")
        case "call.rejected" where rejecting[cid] != nil && rejecting[cid] == rings[cid]?.caller:
            demand(name, in: cid, "incoming", "its caller has rejected")
        default: break
        }
    }

    /// Demands the end of a ring, unless its call is being answered or left.
    private mutating func demand(_ name: String, in cid: Substring, _ state: String, _ reason: String) {
        guard let client = clients[name], client.callingState == state, client.ringing == cid,
            !client.ending.contains(cid)
        else { return }
        demands.append(Demand(participant: name, cid: cid, state: state, reason: reason))
    }
}
