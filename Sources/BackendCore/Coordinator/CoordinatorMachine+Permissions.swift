import Signaling
import Wire

/// Who may do what beyond their roles.
extension CoordinatorMachine {
    mutating func updatePermissions(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(UpdateUserPermissionsRequest.self)
        let before = try call(question, .userPermissions)
        let user = try knownUser(body.userId)
        try check(body.grantPermissions, "grant_permissions")
        try check(body.revokePermissions, "revoke_permissions")
        if let both = body.grantPermissions.first(where: body.revokePermissions.contains) {
            throw .badField("revoke_permissions", "takes \(both.rawValue) away, which grant_permissions gives")
        }
        guard !body.grantPermissions.isEmpty || !body.revokePermissions.isEmpty else {
            throw .badField("grant_permissions", "or revoke_permissions must name a capability")
        }
        let asker = question.asker.user
        if let lacking = before.lacking(body.grantPermissions, asker) { throw .missing(lacking, question.cid) }
        let revoked = body.revokePermissions.filter { before.allows(user, $0) }
        if let lacking = before.lacking(revoked, asker) { throw .outranked(user.id, lacking, question.cid) }
        calls[question.cid]?.setPermissions(
            of: user.id, granted: body.grantPermissions, revoked: body.revokePermissions)
        guard let after = calls[question.cid] else { throw .unknownCall(question.cid) }
        let capabilities = after.capabilities(of: user)
        guard capabilities != before.capabilities(of: user) else { return ServerAnswer(.changed) }
        let payload = PermissionsPayload {
            $0.user = user
            $0.ownCapabilities = capabilities
        }
        tellAll(
            UpdatedCallPermissionsEvent(question.cid, at: date, payload), cause: question.asker.receiver)
        tellGrants(of: user, in: after)
        return ServerAnswer(.changed)
    }

    /// Only those who can grant it hear of it.
    mutating func requestPermission(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(RequestPermissionRequest.self)
        let call = try call(question, .requestPermission)
        let asker = question.asker.user
        guard !body.permissions.isEmpty else { throw .badField("permissions", "must name a capability") }
        try check(body.permissions, "permissions")
        let missing = body.permissions.filter { !call.allows(asker, $0) }
        guard !missing.isEmpty else { return ServerAnswer(.changed) }
        var granting: [String] = []
        for userId in audience(of: question.cid)?.userIds ?? [] where !granting.contains(userId) {
            guard let user = users[userId], user.id != asker.id, call.allows(user, .updateCallPermissions) else {
                continue
            }
            granting.append(userId)
        }
        let payload = PermissionRequestPayload {
            $0.user = asker
            $0.permissions = missing
        }
        tell(PermissionRequestEvent(question.cid, at: date, payload), users: granting)
        return ServerAnswer(.changed)
    }

    private func check(_ capabilities: [OwnCapability], _ field: String) throws(APIError) {
        for (index, capability) in capabilities.enumerated() where !OwnCapability.all.contains(capability) {
            throw .badField("\(field)[\(index)]", "is no capability: \(capability.rawValue)")
        }
    }

    /// Lets a user who is in a session do there what they may do now, and nothing else.
    mutating func tellGrants(of user: User, in call: CallRecord) {
        let capabilities = call.capabilities(of: user)
        tellSFU(
            of: call.cid,
            .grant(
                call.cid, userId: user.id, CallGrants(capabilities),
                noiseCancellation: call.mayCancelNoise(capabilities)))
    }

    /// Does that for everybody who is in the session.
    mutating func tellGrantsOfAll(in cid: CallCid) {
        guard let call = calls[cid] else { return }
        var seen: Set<String> = []
        for participant in call.session?.participants ?? [] where seen.insert(participant.user.id).inserted {
            tellGrants(of: participant.user, in: call)
        }
    }

    /// A user whom a request names by `user_id`.
    func knownUser(_ userId: String) throws(APIError) -> User {
        guard let user = users[userId] else { throw .badField("user_id", "names no known user: \(userId)") }
        return user
    }

    /// Tells the SFU of a call what is to happen in its session.
    mutating func tellSFU(of cid: CallCid, _ order: SessionOrder) {
        guard let edge = calls[cid]?.edge else { return }
        effects.append(.order(edge: edge, order))
    }
}
