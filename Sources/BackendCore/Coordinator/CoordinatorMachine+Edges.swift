import Signaling
import Timing

/// Whether an SFU takes anybody in.
public enum EdgeState: String, CaseIterable, Hashable, Sendable {
    /// It does.
    case serving
    /// It keeps those who are there, and gets nobody new.
    case draining
    /// It does not answer, and has forgotten everything.
    case gone
}

/// Which SFU a client gets, and what the SFUs of one call tell one another.
extension CoordinatorMachine {
    /// The SFU that the call is on, or the first one of those that the client would rather have and that takes people in.
    func edge(for cid: CallCid, _ body: JoinCallRequest) -> Edge? {
        let avoided = body.migratingFromList + (body.migratingFrom.map { [$0] } ?? [])
        let serving = edgeStates.isEmpty ? edges : edges.filter { edgeStates[$0.name, default: .serving] == .serving }
        let wanted = avoided.isEmpty ? serving : serving.filter { !avoided.contains($0.name) }
        let current = wanted.count > 1 ? calls[cid]?.edge : nil
        return wanted.first { $0.name == current } ?? wanted.first ?? serving.first
    }

    /// The call is on this SFU too; it learns who is on the others, and who is pinned.
    mutating func use(_ edge: String, for cid: CallCid) {
        guard let others = calls.inPlace(cid, { $0.goOn(to: edge) }), !others.contains(edge) else { return }
        for other in others { effects.append(.order(edge: other, .introduce(cid, to: edge))) }
        guard !others.isEmpty, let pins = calls[cid]?.session?.presentPins, !pins.isEmpty else { return }
        effects.append(.order(edge: edge, .pin(cid, pins)))
    }

    /// What the coordinator decides in a call holds on every SFU that the call is on; only who may come is told to the
    /// one that they are sent to.
    func spread(_ effect: ServerEffect) -> [ServerEffect] {
        guard case .order(let edge, let order) = effect, let cid = order.shared, let all = calls[cid]?.edges,
            all.count > 1
        else { return [effect] }
        return ([edge] + all.filter { $0 != edge }).map { .order(edge: $0, order) }
    }

    /// An SFU takes people in from now on, or no more. Who stayed with one that is gone has some time to come back.
    mutating func setEdge(_ name: String, _ state: EdgeState) {
        edgeStates[name] = state
        guard state == .gone else { return }
        for cid in calls.keys.sorted() where calls[cid]?.edges.contains(name) ?? false {
            calls[cid]?.edges.removeAll { $0 == name }
            let orphans = calls.askSession(of: cid) { $0.orphan(name) } ?? []
            guard !orphans.isEmpty else { continue }
            let patience = configuration.patience.health + configuration.patience.fastReconnect
            _ = timers.schedule(.orphans(cid, orphans), at: now.advanced(by: patience))
        }
    }

    /// Who stayed with an SFU that is gone and did not come back is out of the call.
    mutating func giveUp(_ orphans: [String], of cid: CallCid) {
        for sessionId in orphans where calls[cid]?.session?.place(of: sessionId) == .some(nil) {
            tellGone(sessionId, in: cid)
            left(cid, sessionId, date)
        }
    }

    // MARK: Reports

    mutating func heard(_ report: SessionReport, from edge: String) {
        switch report {
        case .joined(let cid, let userId, let sessionId, let replaced, let date):
            if let before = place(of: sessionId, in: cid) {
                return moved(cid, sessionId, from: before, to: edge)
            }
            let hasPin =
                replaced != nil
                && calls.askSession(of: cid) { $0.passOnPin(of: replaced, to: sessionId, userId: userId) } ?? false
            let replaced = replaced.flatMap { calls[cid]?.session?.owns($0, userId) ?? false ? $0 : nil }
            if let replaced { replace(replaced, in: cid, by: edge) }
            joined(cid, userId, sessionId, date)
            calls.askSession(of: cid) { $0.settle(sessionId, on: edge) }
            if replaced != nil || hasPin { repeatPins(cid) }
        case .left(let cid, let sessionId, let date):
            guard place(of: sessionId, in: cid) == .some(edge) else { return }
            left(cid, sessionId, date)
        case .counted(let cid, let stats):
            calls[cid]?.countMedia(stats)
        case .told(let cid, let event):
            for other in calls[cid]?.edges ?? [] where other != edge {
                effects.append(.order(edge: other, .relay(cid, event, from: edge)))
            }
        case .introduced(let cid, let participants, let newcomer):
            for participant in participants {
                effects.append(.order(edge: newcomer, .relay(cid, .participantJoined(participant), from: edge)))
            }
        }
    }

    /// Where a stay is: nil when there is no such stay, and nothing inside when its SFU is gone.
    private mutating func place(of sessionId: String, in cid: CallCid) -> String?? {
        calls.askSession(of: cid) { $0.place(of: sessionId) }
    }

    /// A stay goes on elsewhere: the old SFU lets go of it, and the client learns that all is done.
    private mutating func moved(_ cid: CallCid, _ sessionId: String, from before: String?, to edge: String) {
        calls.askSession(of: cid) { $0.settle(sessionId, on: edge) }
        if let before, before != edge { effects.append(.order(edge: before, .release(cid, sessionId: sessionId))) }
        effects.append(.order(edge: edge, .completeMigration(cid, sessionId: sessionId)))
    }

    /// A stay elsewhere has been replaced by a new one.
    private mutating func replace(_ sessionId: String, in cid: CallCid, by edge: String) {
        guard let place = calls[cid]?.session?.place(of: sessionId), place != edge else { return }
        if let place {
            effects.append(.order(edge: place, .replace(cid, sessionId: sessionId)))
        } else {
            tellGone(sessionId, in: cid)
        }
        left(cid, sessionId, date)
    }

    /// A pin that went over to another stay is known to every SFU of the call.
    private mutating func repeatPins(_ cid: CallCid) {
        guard let call = calls[cid], call.edges.count > 1, let edge = call.edge else { return }
        guard let pins = call.session?.presentPins, !pins.isEmpty else { return }
        effects.append(.order(edge: edge, .pin(cid, pins)))
    }

    /// The SFU of this stay cannot tell the others any more that it is over.
    private mutating func tellGone(_ sessionId: String, in cid: CallCid) {
        guard let gone = calls[cid]?.session?.participants.first(where: { $0.userSessionId == sessionId }) else {
            return
        }
        let participant = SFUParticipant {
            $0.user = gone.user
            $0.sessionId = sessionId
            $0.joinedAt = gone.joinedAt
            $0.trackLookupPrefix = ""
            $0.roles = [gone.role]
        }
        for edge in calls[cid]?.edges ?? [] {
            effects.append(.order(edge: edge, .relay(cid, .participantLeft(participant), from: "")))
        }
    }
}

extension SessionOrder {
    /// The call, where the order is for every SFU that the call is on.
    fileprivate var shared: CallCid? {
        switch self {
        case .grant(let cid, _, _, _), .mute(let cid, _, _), .pin(let cid, _), .remove(let cid, _, _), .end(let cid, _),
            .tell(let cid, _, _), .endLive(let cid, _), .limit(let cid, _),
            .describe(let cid, _, _):
            cid
        case .admit, .introduce, .relay, .release, .replace, .completeMigration: nil
        }
    }
}
