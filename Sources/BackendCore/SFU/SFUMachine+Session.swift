import Signaling

/// Who may come, who they are, and who is pinned: what the coordinator decides.
extension SFUMachine {
    /// Lets a user in; if they are there already, what is new about them is told.
    mutating func admit(
        _ user: User, _ roles: [String], _ grants: CallGrants, noiseCancellation: Bool, to cid: CallCid
    ) {
        sessions.provide(cid, SFUSession())
        let admission = SFUSession.Admission(
            user: user, roles: roles, grants: grants, mayCancelNoise: noiseCancellation)
        guard let known = sessions.inPlace(cid, { $0.admit(admission) }) else { return }
        grant(grants, to: user.id, in: cid)
        if known.user != user || known.roles != roles { tell(of: user, roles, in: cid) }
        allowNoiseCancellation(noiseCancellation, to: user.id, in: cid)
    }

    /// Takes over what is new about a user who was let in.
    mutating func describe(_ user: User, _ roles: [String], in cid: CallCid) {
        guard let known = sessions[cid]?.admitted[user.id], known.user != user || known.roles != roles else { return }
        sessions[cid]?.admitted[user.id]?.user = user
        sessions[cid]?.admitted[user.id]?.roles = roles
        tell(of: user, roles, in: cid)
    }

    private mutating func tell(of user: User, _ roles: [String], in cid: CallCid) {
        for stay in stays(of: [user.id], in: cid) {
            stays[stay.sessionId]?.participant.user = user
            stays[stay.sessionId]?.participant.roles = roles
            if let participant = stays[stay.sessionId]?.participant { tell(.participantUpdated(participant), in: cid) }
        }
    }

    /// Pins these stays for everyone, and no others.
    mutating func pin(_ pins: [ParticipantReference], in cid: CallCid) {
        guard let session = sessions[cid], session.pins != pins else { return }
        sessions[cid]?.pins = pins
        tell(.pinsUpdated(pins), in: cid)
    }

    /// A stay that takes the place of one that was pinned is pinned instead of it.
    mutating func passOnPin(of replaced: Stay?, to reference: ParticipantReference, in cid: CallCid) -> Bool {
        guard let replaced, let session = sessions[cid], session.isPinned(replaced.sessionId) else {
            return sessions.inPlace(cid) { $0.isPinned(reference.sessionId) } ?? false
        }
        sessions[cid]?.pins = session.pins.map { $0.sessionId == replaced.sessionId ? reference : $0 }
        return true
    }
}
