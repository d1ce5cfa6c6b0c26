import Signaling

extension SFUMachine {
    /// Notifies all sessions of a call on all SFUs, except one on this SFU.
    func notify(_ event: SFUEvent, in cid: CallCid, except sessionId: String? = nil) {
        share(event, in: cid)
        if let call = calls[cid] { notifyHere(event, in: call, except: sessionId) }
    }

    /// Notifies the sessions of a call on this SFU, except one.
    func notifyHere(_ event: SFUEvent, in call: SFUCall, except sessionId: String? = nil) {
        let recipients = recipients(of: event, in: call)
        guard !call.sessions.isEmpty else { return }
        let others = sessionId.map { id in call.sessions.filter { $0.sessionId != id } } ?? call.sessions
        switch recipients {
        case .everyone(let shown): send(shown, to: others, of: call.cid)
        case .ownClient(let own): send(event, to: others.filter { $0.sessionId == own }, of: call.cid)
        case .none: break
        }
    }

    /// Sends an event to the clients of sessions of one call.
    func send(_ event: SFUEvent, to sessions: [SFUSession], of cid: CallCid) {
        let outgoing = OutgoingEvent(event)
        for session in sessions { streams.append(outgoing, to: session.receiver, isUrgent: true, at: now) }
        traceEvent(outgoing.type, cid, count: sessions.count, to: sessions.map(\.userId))
    }

    func trace(_ change: BackendTrace.SessionChange, _ session: SFUSession) {
        trace(.session(change, session.cid, userId: session.userId, sessionId: session.sessionId))
    }
}
