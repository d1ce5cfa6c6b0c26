import Signaling

/// The coordinator's decisions about users: admission, profile, roles and pins.
extension SFUMachine {
    /// Returns the record of a call, which is created when the call is new here.
    func provideCall(_ cid: CallCid) -> SFUCall {
        if let call = calls[cid] { return call }
        let call = SFUCall(cid)
        calls[cid] = call
        return call
    }

    /// Admits a user. If the user has joined already, the changes take effect at once.
    func admit(
        _ user: User, _ roles: [String], _ grants: CallGrants, noiseCancellation: Bool, to cid: CallCid
    ) {
        let call = provideCall(cid)
        let admission = SFUCall.Admission(user: user, roles: roles, grants: grants, mayCancelNoise: noiseCancellation)
        guard let known = call.admit(admission) else { return }
        grant(grants, to: user.id, in: cid)
        if known.user != user || known.roles != roles { update(user, roles, in: call) }
        allowNoiseCancellation(noiseCancellation, to: user.id, in: cid)
    }

    /// Updates the profile and roles of an admitted user.
    func describe(_ user: User, _ roles: [String], in cid: CallCid) {
        guard let call = calls[cid], let known = call.admitted[user.id], known.user != user || known.roles != roles
        else { return }
        call.admitted[user.id]?.user = user
        call.admitted[user.id]?.roles = roles
        update(user, roles, in: call)
    }

    private func update(_ user: User, _ roles: [String], in call: SFUCall) {
        for session in call.sessions(of: [user.id]) {
            call.describe(session, user, roles)
            notify(.participantUpdated(session.participant), in: call.cid)
        }
    }

    /// Replaces the pins of a call.
    func pin(_ pins: [ParticipantReference], in cid: CallCid) {
        guard let call = calls[cid], call.pins != pins else { return }
        call.pins = pins
        notify(.pinsUpdated(pins), in: cid)
    }

    /// Moves the pin of a replaced session to the new session. Returns true when the new session is pinned.
    func movePin(of replaced: SFUSession?, to reference: ParticipantReference, in call: SFUCall) -> Bool {
        guard let replaced, call.isPinned(replaced.sessionId) else { return call.isPinned(reference.sessionId) }
        call.pins = call.pins.map { $0.sessionId == replaced.sessionId ? reference : $0 }
        return true
    }
}
