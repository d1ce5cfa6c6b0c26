import Signaling

extension SFUMachine {
    /// How long a session id may be, in bytes: those of stays that are over are remembered for a while.
    private static let longestSessionId = 128

    func check(sessionId: String) throws(APIError) {
        let count = sessionId.utf8.count
        guard count <= Self.longestSessionId else { throw .tooLong("session_id", count, limit: Self.longestSessionId) }
    }

    mutating func limit(_ cid: CallCid, to participants: Int) {
        if participants > 0 { sessions.provide(cid, SFUSession()) }
        sessions[cid]?.participantLimit = participants
    }

    /// Refuses who would be one too many. The coordinator has asked that already, but not of those who were let in and
    /// had not joined yet: here nobody comes between the question and the stay.
    mutating func checkPlace(for userId: String, in cid: CallCid) throws(APIError) {
        let limit = sessions.inPlace(cid) { $0.participantLimit } ?? 0
        guard limit > 0 else { return }
        let users = Set(everybody(in: cid).map(\.user.id))
        guard users.contains(userId) || users.count < limit else { throw .noPlace(cid, limit) }
    }
}
