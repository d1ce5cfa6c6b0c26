import Signaling
import Timing

/// The time in which the users of one ring may answer.
struct RingTimer: Sendable {
    let timer: TimerID
    let users: [String]
    let date: Timestamp
}

/// A ring that a user has missed.
struct MissedInvitation: Sendable {
    let invitation: Ring.Invitation
    let date: Timestamp
    /// The session in which it was.
    let session: CallSessionResponse
}

extension Session {
    /// Returns the ring that a user has missed in this session.
    func miss(of user: String) -> MissedInvitation? {
        guard let date = ring.missedBy[user], let invitation = ring.invitation(of: user) else { return nil }
        return MissedInvitation(invitation: invitation, date: date, session: response)
    }
}

extension CallRecord {
    /// Returns the last ring that a user has missed; nil when a later ring is open or answered.
    func miss(of user: String) -> MissedInvitation? {
        guard let session, session.ring.invitation(of: user) != nil else { return formerMisses[user] }
        return session.miss(of: user)
    }

    /// Rings members in the current session: the given ones, or all. Excludes the caller, blocked users and users in the
    /// session. Returns the users that are rung.
    func ring(_ users: [String], by caller: String, at date: Timestamp, isVideo: Bool) -> [String] {
        guard let session else { return [] }
        let wanted = users.isEmpty ? members.map(\.userId) : users.withoutRepetitions
        let rung = wanted.filter { userId in
            userId != caller && !blocked.contains(userId) && !session.contains(userId: userId)
        }
        session.ring.start(rung, by: caller, at: date, isVideo: isVideo)
        return rung
    }

    /// Removes the timers of rings that all users have answered, and returns them.
    func takeAnsweredRings() -> [TimerID] {
        guard !ringTimers.isEmpty, let ring = session?.ring else { return [] }
        let answered = ringTimers.filter { ring.isAnswered(by: $0.users) }.map(\.timer)
        if !answered.isEmpty { ringTimers.removeAll { ring.isAnswered(by: $0.users) } }
        return answered
    }
}

extension [String] {
    /// The distinct elements, in the order of their first occurrence.
    fileprivate var withoutRepetitions: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
