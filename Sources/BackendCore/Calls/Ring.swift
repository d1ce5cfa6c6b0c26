import Timing

/// Who rings whom in a session, and who answered how.
///
/// A user is in one of the three tables at most; the first answer of a user counts, on whichever device it was given.
struct Ring: Sendable {
    private(set) var acceptedBy: [String: Timestamp] = [:]
    private(set) var rejectedBy: [String: Timestamp] = [:]
    private(set) var missedBy: [String: Timestamp] = [:]
    /// Who was rung, in that order.
    private(set) var rung: [String] = []
    /// Who rang them, when, and whether with video.
    private var calls: [String: Invitation] = [:]

    /// How somebody was rung last.
    struct Invitation: Hashable, Sendable {
        let caller: String
        let date: Timestamp
        let isVideo: Bool
    }

    /// What an answer comes to.
    enum Outcome: Hashable {
        /// It counts.
        case counts
        /// It counts: the caller takes the ring back.
        case takesBack
        /// The same was answered before, or a better answer was given on another device.
        case answeredBefore
        /// Nobody rings this user.
        case notRung
        /// The caller had taken the ring back.
        case takenBack
        /// The user had rejected the ring.
        case rejectedBefore
    }

    /// Whether somebody was rung, nobody accepted, and nobody is left who could.
    var cameToNothing: Bool {
        !rung.isEmpty && acceptedBy.isEmpty && rung.allSatisfy { !isOpen($0) }
    }

    /// Rings users, some perhaps again: what they answered before does not count any more.
    mutating func start(_ users: [String], by caller: String, at date: Timestamp, isVideo: Bool = false) {
        rejectedBy.forget(caller)
        for user in users {
            let invitation = Invitation(caller: caller, date: date, isVideo: isVideo)
            if calls.updateValue(invitation, forKey: user) == nil { rung.append(user) }
            acceptedBy.forget(user)
            rejectedBy.forget(user)
            missedBy.forget(user)
        }
    }

    mutating func accept(_ user: String, at date: Timestamp) -> Outcome {
        guard let caller = calls[user]?.caller else { return .notRung }
        if acceptedBy.holds(user) { return .answeredBefore }
        if rejectedBy.holds(user) { return .rejectedBefore }
        if rejectedBy.holds(caller) { return .takenBack }
        acceptedBy[user] = date
        missedBy.forget(user)
        return .counts
    }

    mutating func reject(_ user: String, at date: Timestamp) -> Outcome {
        if acceptedBy[user] != nil || rejectedBy[user] != nil { return .answeredBefore }
        if calls[user] != nil {
            rejectedBy[user] = date
            missedBy[user] = nil
            return .counts
        }
        guard calls.values.contains(where: { $0.caller == user }) else { return .notRung }
        rejectedBy[user] = date
        return .takesBack
    }

    /// Marks those of `users` who never answered the ring of that date; returns them. A later ring of theirs goes on.
    mutating func miss(
        _ users: [String], rungAt ringing: Timestamp, at date: Timestamp, except isPresent: (String) -> Bool
    ) -> [String] {
        let missed = users.filter { user in
            calls[user]?.date == ringing && acceptedBy[user] == nil && rejectedBy[user] == nil && missedBy[user] == nil
                && !isPresent(user)
        }
        for user in missed { missedBy[user] = date }
        return missed
    }

    /// Nobody rings this user any more.
    mutating func withdraw(_ user: String) {
        guard acceptedBy[user] == nil, rejectedBy[user] == nil, missedBy[user] == nil, calls[user] != nil else {
            return
        }
        calls[user] = nil
        rung.removeAll { $0 == user }
    }

    /// What can still be answered of it, for the next session of the call.
    var stillOpen: Ring {
        var ring = Ring()
        ring.rung = rung.filter(isOpen)
        ring.calls = calls.filter { isOpen($0.key) }
        return ring
    }

    /// How the user was rung last; nil when nobody rang them.
    func invitation(of user: String) -> Invitation? { calls[user] }

    /// Whether none of `users` can still answer.
    func isAnswered(by users: [String]) -> Bool {
        users.allSatisfy { acceptedBy.holds($0) || rejectedBy.holds($0) || calls[$0] == nil }
    }

    /// Whether the user is rung, has not answered, and still could.
    func isOpen(_ user: String) -> Bool {
        guard let caller = calls[user]?.caller else { return false }
        return !acceptedBy.holds(user) && !rejectedBy.holds(user) && !missedBy.holds(user) && !rejectedBy.holds(caller)
    }
}

/// Answers are few, and nearly always there are none of a kind: not even the hash of a name is needed then.
extension [String: Timestamp] {
    fileprivate func holds(_ user: String) -> Bool { !isEmpty && self[user] != nil }

    fileprivate mutating func forget(_ user: String) {
        if !isEmpty { self[user] = nil }
    }
}
