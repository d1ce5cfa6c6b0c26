import Signaling
import Timing

/// The rights that a user has in one call beside its roles.
struct Permissions: Sendable {
    var granted: Set<OwnCapability> = []
    var revoked: Set<OwnCapability> = []
}

extension CallRecord {
    // MARK: Roles

    /// The user's role in this call, beside the application's; nil for other users than members.
    private func role(of user: User) -> String? {
        index(ofMember: user.id).map { members[$0].role ?? CallRole.callMember }
    }

    /// The role that others see.
    func visibleRole(of user: User) -> String {
        index(ofMember: user.id).flatMap { members[$0].role } ?? user.role
    }

    /// The role of a user that joins the session; nil when the call has ended and the user may not join it.
    func roleOfParticipant(_ user: User) -> String? {
        endedAt == nil || allows(user, .joinEndedCall) ? visibleRole(of: user) : nil
    }

    // MARK: Capabilities

    func allows(_ user: User, _ capability: OwnCapability) -> Bool {
        if !permissions.isEmpty, let own = permissions[user.id] {
            if own.revoked.contains(capability) { return false }
            if own.granted.contains(capability) { return true }
        }
        return type.grants(capability, to: user.role, role(of: user))
    }

    /// The first of some capabilities that the user lacks; nil for the creator, to whom the call belongs.
    func lacking(_ capabilities: [OwnCapability], _ user: User) -> OwnCapability? {
        user.id == creator.id ? nil : capabilities.first { !allows(user, $0) }
    }

    func capabilities(of user: User) -> [OwnCapability] { rights(of: user).capabilities }

    /// The user's capabilities, and the grants for publishing that follow from them.
    func rights(of user: User) -> CallType.Rights {
        let usual = type.rights(of: user.role, role(of: user))
        guard let own = permissions[user.id] else { return usual }
        return CallType.Rights(own.granted.union(usual.capabilities).subtracting(own.revoked).sorted())
    }

    /// Grants and revokes capabilities of a user. The last change of each counts.
    func setPermissions(of userId: String, granted: [OwnCapability], revoked: [OwnCapability]) {
        var own = permissions[userId] ?? Permissions()
        own.granted = own.granted.union(granted).subtracting(revoked)
        own.revoked = own.revoked.union(revoked).subtracting(granted)
        permissions[userId] = own
    }

    /// The users whose capability was revoked.
    func users(without capability: OwnCapability) -> Set<String> {
        Set(permissions.filter { $0.value.revoked.contains(capability) }.keys)
    }

    /// True when a user with these capabilities may use noise cancellation.
    func mayCancelNoise(_ capabilities: [OwnCapability]) -> Bool {
        settings.audio.noiseCancellation.mode != .disabled && capabilities.contains(.enableNoiseCancellation)
    }

    /// The capabilities of each role that a member has.
    var capabilitiesByRole: [String: [OwnCapability]] {
        var table: [String: [OwnCapability]] = [:]
        for role in members.flatMap({ [$0.user.role, $0.role ?? CallRole.callMember] }) where table[role] == nil {
            table[role] = type.capabilities(of: [role])
        }
        return table
    }

    // MARK: Refusals

    /// The reason to refuse an action that needs the capability; nil when the user may perform it.
    func refusal(of user: User, _ capability: OwnCapability?) -> APIError? {
        if isBlocked(user.id) { return .blocked(cid) }
        guard let capability, !allows(user, capability) else { return nil }
        let isForMembers = index(ofMember: user.id) == nil && type.grants(capability, to: CallRole.callMember)
        return isForMembers ? .notMember(capability, cid) : .missing(capability, cid)
    }

    /// True when the session of a user in the call may continue.
    func mayParticipate(_ user: User, at date: Timestamp) -> Bool {
        refusal(of: user, .joinCall) == nil && isOpen(to: user, at: date)
    }

    /// True when the call is live, when the user may be in backstage, or when the time ahead of the start has come.
    private func isOpen(to user: User, at date: Timestamp) -> Bool {
        guard isInBackstage, !allows(user, .joinBackstage) else { return true }
        let opensAt = startsAt?.advanced(by: .zero - settings.backstage.joinAheadTime)
        return opensAt.map { $0 <= date } ?? false
    }

    /// The reason to refuse a join; nil when the user may join.
    func refusalToJoin(of user: User, at date: Timestamp) -> APIError? {
        if let refusal = refusal(of: user, .joinCall) { return refusal }
        if endedAt != nil, !allows(user, .joinEndedCall) { return .ended(cid) }
        if let refusal = refusalByLimit(of: user) { return refusal }
        return isOpen(to: user, at: date) ? nil : .backstage(cid)
    }

    /// Refuses a user that would exceed the limit of participants.
    private func refusalByLimit(of user: User) -> APIError? {
        let limit = settings.limits.maxParticipants
        guard limit > 0, let session, !session.contains(userId: user.id) else { return nil }
        return Set(session.participants.map(\.user.id)).count < limit ? nil : .noPlace(cid, limit)
    }
}
