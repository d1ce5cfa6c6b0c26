import Signaling

extension SFUMachine {
    /// The maximum length of a session id in bytes. The ids of ended sessions are remembered for a while.
    private static let longestSessionId = 128

    func check(sessionId: String) throws(APIError) {
        let count = sessionId.utf8.count
        guard count <= Self.longestSessionId else { throw .tooLong("session_id", count, limit: Self.longestSessionId) }
    }

    /// Limits the participants of a call; zero removes the limit.
    func limit(_ cid: CallCid, to participants: Int) {
        let call = participants > 0 ? provideCall(cid) : calls[cid]
        call?.participantLimit = participants
    }

    /// Refuses a user that would exceed the limit. The coordinator checks the same, but does not count the users that it
    /// admitted and that have not joined yet.
    func checkLimit(for userId: String, in call: SFUCall) throws(APIError) {
        guard call.participantLimit > 0 else { return }
        let users = Set(call.sessions.map(\.userId) + call.remotes.map(\.user.id))
        guard users.contains(userId) || users.count < call.participantLimit else {
            throw .noPlace(call.cid, call.participantLimit)
        }
    }
}
