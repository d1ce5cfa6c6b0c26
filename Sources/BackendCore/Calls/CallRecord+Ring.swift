import Signaling
import Timing

extension CallRecord {
    /// Rings these members, or all; never the caller, nor who is blocked, nor who is in the session. Returns who is rung;
    /// nil when there is no session to ring in.
    mutating func ring(_ users: [String], by caller: String, at date: Timestamp, isVideo: Bool) -> [String]? {
        let (wanted, blocked) = (users.isEmpty ? members.map(\.userId) : users.withoutRepetitions, blocked)
        let rung = askSession { session in
            wanted.filter { userId in
                userId != caller && !blocked.contains(userId) && !session.contains(userId: userId)
            }
        }
        guard let rung else { return nil }
        changeSession { $0.ring.start(rung, by: caller, at: date, isVideo: isVideo) }
        return rung
    }

    /// What a ring tells; nil when there is no session.
    mutating func ringPayload(from caller: User, isVideo: Bool) -> RingPayload? {
        guard let sessionId = askSession({ $0.id }) else { return nil }
        return RingPayload {
            $0.call = tell()
            $0.members = members
            $0.sessionId = sessionId
            $0.user = caller
            $0.video = isVideo
        }
    }

    /// The timers of rings that everybody answered; they are not kept any more.
    mutating func takeAnsweredRings() -> [TimerID] {
        guard !ringTimers.isEmpty, let ring = askSession({ $0.ring }) else { return [] }
        let answered = ringTimers.filter { ring.isAnswered(by: $0.users) }.map(\.timer)
        if !answered.isEmpty { ringTimers.removeAll { ring.isAnswered(by: $0.users) } }
        return answered
    }
}

extension [String] {
    /// Each of them once, where it came first.
    fileprivate var withoutRepetitions: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
