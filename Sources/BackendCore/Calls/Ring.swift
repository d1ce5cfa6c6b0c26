import Timing

/// The rings of a session and their answers.
///
/// A user is in at most one of the three tables. The first answer of a user counts, from any of its devices.
struct Ring: Sendable {
    private(set) var acceptedBy: [String: Timestamp] = [:]
    private(set) var rejectedBy: [String: Timestamp] = [:]
    private(set) var missedBy: [String: Timestamp] = [:]
    /// The rung users, in the order of the ring.
    private(set) var rung: [String] = []
    /// The last ring of each user.
    private var calls: [String: Invitation] = [:]

    /// One ring of one user.
    struct Invitation: Hashable, Sendable {
        let caller: String
        let date: Timestamp
        let isVideo: Bool
    }

    /// The result of an answer.
    enum Outcome: Hashable {
        /// The answer counts.
        case counts
        /// The answer counts: the caller cancels the ring.
        case cancels
        /// The user has answered before, or accepted on another device.
        case answeredBefore
        /// The user is not rung.
        case notRung
        /// The caller has cancelled the ring.
        case cancelled
        /// The user has rejected the ring.
        case rejectedBefore
    }

    /// True when users were rung, none accepted, and none can accept any longer.
    var hasEndedUnaccepted: Bool {
        !rung.isEmpty && acceptedBy.isEmpty && rung.allSatisfy { !isOpen($0) }
    }

    /// Rings users. Their earlier answers no longer count.
    mutating func start(_ users: [String], by caller: String, at date: Timestamp, isVideo: Bool = false) {
        if rejectedBy[caller] != nil {
            // A caller is no longer rung by the ring that it has rejected.
            rejectedBy[caller] = nil
            calls[caller] = nil
            rung.removeAll { $0 == caller }
        }
        for user in users {
            let invitation = Invitation(caller: caller, date: date, isVideo: isVideo)
            if calls.updateValue(invitation, forKey: user) == nil { rung.append(user) }
            acceptedBy[user] = nil
            rejectedBy[user] = nil
            missedBy[user] = nil
        }
    }

    mutating func accept(_ user: String, at date: Timestamp) -> Outcome {
        guard let caller = calls[user]?.caller else { return .notRung }
        if acceptedBy[user] != nil { return .answeredBefore }
        if rejectedBy[user] != nil { return .rejectedBefore }
        if rejectedBy[caller] != nil { return .cancelled }
        acceptedBy[user] = date
        missedBy[user] = nil
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
        return .cancels
    }

    /// Marks the users that never answered the ring of that date, and returns them. Their later rings continue.
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

    /// Cancels an unanswered ring of a user.
    mutating func withdraw(_ user: String) {
        guard acceptedBy[user] == nil, rejectedBy[user] == nil, missedBy[user] == nil, calls[user] != nil else {
            return
        }
        calls[user] = nil
        rung.removeAll { $0 == user }
    }

    /// The open rings, for the next session of the call.
    var stillOpen: Ring {
        var ring = Ring()
        ring.rung = rung.filter(isOpen)
        ring.calls = calls.filter { isOpen($0.key) }
        return ring
    }

    /// The last ring of a user; nil when it was not rung.
    func invitation(of user: String) -> Invitation? { calls[user] }

    /// True when none of the users can still answer.
    func isAnswered(by users: [String]) -> Bool {
        users.allSatisfy { acceptedBy[$0] != nil || rejectedBy[$0] != nil || calls[$0] == nil }
    }

    /// True when the user is rung, and can still answer.
    func isOpen(_ user: String) -> Bool {
        guard let caller = calls[user]?.caller else { return false }
        return acceptedBy[user] == nil && rejectedBy[user] == nil && missedBy[user] == nil && rejectedBy[caller] == nil
    }
}
