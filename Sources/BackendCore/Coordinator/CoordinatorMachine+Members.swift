import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    /// What a change of the members comes to.
    private struct MemberChange {
        var added: [Member] = []
        var changed: [Member] = []
        var withNewRole: [Member] = []
        var removed: [String] = []
    }

    mutating func updateMembers(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let before = try call(question, .updateMembers)
        let body = try question.body(UpdateCallMembersRequest.self)
        let asker = question.asker.user
        if !body.updateMembers.isEmpty || body.removeMembers.isEmpty,
            let refusal = before.refusal(of: asker, .updateCallMember)
        {
            throw refusal
        }
        if !body.removeMembers.isEmpty, let refusal = before.refusal(of: asker, .removeCallMember) { throw refusal }
        let change = try memberChange(body, in: before)
        try checkRank(of: asker, for: change, in: before)
        let cause = question.asker.receiver
        if !change.removed.isEmpty { remove(change.removed, from: question.cid, cause: cause) }
        for member in change.added + change.changed + change.withNewRole { calls[question.cid]?.add(member) }
        calls[question.cid]?.updatedAt = date
        tell(change, question.cid, cause: cause)
        let affected = (change.added + change.withNewRole).map(\.userId) + change.removed
        tellCapabilities(of: affected, question.cid, differingFrom: before, cause: cause)
        let changed = change.added + change.changed + change.withNewRole.filter { !change.changed.contains($0) }
        return ServerAnswer(.changed, UpdateCallMembersResponse { $0.members = changed })
    }

    private func memberChange(
        _ body: UpdateCallMembersRequest, in call: CallRecord
    ) throws(APIError) -> MemberChange {
        guard !body.updateMembers.isEmpty || !body.removeMembers.isEmpty else {
            throw APIError(
                .inputError, "update_members and remove_members are both empty", advice: "name a member in one of them")
        }
        var change = MemberChange()
        var seen: Set<String> = []
        for (index, request) in body.updateMembers.enumerated() {
            let field = "update_members[\(index)].user_id"
            guard let user = users[request.userId] else {
                throw .badField(field, "names no known user: \(request.userId)")
            }
            guard seen.insert(user.id).inserted else { throw .badField(field, "names \(user.id) a second time") }
            try check(request.custom, "update_members[\(index)].custom")
            guard let member = call.member(user.id) else {
                change.added.append(
                    Member {
                        $0.user = user
                        $0.role = request.role
                        $0.custom = request.custom
                    })
                continue
            }
            let new = Member {
                $0.user = user
                $0.role = request.role ?? member.role
                $0.custom = request.custom
            }
            if new.custom != member.custom { change.changed.append(new) }
            if new.role != member.role { change.withNewRole.append(new) }
        }
        for (index, userId) in body.removeMembers.enumerated() {
            let field = "remove_members[\(index)]"
            guard call.member(userId) != nil else {
                throw .badField(field, "names no member of \(call.cid): \(userId)")
            }
            guard userId != call.creator.id else { throw .badField(field, "is the call's creator: \(userId)") }
            guard seen.insert(userId).inserted else { throw .badField(field, "names \(userId) a second time") }
            change.removed.append(userId)
        }
        return change
    }

    /// Throws when a change gives a role beyond the asker's rights, or concerns a member with more rights.
    private func checkRank(
        of asker: User, for change: MemberChange, in call: CallRecord
    ) throws(APIError) {
        for member in change.added + change.withNewRole {
            let given = member.role.map { call.type.capabilities(of: [$0]) } ?? []
            if let lacking = call.lacking(given, asker) { throw .missing(lacking, call.cid) }
        }
        for member in (change.withNewRole.map(\.userId) + change.removed).compactMap({ call.member($0) }) {
            if let lacking = call.lacking(call.capabilities(of: member.user), asker) {
                throw .outranked(member.userId, lacking, call.cid)
            }
        }
    }

    /// Told while the users still follow the call: they must learn it, too.
    private mutating func remove(_ userIds: [String], from cid: CallCid, cause: ReceiverID?) {
        guard let before = calls[cid] else { return }
        var response = before.response
        response.updatedAt = date
        tellAll(
            CallMemberRemovedEvent(
                cid, at: date,
                MemberIdsPayload {
                    $0.call = response
                    $0.members = userIds
                }), cause: cause)
        calls[cid]?.remove(userIds)
        for userId in userIds { shutOut(userId, of: cid) }
    }

    /// Whoever may not read the call any more follows it no longer, and whoever may not join it is in it no longer.
    private mutating func shutOut(_ userId: String, of cid: CallCid) {
        guard let call = calls[cid], let user = users[userId] else { return }
        withdrawRing(of: userId, in: cid)
        if call.refusal(of: user, .readCall) != nil {
            for receiver in connections.receivers(ofUser: userId) {
                connections[receiver]?.watched.removeAll { $0 == cid }
                calls[cid]?.removeWatcher(receiver)
            }
        }
        if call.refusal(of: user, .joinCall) != nil, let edge = call.edge {
            effects.append(.order(edge: edge, .remove(cid, userId: userId, .kicked)))
        }
    }

    private mutating func tell(_ change: MemberChange, _ cid: CallCid, cause: ReceiverID?) {
        guard let call = calls[cid] else { return }
        if !change.added.isEmpty {
            let payload = MembersPayload {
                $0.call = call.response
                $0.members = change.added
            }
            tellAll(CallMemberAddedEvent(cid, at: date, payload), cause: cause)
        }
        if !change.changed.isEmpty {
            let payload = MembersPayload {
                $0.call = call.response
                $0.members = change.changed
            }
            tellAll(CallMemberUpdatedEvent(cid, at: date, payload), cause: cause)
        }
        if !change.withNewRole.isEmpty {
            let payload = MemberPermissionsPayload {
                $0.call = call.response
                $0.members = change.withNewRole
                $0.capabilitiesByRole = call.capabilitiesByRole
            }
            tellAll(CallMemberUpdatedPermissionEvent(cid, at: date, payload), cause: cause)
        }
    }

    /// Tells users what they may do in the call from now on, where that is not what it was before.
    private mutating func tellCapabilities(
        of userIds: [String], _ cid: CallCid, differingFrom before: CallRecord, cause: ReceiverID?
    ) {
        for userId in userIds {
            guard let call = calls[cid], let user = users[userId] else { continue }
            tellSFU(of: cid, .describe(cid, user, roles: [call.visibleRole(of: user)]))
            let capabilities = call.capabilities(of: user)
            guard capabilities != before.capabilities(of: user) else { continue }
            tellGrants(of: user, in: call)
            let payload = PermissionsPayload {
                $0.user = user
                $0.ownCapabilities = capabilities
            }
            tell(UpdatedCallPermissionsEvent(cid, at: date, payload), users: [userId], cause: cause)
        }
    }
}
