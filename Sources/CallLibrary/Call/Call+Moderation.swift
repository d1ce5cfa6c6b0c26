public import CallCore
public import Signaling

/// Actions on other users of the call.
///
/// Every method throws ``RequestError``: `notAllowed` without the capability that its documentation names, and
/// `inputError` with the field's name for an unknown or absent user.
extension Call {
    // MARK: Muting

    /// Unpublishes tracks of users. The users may publish the tracks again. Needs `mute-users`.
    public func muteUsers(_ request: MuteUsersRequest) async throws {
        let _: EmptyBody = try await send(.muteUsers, request)
    }

    /// Mutes one user. Needs `mute-users`.
    public func mute(userId: String, audio: Bool = true, video: Bool = true) async throws {
        try await muteUsers(MuteUsersRequest(userIds: [userId], audio: audio, video: video))
    }

    /// Mutes every other user. Needs `mute-users`.
    public func muteAllUsers(audio: Bool = true, video: Bool = true) async throws {
        try await muteUsers(MuteUsersRequest(muteAllUsers: true, audio: audio, video: video))
    }

    // MARK: Removing

    /// Removes a user from the session. The user may join again unless `block` is true. Needs `kick-user`, and also
    /// `block-users` when `block` is true.
    public func kickUser(userId: String, block: Bool = false) async throws {
        let counts = state.values.changeCounts
        let _: EmptyBody = try await send(
            .kick,
            KickUserRequest {
                $0.userId = userId
                $0.block = block
            })
        if block { updateState { $0.setBlocked(userId, true, unlessChangedSince: counts) } }
    }

    /// Removes a user and prevents another join. Needs `block-users`.
    public func blockUser(with userId: String) async throws {
        let counts = state.values.changeCounts
        let _: EmptyBody = try await send(.block, UserIdRequest { $0.userId = userId })
        updateState { $0.setBlocked(userId, true, unlessChangedSince: counts) }
    }

    /// Unblocks a user, so that the user may join again. Needs `block-users`.
    public func unblockUser(with userId: String) async throws {
        let counts = state.values.changeCounts
        let _: EmptyBody = try await send(.unblock, UserIdRequest { $0.userId = userId })
        updateState { $0.setBlocked(userId, false, unlessChangedSince: counts) }
    }

    // MARK: Pinning

    /// Pins a participant for all participants. Needs `pin-for-everyone`.
    public func pinForEveryone(userId: String, sessionId: String) async throws {
        let _: EmptyBody = try await send(
            .pin,
            ParticipantReference {
                $0.userId = userId
                $0.sessionId = sessionId
            })
    }

    /// Removes a pin for everyone. Needs `pin-for-everyone`.
    public func unpinForEveryone(userId: String, sessionId: String) async throws {
        let _: EmptyBody = try await send(
            .unpin,
            ParticipantReference {
                $0.userId = userId
                $0.sessionId = sessionId
            })
    }

    // MARK: Permissions

    /// True when this user has the given capability in the call.
    public func currentUserHasCapability(_ capability: OwnCapability) -> Bool {
        state.values.currentUserHasCapability(capability)
    }

    /// Requests capabilities that this user lacks from the users that can grant them.
    public func requestPermissions(_ permissions: [OwnCapability]) async throws {
        let _: EmptyBody = try await send(.requestPermission, RequestPermissionRequest { $0.permissions = permissions })
    }

    /// Grants a user capabilities beyond those of their roles. Needs `update-call-permissions`.
    public func grantPermissions(_ permissions: [OwnCapability], for userId: String) async throws {
        let _: EmptyBody = try await send(
            .userPermissions,
            UpdateUserPermissionsRequest {
                $0.userId = userId
                $0.grantPermissions = permissions
            })
        updateState { $0.forgetRequests(of: userId, for: permissions) }
    }

    /// Revokes capabilities that a user's roles include. Needs `update-call-permissions`.
    public func revokePermissions(_ permissions: [OwnCapability], for userId: String) async throws {
        let _: EmptyBody = try await send(
            .userPermissions,
            UpdateUserPermissionsRequest {
                $0.userId = userId
                $0.revokePermissions = permissions
            })
    }

    /// Grants a requested permission. Needs `update-call-permissions`.
    public func grant(_ request: PermissionRequest) async throws {
        try await grantPermissions([request.permission], for: request.user.id)
    }

    /// Dismisses a requested permission on this client. No other client is notified.
    public func reject(_ request: PermissionRequest) {
        updateState { $0.forgetRequests(of: request.user.id, for: [request.permission]) }
    }
}
