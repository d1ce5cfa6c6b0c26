import Signaling
import Timing

/// The state of an SFU.
package enum EdgeState: String, CaseIterable, Hashable, Sendable {
    /// The SFU accepts new sessions.
    case serving
    /// The SFU keeps its sessions and receives no new ones.
    case draining
    /// The SFU has crashed and lost its state.
    case gone
}

/// The choice of an SFU for each client, and the exchange between the SFUs of one call.
extension CoordinatorMachine {
    /// Returns the call's SFU, or the first one that serves and that the client does not avoid.
    func edge(for cid: CallCid, _ body: JoinCallRequest) -> Edge? {
        let avoided = body.migratingFromList + (body.migratingFrom.map { [$0] } ?? [])
        let serving = edgeStates.isEmpty ? edges : edges.filter { edgeStates[$0.name, default: .serving] == .serving }
        let wanted = avoided.isEmpty ? serving : serving.filter { !avoided.contains($0.name) }
        let current = wanted.count > 1 ? calls[cid]?.edge : nil
        return wanted.first { $0.name == current } ?? wanted.first ?? serving.first
    }

    /// Moves a call to an SFU. An SFU that is new to the call receives the participants of the others and the pins.
    func use(_ edge: String, for call: CallRecord) {
        let others = call.move(to: edge)
        guard !others.contains(edge), !others.isEmpty else { return }
        for other in others { effects.append(.order(edge: other, .introduce(call.cid, to: edge))) }
        if let pins = call.session?.presentPins, !pins.isEmpty {
            effects.append(.order(edge: edge, .pin(call.cid, pins)))
        }
    }

    /// Changes the state of an SFU. The sessions of a lost SFU are kept for a while.
    func setEdge(_ name: String, _ state: EdgeState) {
        edgeStates[name] = state
        guard state == .gone else { return }
        for call in calls.values.sorted(by: { $0.cid < $1.cid }) where call.edges.contains(name) {
            let orphans = call.removeEdge(name)
            guard !orphans.isEmpty else { continue }
            let silence = configuration.timeouts.health + configuration.timeouts.fastReconnect
            _ = timers.schedule(.orphans(call.cid, orphans), at: now.advanced(by: silence))
        }
    }

    /// Removes the participants of a lost SFU that have not joined another one.
    func giveUp(_ orphans: [String], of cid: CallCid) {
        guard let call = calls[cid] else { return }
        for sessionId in orphans where call.session?.edge(of: sessionId) == .some(nil) {
            announceGone(sessionId, in: call)
            let pins = call.session?.presentPins
            left(call, sessionId, date)
            // An SFU that has restarted never had the session, and removes no pin with it.
            guard let remaining = call.session?.presentPins, remaining != pins else { continue }
            order(.pin(call.cid, remaining), in: call)
        }
    }

    // MARK: Reports

    func handle(_ report: SessionReport, from edge: String) {
        switch report {
        case .joined(let cid, let userId, let sessionId, let replaced, let date):
            guard let call = calls[cid] else { return }
            if let owner = call.session?.owner(of: sessionId), owner != userId {
                effects.append(.order(edge: edge, .replace(cid, sessionId: sessionId)))
            } else if let before = call.session?.edge(of: sessionId) {
                moved(sessionId, of: call, from: before, to: edge)
            } else {
                joined(sessionId, of: userId, call, replacing: replaced, on: edge, date)
            }
        case .left(let cid, let sessionId, let date):
            guard let call = calls[cid], call.session?.edge(of: sessionId) == .some(edge) else { return }
            left(call, sessionId, date)
        case .withdrew(let cid, let userId, let types):
            // The new SFU has yet to report the announced tracks. A mute now would precede them on the other SFUs.
            _ = timers.schedule(.withdrawals(cid, userId: userId, types), at: now)
        case .released(let cid, let sessionId):
            // The withdrawn tracks are muted first.
            _ = timers.schedule(.migration(cid, sessionId), at: now)
        case .counted(let cid, let stats):
            calls[cid]?.countMedia(stats)
        case .sent(let cid, let event):
            for other in calls[cid]?.edges ?? [] where other != edge {
                effects.append(.order(edge: other, .relay(cid, event, from: edge)))
            }
        case .introduced(let cid, let participants, let newcomer):
            for participant in participants {
                effects.append(.order(edge: newcomer, .relay(cid, .participantJoined(participant), from: edge)))
            }
        }
    }

    private func joined(
        _ sessionId: String, of userId: String, _ call: CallRecord, replacing previous: String?, on edge: String,
        _ date: Timestamp
    ) {
        let hasPin = call.session?.movePin(of: previous, to: sessionId, userId: userId) ?? false
        let replaced = previous.flatMap { call.session?.participant($0, of: userId) }
        if let replaced { replace(replaced, in: call, by: edge) }
        joined(call, userId, sessionId, replacing: previous, date)
        call.session?.place(sessionId, on: edge)
        // Every SFU of the call learns the moved pin. One that has restarted has lost the replaced session too.
        guard replaced != nil || hasPin, let pins = call.session?.presentPins, !pins.isEmpty else { return }
        order(.pin(call.cid, pins), in: call)
    }

    /// Records a migration. It is complete once the old SFU, if any, has released the session.
    private func moved(_ sessionId: String, of call: CallRecord, from before: String?, to edge: String) {
        call.session?.place(sessionId, on: edge)
        if let before, before != edge {
            effects.append(.order(edge: before, .release(call.cid, sessionId: sessionId)))
        } else {
            completeMigration(of: sessionId, in: call.cid)
        }
    }

    /// Orders the completion of a migration from the SFU that holds the session.
    func completeMigration(of sessionId: String, in cid: CallCid) {
        guard case .some(let edge?) = calls[cid]?.session?.edge(of: sessionId) else { return }
        effects.append(.order(edge: edge, .completeMigration(cid, sessionId: sessionId)))
    }

    /// Mutes the tracks that were withdrawn from a user on the SFU that it has left.
    func mute(_ types: [TrackType], ofMoved userId: String, in cid: CallCid) {
        guard let call = calls[cid] else { return }
        order(.mute(cid, userIds: [userId], types), in: call)
    }

    /// Orders the end of a session on another SFU that a new one replaces.
    private func replace(_ participant: SessionParticipant, in call: CallRecord, by edge: String) {
        let sessionId = participant.userSessionId
        guard let current = call.session?.edge(of: sessionId), current != edge else { return }
        if let current {
            effects.append(.order(edge: current, .replace(call.cid, sessionId: sessionId)))
        } else {
            announceGone(sessionId, in: call)
        }
    }

    /// Reports the end of a session to the other SFUs in place of a lost SFU.
    private func announceGone(_ sessionId: String, in call: CallRecord) {
        guard let gone = call.session?.participants.first(where: { $0.userSessionId == sessionId }) else { return }
        let participant = SFUParticipant {
            $0.user = gone.user
            $0.sessionId = sessionId
            $0.joinedAt = gone.joinedAt
            $0.roles = [gone.role]
        }
        for edge in call.edges {
            effects.append(.order(edge: edge, .relay(call.cid, .participantLeft(participant), from: "")))
        }
    }
}
