import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    /// The effect of a request on the members.
    private struct MemberChange {
        var added: [Member] = []
        var changed: [Member] = []
        var withNewRole: [Member] = []
        var removed: [String] = []

        /// The added and changed members, each once.
        var present: [Member] { added + changed + withNewRole.filter { !changed.contains($0) } }

        /// An estimate of the additional memory of the changed call, in bytes; negative when it needs less.
        func keptBytes(in call: CallRecord) -> Int {
            let former = (present.map(\.userId) + removed).compactMap { call.member($0) }
            return present.reduce(0) { $0 + $1.keptBytes } - former.reduce(0) { $0 + $1.keptBytes }
        }
    }

    func updateMembers(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let call = try call(request, .updateMembers)
        let body = try request.body(UpdateCallMembersRequest.self)
        let requester = request.requester.user
        if !body.updateMembers.isEmpty || body.removeMembers.isEmpty,
            let refusal = call.refusal(of: requester, .updateCallMember)
        {
            throw refusal
        }
        if !body.removeMembers.isEmpty, let refusal = call.refusal(of: requester, .removeCallMember) { throw refusal }
        let change = try memberChange(body, in: call)
        try checkRank(of: requester, for: change, in: call)
        try provideRoom(change.keptBytes(in: call), inGuestCall: call.cid)
        let cause = request.requester.receiver
        let affected = ((change.added + change.withNewRole).map(\.userId) + change.removed).compactMap { users[$0] }
        let before = affected.map { call.capabilities(of: $0) }
        if !change.removed.isEmpty { remove(change.removed, from: call, cause: cause) }
        for member in change.added + change.changed + change.withNewRole {
            call.add(member)
            show(member.role, of: member.user, in: call)
        }
        call.updatedAt = date
        notify(change, call, cause: cause)
        for (user, before) in zip(affected, before) { notifyCapabilities(of: user, call, before: before, cause: cause) }
        let named = body.updateMembers.compactMap { call.member($0.userId) }
        return ServerResponse(.changed, UpdateCallMembersResponse { $0.members = named })
    }

    /// Returns the effect of a request, or throws a refusal that names the invalid field.
    private func memberChange(
        _ body: UpdateCallMembersRequest, in call: CallRecord
    ) throws(APIError) -> MemberChange {
        guard !body.updateMembers.isEmpty || !body.removeMembers.isEmpty else {
            throw APIError(
                .inputError, "update_members and remove_members are both empty", advice: "name a member in one of them")
        }
        var change = MemberChange()
        var seen: Set<String> = []
        try addUpdates(body.updateMembers, to: &change, &seen, in: call)
        try addRemovals(body.removeMembers, to: &change, &seen, in: call)
        return change
    }

    /// Adds new members and changes of members.
    ///
    /// - Parameter seen: The users that the request has named so far.
    private func addUpdates(
        _ entries: [MemberRequest], to change: inout MemberChange, _ seen: inout Set<String>, in call: CallRecord
    ) throws(APIError) {
        for (index, entry) in entries.enumerated() {
            let field = "update_members[\(index)].user_id"
            guard let user = users[entry.userId] else {
                throw .badField(field, "names no known user: \(entry.userId)")
            }
            guard seen.insert(user.id).inserted else { throw .badField(field, "names \(user.id) a second time") }
            try check(entry.custom, "update_members[\(index)].custom")
            guard let member = call.member(user.id) else {
                change.added.append(
                    Member {
                        $0.user = user
                        $0.role = entry.role
                        $0.custom = entry.custom
                    })
                continue
            }
            let new = Member {
                $0.user = user
                $0.role = entry.role ?? member.role
                $0.custom = entry.custom
            }
            if new.custom != member.custom { change.changed.append(new) }
            if new.role != member.role { change.withNewRole.append(new) }
        }
    }

    private func addRemovals(
        _ userIds: [String], to change: inout MemberChange, _ seen: inout Set<String>, in call: CallRecord
    ) throws(APIError) {
        for (index, userId) in userIds.enumerated() {
            let field = "remove_members[\(index)]"
            guard call.member(userId) != nil else {
                throw .badField(field, "names no member of \(call.cid): \(userId)")
            }
            guard userId != call.creator.id else { throw .badField(field, "is the call's creator: \(userId)") }
            guard seen.insert(userId).inserted else { throw .badField(field, "names \(userId) a second time") }
            change.removed.append(userId)
        }
    }

    /// Throws when a change gives a role beyond the requester's rights, or concerns a member with more rights.
    private func checkRank(
        of requester: User, for change: MemberChange, in call: CallRecord
    ) throws(APIError) {
        for member in change.added + change.withNewRole {
            let given = member.role.map { call.type.capabilities(of: [$0]) } ?? []
            if let lacking = call.lacking(given, requester) { throw .missing(lacking, call.cid) }
        }
        for member in (change.withNewRole.map(\.userId) + change.removed).compactMap({ call.member($0) }) {
            if let lacking = call.lacking(call.capabilities(of: member.user), requester) {
                throw .outranked(member.userId, lacking, call.cid)
            }
        }
    }

    /// Updates the role of a user that is in the session, where all see and count it. Nil is the role of the
    /// application.
    private func show(_ role: String?, of user: User, in call: CallRecord) {
        let role = role ?? user.role
        guard let session = call.session,
            session.participants.contains(where: { $0.user.id == user.id && $0.role != role })
        else { return }
        session.updateParticipants(of: user.id) { $0.role = role }
        countsChanged(call)
    }

    /// Removes members. The event precedes the removal, so that the removed users receive it.
    private func remove(_ userIds: [String], from call: CallRecord, cause: ReceiverID?) {
        for user in userIds.compactMap({ users[$0] }) { show(nil, of: user, in: call) }
        let payload = MemberIdsPayload {
            $0.call = call.response(updatedAt: date)
            $0.members = userIds
        }
        notify(CallMemberRemovedEvent(call.cid, at: date, payload), cause: cause)
        call.remove(userIds)
        for userId in userIds { withdrawRing(of: userId, in: call) }
    }

    private func notify(_ change: MemberChange, _ call: CallRecord, cause: ReceiverID?) {
        if !change.added.isEmpty {
            let payload = MembersPayload {
                $0.call = call.response
                $0.members = change.added
            }
            notify(CallMemberAddedEvent(call.cid, at: date, payload), cause: cause)
        }
        if !change.changed.isEmpty {
            let payload = MembersPayload {
                $0.call = call.response
                $0.members = change.changed
            }
            notify(CallMemberUpdatedEvent(call.cid, at: date, payload), cause: cause)
        }
        if !change.withNewRole.isEmpty {
            let payload = MemberPermissionsPayload {
                $0.call = call.response
                $0.members = change.withNewRole
                $0.capabilitiesByRole = call.capabilitiesByRole
            }
            notify(CallMemberUpdatedPermissionEvent(call.cid, at: date, payload), cause: cause)
        }
    }

    /// Updates a user's role on the SFUs, and notifies the user of changed capabilities.
    private func notifyCapabilities(
        of user: User, _ call: CallRecord, before: [OwnCapability], cause: ReceiverID?
    ) {
        order(.describe(call.cid, user, roles: [call.visibleRole(of: user)]), in: call)
        let capabilities = call.capabilities(of: user)
        guard capabilities != before else { return }
        grant(user, in: call)
        let payload = PermissionsPayload {
            $0.user = user
            $0.ownCapabilities = capabilities
        }
        notify(UpdatedCallPermissionsEvent(call.cid, at: date, payload), users: [user.id], cause: cause)
    }
}
