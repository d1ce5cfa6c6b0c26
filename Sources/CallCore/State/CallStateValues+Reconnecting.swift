internal import Containers
internal import Signaling
internal import Timing

extension CallStateValues {
    /// Removes this user's own participant during a rejoin or migration (`semantics.md` 4.6). The pin, visibility and
    /// size apply to the next one as well.
    public mutating func removeOwnParticipant() {
        if let localParticipant { ownView = OwnView(localParticipant) }
        remove(sessionId)
    }

    /// Continues with another session id. Late events of the earlier session do not restore it.
    public mutating func continueSession(as newId: String) {
        guard newId != sessionId else { return }
        endOwnSession()
        removeOwnParticipant()
        sessionId = newId
    }

    /// Marks this user's session as ended for good, so that no later event restores it.
    mutating func endOwnSession() {
        guard !sessionId.isEmpty else { return }
        ended.insert(Timestamp(milliseconds: .max), for: sessionId)
    }

    /// True for a participant whose session has ended and has not been joined again.
    func hasEnded(_ participant: borrowing SFUParticipant) -> Bool {
        guard let lastJoin = ended[participant.sessionId] else { return false }
        return participant.joinedAt <= lastJoin
    }
}

/// The local settings of the own participant, which a reconnect keeps: pin, visibility and size (`semantics.md` section
/// 0, rule 11).
struct OwnView: Sendable {
    private let pinnedHere: Timestamp?
    private let showTrack: Bool
    private let trackSize: CallParticipant.TrackSize

    init(_ participant: CallParticipant) {
        pinnedHere = participant.pinnedHere
        showTrack = participant.showTrack
        trackSize = participant.trackSize
    }

    func apply(to participant: inout CallParticipant) {
        participant.pinnedHere = pinnedHere
        participant.showTrack = showTrack
        participant.trackSize = trackSize
    }
}
