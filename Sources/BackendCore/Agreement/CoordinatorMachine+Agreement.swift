import Signaling
import Wire

/// The comparison of the coordinator's state with that of its SFUs, which have the same facts from different messages.
extension CoordinatorMachine {
    /// Returns the first difference between this coordinator and its SFUs, in words; nil when all agree.
    ///
    /// - Parameter sfus: The SFUs that run, by name.
    package func difference(from sfus: [(name: String, machine: SFUMachine)]) -> String? {
        for (name, sfu) in sfus {
            if let text = sfu.ownDifference { return "\(name): \(text)" }
        }
        for cid in calls.keys.sorted() {
            if let text = calls[cid].flatMap({ difference(of: $0, from: sfus) }) { return "\(cid): \(text)" }
        }
        return differenceOfFollowers
    }

    private func difference(of call: CallRecord, from sfus: [(name: String, machine: SFUMachine)]) -> String? {
        if let text = differenceOfSessions(call, sfus) ?? differenceOfRing(call) { return text }
        for (name, sfu) in sfus {
            guard let held = sfu.calls[call.cid] else { continue }
            if let text = difference(call, held) ?? differenceOfAdmissions(call, held) { return "\(name): \(text)" }
        }
        return nil
    }

    // MARK: Sessions

    private func differenceOfSessions(
        _ call: CallRecord, _ sfus: [(name: String, machine: SFUMachine)]
    ) -> String? {
        let participants = call.session?.participants ?? []
        let listed = participants.map(\.userSessionId).sorted()
        let held = sfus.flatMap { $0.machine.calls[call.cid]?.sessions ?? [] }
        let present = held.map(\.sessionId).sorted()
        guard listed == present else {
            return "the coordinator has the sessions \(listed.written), the SFUs have \(present.written)"
        }
        let byId = Dictionary(held.map { ($0.sessionId, $0.participant) }) { first, _ in first }
        for participant in participants {
            guard let session = byId[participant.userSessionId] else { continue }
            guard session.user == participant.user, session.roles == [participant.role] else {
                guard session.user == participant.user else {
                    return "\(session.user.id) is described differently by the coordinator and its SFU"
                }
                return "\(session.user.id) has the role \(participant.role) at the coordinator, and at its SFU "
                    + session.roles.written
            }
        }
        return nil
    }

    /// Compares what an SFU was ordered to hold with what the coordinator holds.
    private func difference(_ call: CallRecord, _ held: SFUCall) -> String? {
        guard !held.sessions.isEmpty else { return nil }
        let participants = call.session?.participants ?? []
        let anonymous = participants.count { $0.role == CallRole.anonymous }
        let count = held.count
        guard count.total == participants.count, count.anonymous == anonymous else {
            return "it counts \(count.total) and \(count.anonymous) anonymous, "
                + "and the coordinator \(participants.count) and \(anonymous)"
        }
        let pins = (call.session?.presentPins ?? []).map(\.sessionId).sorted()
        guard held.pins.map(\.sessionId).sorted() == pins else {
            return "it has the pins \(held.pins.map(\.sessionId).written), the coordinator has \(pins.written)"
        }
        let limit = call.settings.limits.maxParticipants
        return held.participantLimit == limit ? nil : "its limit is \(held.participantLimit), that of the call \(limit)"
    }

    /// Checks that an SFU admits only users that may join, and with the rights that they have.
    private func differenceOfAdmissions(_ call: CallRecord, _ held: SFUCall) -> String? {
        let present = Set(held.sessions.map(\.userId))
        for userId in held.admitted.keys.sorted() {
            guard let admission = held.admitted[userId], let user = users[userId] else { continue }
            if let refusal = call.refusal(of: user, .joinCall) { return "it admits \(userId): \(refusal.message)" }
            if call.isInBackstage, call.startsAt == nil, !call.allows(user, .joinBackstage) {
                return "it admits \(userId) to backstage"
            }
            // The rights of an absent user are updated when it joins again.
            guard present.contains(userId) else { continue }
            let rights = call.rights(of: user)
            let grants = CallGrants(rights.capabilities)
            guard admission.grants == grants else {
                return "\(userId) may publish \(admission.grants.written), and by its capabilities \(grants.written)"
            }
            guard admission.mayCancelNoise == call.mayCancelNoise(rights.capabilities) else {
                let (held, due) = admission.mayCancelNoise ? ("may", "may not") : ("may not", "may")
                return "\(userId) \(held) cancel noise, and by its capabilities \(due)"
            }
        }
        return nil
    }

    // MARK: Rings and followers

    /// Checks that no removed or blocked user is rung, and that each limited ring has a user that can still answer.
    private func differenceOfRing(_ call: CallRecord) -> String? {
        guard let ring = call.session?.ring else { return nil }
        for user in ring.rung where ring.isOpen(user) && (call.member(user) == nil || call.isBlocked(user)) {
            return "\(user) is rung, and is not a member"
        }
        let idle = call.ringTimers.first { ring.isAnswered(by: $0.users) }
        return idle.map { "a ring of \($0.users.sorted().written) has a limit, and all have answered" }
    }

    /// Checks that connections and calls name each other, and that no follower may not read its call.
    private var differenceOfFollowers: String? {
        for cid in calls.keys.sorted() {
            guard let call = calls[cid] else { continue }
            for watcher in call.watchers {
                guard let connection = connections[watcher] else { return "\(cid) has a follower without a connection" }
                guard connection.watched.contains(cid) else { return "\(connection.userId) does not know of \(cid)" }
            }
            guard Set(call.watchers).count == call.watchers.count else { return "\(cid) has a follower twice" }
        }
        return nil
    }
}

extension [String] {
    /// The items in words.
    fileprivate var written: String { isEmpty ? "none" : joined(separator: ", ") }
}

extension CallGrants {
    /// The kinds of tracks that may be published, in words.
    fileprivate var written: String {
        let kinds = [("audio", canPublishAudio), ("video", canPublishVideo), ("screenshare", canScreenshare)]
        let granted = kinds.filter(\.1).map(\.0)
        return granted.isEmpty ? "nothing" : granted.written
    }
}
