public import Signaling
public import Timing

/// That somebody asks to be allowed something, as those see it who can grant it.
public struct PermissionRequest: Hashable, Sendable {
    /// What they want to do.
    public let permission: OwnCapability
    /// Who asks.
    public let user: User
    /// When.
    public let requestedAt: Timestamp

    /// Describes a request.
    public init(permission: OwnCapability, user: User, requestedAt: Timestamp) {
        self.permission = permission
        self.user = user
        self.requestedAt = requestedAt
    }
}

extension CallStateValues {
    /// Takes over that somebody asks for capabilities, one request for each; asking again changes nothing.
    mutating func requested(_ event: PermissionRequestEvent) {
        for permission in event.permissions {
            guard !permissionRequests.contains(where: { $0.permission == permission && $0.user.id == event.user.id })
            else { continue }
            permissionRequests.append(
                PermissionRequest(permission: permission, user: event.user, requestedAt: event.createdAt))
        }
    }

    /// Forgets what somebody asked for, because it was granted or because this user will not grant it.
    public mutating func forgetRequests(of userId: String, for permissions: [OwnCapability]) {
        permissionRequests.removeAll { $0.user.id == userId && permissions.contains($0.permission) }
    }
}
