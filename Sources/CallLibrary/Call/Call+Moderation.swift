public import CallCore
public import Signaling

/// What some may do to others in the call. Every method throws ``RequestError``: `notAllowed` without the capability that
/// it names, `inputError` with the field's name for somebody who is not there.
extension Call {
    // MARK: Muting

    /// Takes tracks of users from them, who may publish them again. Needs `mute-users`.
    public func muteUsers(_ request: MuteUsersRequest) async throws {
        let _: EmptyBody = try await send(.muteUsers, request)
    }

    /// Mutes one user. Needs `mute-users`.
    public func mute(userId: String, audio: Bool = true, video: Bool = true) async throws {
        try await muteUsers(
            MuteUsersRequest {
                $0.userIds = [userId]
                $0.audio = audio
                $0.video = video
            })
    }

    /// Mutes everybody else. Needs `mute-users`.
    public func muteAllUsers(audio: Bool = true, video: Bool = true) async throws {
        try await muteUsers(
            MuteUsersRequest {
                $0.muteAllUsers = true
                $0.audio = audio
                $0.video = video
            })
    }

    // MARK: Removing

    /// Removes a user from the session; they may come back unless they are blocked. Needs `kick-user`, and `block-users`
    /// to block.
    public func kickUser(userId: String, block: Bool = false) async throws {
        let _: EmptyBody = try await send(
            .kick,
            KickUserRequest {
                $0.userId = userId
                $0.block = block
            })
        if block { updateState { $0.setBlocked(userId, true) } }
    }

    /// Blocks a user: they are removed and cannot come back. Needs `block-users`.
    public func blockUser(with userId: String) async throws {
        let _: EmptyBody = try await send(.block, UserIdRequest { $0.userId = userId })
        updateState { $0.setBlocked(userId, true) }
    }

    /// Unblocks a user. Needs `block-users`.
    public func unblockUser(with userId: String) async throws {
        let _: EmptyBody = try await send(.unblock, UserIdRequest { $0.userId = userId })
        updateState { $0.setBlocked(userId, false) }
    }

    // MARK: Pinning

    /// Pins somebody for everyone. Needs `pin-for-everyone`.
    public func pinForEveryone(userId: String, sessionId: String) async throws {
        let _: EmptyBody = try await send(
            .pin,
            ParticipantReference {
                $0.userId = userId
                $0.sessionId = sessionId
            })
    }

    /// Takes such a pin away. Needs `pin-for-everyone`.
    public func unpinForEveryone(userId: String, sessionId: String) async throws {
        let _: EmptyBody = try await send(
            .unpin,
            ParticipantReference {
                $0.userId = userId
                $0.sessionId = sessionId
            })
    }

    // MARK: Permissions

    /// Whether this user may do something in the call.
    public func currentUserHasCapability(_ capability: OwnCapability) -> Bool {
        state.values.currentUserHasCapability(capability)
    }

    /// Asks those who can grant it for something that this user may not do.
    public func requestPermissions(_ permissions: [OwnCapability]) async throws {
        let _: EmptyBody = try await send(.requestPermission, RequestPermissionRequest { $0.permissions = permissions })
    }

    /// Lets a user do more than their roles bring. Needs `update-call-permissions`.
    public func grantPermissions(_ permissions: [OwnCapability], for userId: String) async throws {
        let _: EmptyBody = try await send(
            .userPermissions,
            UpdateUserPermissionsRequest {
                $0.userId = userId
                $0.grantPermissions = permissions
            })
        updateState { $0.forgetRequests(of: userId, for: permissions) }
    }

    /// Lets a user do less than their roles bring. Needs `update-call-permissions`.
    public func revokePermissions(_ permissions: [OwnCapability], for userId: String) async throws {
        let _: EmptyBody = try await send(
            .userPermissions,
            UpdateUserPermissionsRequest {
                $0.userId = userId
                $0.revokePermissions = permissions
            })
    }

    /// Grants what somebody asked for. Needs `update-call-permissions`.
    public func grant(_ request: PermissionRequest) async throws {
        try await grantPermissions([request.permission], for: request.user.id)
    }

    /// Will not grant what somebody asked for; nobody else is told.
    public func reject(_ request: PermissionRequest) {
        updateState { $0.forgetRequests(of: request.user.id, for: [request.permission]) }
    }
}
