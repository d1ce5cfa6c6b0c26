import Signaling
import Wire

/// The rights of users beside their roles.
extension CoordinatorMachine {
    func updatePermissions(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(UpdateUserPermissionsRequest.self)
        let call = try call(request, .userPermissions)
        let user = try knownUser(body.userId)
        try check(body.grantPermissions, "grant_permissions")
        try check(body.revokePermissions, "revoke_permissions")
        if let both = body.grantPermissions.first(where: body.revokePermissions.contains) {
            throw .badField("revoke_permissions", "takes \(both.rawValue) away, which grant_permissions gives")
        }
        guard !body.grantPermissions.isEmpty || !body.revokePermissions.isEmpty else {
            throw .badField("grant_permissions", "or revoke_permissions must name a capability")
        }
        let requester = request.requester.user
        if let lacking = call.lacking(body.grantPermissions, requester) { throw .missing(lacking, request.cid) }
        let revoked = body.revokePermissions.filter { call.allows(user, $0) }
        if let lacking = call.lacking(revoked, requester) { throw .outranked(user.id, lacking, request.cid) }
        let before = call.capabilities(of: user)
        call.setPermissions(of: user.id, granted: body.grantPermissions, revoked: body.revokePermissions)
        let capabilities = call.capabilities(of: user)
        guard capabilities != before else { return ServerResponse(.changed) }
        let payload = PermissionsPayload {
            $0.user = user
            $0.ownCapabilities = capabilities
        }
        notify(UpdatedCallPermissionsEvent(call.cid, at: date, payload), cause: request.requester.receiver)
        grant(user, in: call)
        return ServerResponse(.changed)
    }

    /// Notifies the users that can grant the permissions.
    func requestPermission(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(RequestPermissionRequest.self)
        let call = try call(request, .requestPermission)
        let requester = request.requester.user
        guard !body.permissions.isEmpty else { throw .badField("permissions", "must name a capability") }
        try check(body.permissions, "permissions")
        let missing = body.permissions.filter { !call.allows(requester, $0) }
        guard !missing.isEmpty else { return ServerResponse(.changed) }
        var granting: [String] = []
        for userId in call.audience(among: connections).userIds where !granting.contains(userId) {
            guard let user = users[userId], user.id != requester.id, call.allows(user, .updateCallPermissions) else {
                continue
            }
            granting.append(userId)
        }
        let payload = PermissionRequestPayload {
            $0.user = requester
            $0.permissions = missing
        }
        notify(PermissionRequestEvent(request.cid, at: date, payload), users: granting)
        return ServerResponse(.changed)
    }

    private func check(_ capabilities: [OwnCapability], _ field: String) throws(APIError) {
        for (index, capability) in capabilities.enumerated() where !OwnCapability.all.contains(capability) {
            throw .badField("\(field)[\(index)]", "is not a capability: \(capability.rawValue)")
        }
    }

    /// Applies a user's current capabilities to its subscriptions and its sessions.
    func grant(_ user: User, in call: CallRecord) {
        removeAccess(user, of: call)
        guard call.mayParticipate(user, at: date) else { return }
        let capabilities = call.capabilities(of: user)
        let noiseCancellation = call.mayCancelNoise(capabilities)
        let grants = CallGrants(capabilities)
        order(.grant(call.cid, userId: user.id, grants, noiseCancellation: noiseCancellation), in: call)
    }

    /// Ends the subscriptions of a user that may not read the call, and the sessions of one that may not be in it.
    func removeAccess(_ user: User, of call: CallRecord) {
        // The subscriptions of a blocked user only rest.
        if !call.allows(user, .readCall) {
            for receiver in connections.receivers(ofUser: user.id) {
                connections[receiver]?.watched.removeAll { $0 == call.cid }
                call.removeWatcher(receiver)
            }
        }
        if !call.mayParticipate(user, at: date) { order(.remove(call.cid, userId: user.id, .kicked), in: call) }
    }

    /// Orders the SFUs to apply the capabilities of all users in the session.
    func grantAll(in call: CallRecord) {
        var seen: Set<String> = []
        for participant in call.session?.participants ?? [] where seen.insert(participant.user.id).inserted {
            grant(participant.user, in: call)
        }
    }

    /// Returns the user that a request names by `user_id`.
    func knownUser(_ userId: String) throws(APIError) -> User {
        guard let user = users[userId] else { throw .badField("user_id", "names no known user: \(userId)") }
        return user
    }
}
