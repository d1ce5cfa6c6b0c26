public import Signaling

/// A call on several SFUs: each tells the others, through the coordinator, what its own participants do, and shows its
/// own participants those of the others.
extension SFUMachine {
    /// Tells the other SFUs of the call.
    mutating func share(_ event: SFUEvent, in cid: CallCid) {
        guard isOneOfSeveral else { return }
        if case .pinsUpdated = event { return }
        effects.append(.report(.told(cid, event)))
    }

    private var isOneOfSeveral: Bool { configuration.sfuCount > 1 }

    /// Tells who is here, for an SFU that the call is on now too.
    mutating func introduce(_ cid: CallCid, to edge: String) {
        let participants = sessions[cid]?.entries.compactMap { stays[$0.sessionId]?.participant } ?? []
        guard !participants.isEmpty else { return }
        effects.append(.report(.introduced(cid, participants, to: edge)))
    }

    /// Takes over what another SFU told. Whoever is here by now is this SFU's own business.
    mutating func relay(_ event: SFUEvent, in cid: CallCid, from edge: String) {
        switch event {
        case .participantJoined(let participant, _), .participantUpdated(let participant):
            guard stays[participant.sessionId] == nil else { return }
            sessions.provide(cid, SFUSession())
            let isNew = sessions[cid]?.setRemote(participant) ?? false
            joinMedia(of: participant, in: cid, on: edge)
            tellHere(isNew ? .participantJoined(participant, isPinned: isPinned(participant, cid)) : event, in: cid)
        case .participantLeft(let participant):
            guard stays[participant.sessionId] == nil,
                sessions[cid]?.removeRemote(participant.sessionId) ?? false
            else { return }
            media.forgetRemote(participant.sessionId)
            tellHere(event, in: cid)
        case .trackPublished(let track):
            sessions[cid]?.setRemote(track.reference.sessionId, track.trackType, isPublished: true)
            tellHere(event, in: cid)
        case .trackUnpublished(let track):
            sessions[cid]?.setRemote(track.reference.sessionId, track.trackType, isPublished: false)
            tellHere(event, in: cid)
        default:
            tellHere(event, in: cid)
        }
    }

    /// Somebody comes here in place of a stay of theirs on another SFU.
    mutating func dropRemote(_ sessionId: String?, of userId: String, in cid: CallCid) {
        let remote = sessions.inPlace(cid) { session in
            session.remotes.first { $0.sessionId == sessionId && $0.user.id == userId }
        }
        guard let remote else { return }
        _ = sessions[cid]?.removeRemote(remote.sessionId)
        media.forgetRemote(remote.sessionId)
        tellHere(.participantLeft(remote), in: cid)
    }

    /// Media goes between this SFU and the one that a participant is on.
    private mutating func joinMedia(of participant: SFUParticipant, in cid: CallCid, on edge: String) {
        guard let other = configuration.edges.first(where: { $0.name == edge }) else { return }
        media.meet(participant, in: cid, on: edge, at: other.mediaAddress, now)
    }

    private func isPinned(_ participant: SFUParticipant, _ cid: CallCid) -> Bool {
        sessions[cid]?.isPinned(participant.sessionId) ?? false
    }

    /// A stay goes on elsewhere: here it is one of another SFU's from now on, and its own client hears nothing more.
    mutating func release(_ sessionId: String, in cid: CallCid) {
        guard let stay = stays[sessionId], stay.cid == cid else { return }
        takeOver(stay)
        _ = sessions[cid]?.setRemote(stay.participant)
        forget(stay.receiver)
    }

    /// The participants of a call, here and on other SFUs, in the order of joining.
    ///
    /// - Parameter own: A session that is shown only itself of those that are hidden; nil for all of them.
    mutating func everybody(in cid: CallCid, shownTo own: String? = nil) -> [SFUParticipant] {
        var all: [SFUParticipant] = []
        guard var (entries, remotes, hidden) = sessions.inPlace(cid, { ($0.entries, $0.remotes, $0.hidden) }) else {
            return all
        }
        if let own, !hidden.isEmpty {
            hidden.remove(own)
            entries.removeAll { hidden.contains($0.sessionId) }
            remotes.removeAll { hidden.contains($0.sessionId) }
        }
        all.reserveCapacity(entries.count + remotes.count)
        for entry in entries {
            if let participant = stays.inPlace(entry.sessionId, { $0.participant }) { all.append(participant) }
        }
        guard !remotes.isEmpty else { return all }
        return (all + remotes).sorted { ($0.joinedAt, $0.sessionId) < ($1.joinedAt, $1.sessionId) }
    }

    // MARK: What a server is told by those who run it

    mutating func obey(_ command: SFUCommand) {
        switch command {
        case .goAway(let reason):
            for stay in stays.values.sorted(by: { $0.receiver.number < $1.receiver.number }) {
                tell(.goAway(reason), to: stay)
            }
        case .full(let isFull): self.isFull = isFull
        case .withholdMigrations(let isWithheld):
            let waiting = withheldMigrations ?? []
            withheldMigrations = isWithheld ? waiting : nil
            if !isWithheld { for sessionId in waiting { completeMigration(of: sessionId) } }
        }
    }

    mutating func completeMigration(of sessionId: String) {
        guard withheldMigrations == nil, let stay = stays[sessionId] else {
            withheldMigrations?.append(sessionId)
            return
        }
        tell(.participantMigrationComplete, to: stay)
    }
}

/// What an SFU is told by those who run it.
public enum SFUCommand: Hashable, Sendable {
    /// Tell everybody to go to another SFU.
    case goAway(GoAwayReason)
    /// Let nobody new in, or somebody again.
    case full(Bool)
    /// Tell nobody that a migration is complete, or everybody again.
    case withholdMigrations(Bool)
}

extension SFUSession {
    /// Takes over somebody on another SFU; false when they were known.
    mutating func setRemote(_ participant: SFUParticipant) -> Bool {
        guard let index = remotes.firstIndex(where: { $0.sessionId == participant.sessionId }) else {
            remotes.append(participant)
            return true
        }
        remotes[index] = participant
        return false
    }

    mutating func setRemote(_ sessionId: String, _ type: TrackType, isPublished: Bool) {
        guard let index = remotes.firstIndex(where: { $0.sessionId == sessionId }) else { return }
        let others = remotes[index].publishedTracks.filter { $0 != type }
        remotes[index].publishedTracks = isPublished ? (others + [type]).sorted() : others
    }

    mutating func removeRemote(_ sessionId: String) -> Bool {
        guard let index = remotes.firstIndex(where: { $0.sessionId == sessionId }) else { return false }
        remotes.remove(at: index)
        return true
    }
}
