extension User {
    /// The role of guests.
    private static let guestRole = "guest"
    /// The role of anonymous users.
    package static let anonymousRole = "anonymous"

    /// Creates a guest, which has no token. The coordinator assigns one, and another id when the given one is taken.
    public static func guest(_ id: String, name: String? = nil) -> User {
        User(id: id, name: name, role: guestRole)
    }

    /// The anonymous user, which cannot connect to the coordinator.
    public static let anonymous = User(id: "!anon", role: anonymousRole)

    /// True for a guest.
    public var isGuest: Bool { role == Self.guestRole }
    /// True for an anonymous user.
    public var isAnonymous: Bool { role == Self.anonymousRole }
}
