public import Signaling
public import Timing

/// A request for a capability, as received by users that can grant it.
public struct PermissionRequest: Hashable, Sendable {
    /// The requested capability.
    public let permission: OwnCapability
    /// The requesting user.
    public let user: User
    /// The date of the request.
    public let requestedAt: Timestamp

    /// Creates a request.
    public init(permission: OwnCapability, user: User, requestedAt: Timestamp) {
        self.permission = permission
        self.user = user
        self.requestedAt = requestedAt
    }
}

extension CallStateValues {
    /// Adds a request for each capability of an event. Duplicates are ignored.
    mutating func addRequests(of event: PermissionRequestEvent) {
        for permission in event.permissions {
            guard !permissionRequests.contains(where: { $0.permission == permission && $0.user.id == event.user.id })
            else { continue }
            permissionRequests.append(
                PermissionRequest(permission: permission, user: event.user, requestedAt: event.createdAt))
        }
    }

    /// Removes requests of a user that were granted or dismissed.
    public mutating func forgetRequests(of userId: String, for permissions: [OwnCapability]) {
        permissionRequests.removeAll { $0.user.id == userId && permissions.contains($0.permission) }
    }
}
