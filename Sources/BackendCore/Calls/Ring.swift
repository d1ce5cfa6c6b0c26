import Timing

/// The rings of a session and their answers.
///
/// A user is in at most one of the tables of acceptances, rejections and misses. The first answer of a user counts,
/// from any of its devices.
struct Ring: Sendable {
    private(set) var acceptedBy: [String: Timestamp] = [:]
    private(set) var rejectedBy: [String: Timestamp] = [:]
    private(set) var missedBy: [String: Timestamp] = [:]
    /// The rung users, in the order of the ring.
    private(set) var rung: [String] = []
    /// The last ring of each user.
    private var invitations: [String: Invitation] = [:]

    /// One ring of one user.
    struct Invitation: Hashable, Sendable {
        let caller: String
        let date: Timestamp
        let isVideo: Bool
        /// True when the caller has cancelled the ring.
        var isCancelled = false
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
            invitations[caller] = nil
            rung.removeAll { $0 == caller }
        }
        for user in users {
            let invitation = Invitation(caller: caller, date: date, isVideo: isVideo)
            if invitations.updateValue(invitation, forKey: user) == nil { rung.append(user) }
            acceptedBy[user] = nil
            rejectedBy[user] = nil
            missedBy[user] = nil
        }
    }

    mutating func accept(_ user: String, at date: Timestamp) -> Outcome {
        guard let invitation = invitations[user] else { return .notRung }
        if acceptedBy[user] != nil { return .answeredBefore }
        if rejectedBy[user] != nil { return .rejectedBefore }
        if invitation.isCancelled { return .cancelled }
        acceptedBy[user] = date
        missedBy[user] = nil
        return .counts
    }

    mutating func reject(_ user: String, at date: Timestamp) -> Outcome {
        let wasRinging = cancelRings(of: user)
        // A user that has answered a ring can ring others, and cancel their rings.
        if hasAnswered(user) { return wasRinging ? .cancels : .answeredBefore }
        if invitations[user] != nil {
            rejectedBy[user] = date
            missedBy[user] = nil
            return .counts
        }
        guard invitations.values.contains(where: { $0.caller == user }) else { return .notRung }
        rejectedBy[user] = date
        return .cancels
    }

    /// Cancels the unanswered rings of a caller, including missed ones. Returns true when one of them was open.
    private mutating func cancelRings(of caller: String) -> Bool {
        let unanswered = rung.filter { invitations[$0]?.caller == caller && !hasAnswered($0) }
        let wasRinging = unanswered.contains { isOpen($0) }
        for user in unanswered { invitations[user]?.isCancelled = true }
        return wasRinging
    }

    private func hasAnswered(_ user: String) -> Bool { acceptedBy[user] != nil || rejectedBy[user] != nil }

    /// Marks the users that never answered the ring of that date, and returns them. Their later rings continue, and a
    /// ring that was cancelled is not missed.
    mutating func miss(
        _ users: [String], rungAt ringing: Timestamp, at date: Timestamp, except isPresent: (String) -> Bool
    ) -> [String] {
        let missed = users.filter { user in
            invitations[user]?.date == ringing && isOpen(user) && !isPresent(user)
        }
        for user in missed { missedBy[user] = date }
        return missed
    }

    /// Cancels an unanswered ring of a user.
    mutating func withdraw(_ user: String) {
        guard !hasAnswered(user), missedBy[user] == nil, invitations[user] != nil else { return }
        invitations[user] = nil
        rung.removeAll { $0 == user }
    }

    /// The open rings, for the next session of the call.
    var stillOpen: Ring {
        var ring = Ring()
        ring.rung = rung.filter(isOpen)
        ring.invitations = invitations.filter { isOpen($0.key) }
        return ring
    }

    /// The rung users, without those whose ring was cancelled by a caller that has rung others since.
    var listed: [String] {
        rung.filter { user in
            guard let invitation = invitations[user], invitation.isCancelled, missedBy[user] == nil else { return true }
            return hasAnswered(user) || rejectedBy[invitation.caller] != nil
        }
    }

    /// The last ring of a user; nil when it was not rung.
    func invitation(of user: String) -> Invitation? { invitations[user] }

    /// True when none of the users can still answer.
    func isAnswered(by users: [String]) -> Bool {
        users.allSatisfy { hasAnswered($0) || invitations[$0]?.isCancelled ?? true }
    }

    /// True when the user is rung, and can still answer.
    func isOpen(_ user: String) -> Bool {
        guard let invitation = invitations[user], !invitation.isCancelled else { return false }
        return !hasAnswered(user) && missedBy[user] == nil
    }
}
