extension User {
    /// The role of guests.
    private static let guestRole = "guest"
    /// The role of users without a name.
    private static let anonymousRole = "anonymous"

    /// Somebody without a token; the coordinator gives them one, and perhaps another id.
    public static func guest(_ id: String, name: String? = nil) -> User {
        User(id: id, name: name, role: guestRole)
    }

    /// Somebody without a name, who cannot connect to the coordinator.
    public static let anonymous = User(id: "!anon", role: anonymousRole)

    /// Whether the user is a guest.
    public var isGuest: Bool { role == Self.guestRole }
    /// Whether the user has no name.
    public var isAnonymous: Bool { role == Self.anonymousRole }
}
