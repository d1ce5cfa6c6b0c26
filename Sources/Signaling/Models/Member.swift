public import Wire

/// A user's place in a call: who may be rung, and in which role they join.
public struct Member: Body {
    /// The user.
    public var user: User
    /// The role within this call; nil where the user's own role counts.
    public var role: String?
    /// Data of the application's own about this membership.
    public var custom: CBOR.Map

    /// The user's id.
    public var userId: String { user.id }

    /// Describes a membership.
    public init(user: User, role: String? = nil, custom: CBOR.Map = [:]) {
        self.user = user
        self.role = role
        self.custom = custom
    }

    /// Reads `user`, and where given `role` and `custom`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            user: try fields.value("user"), role: try fields.optionalText("role"), custom: try fields.custom("custom"))
    }

    /// Writes the membership.
    public func write(to fields: inout FieldWriter) {
        fields.set("role", role)
        fields.set("user", user)
        fields.set("custom", custom: custom)
    }
}

extension Fields {
    private static let members = Memo<[Member]>(bits: 7)

    /// The members of a call, whom its events and answers name again and again.
    func members() throws(BodyError) -> [Member] {
        try list("members", rememberedBy: Self.members) { fields throws(BodyError) in try fields.list("members") }
    }
}

/// A member as a request names one: by user id.
public struct MemberRequest: Body {
    /// The user's id.
    public var userId: String
    /// The role within the call.
    public var role: String?
    /// Data of the application's own about this membership.
    public var custom: CBOR.Map

    /// Names a member.
    public init(userId: String, role: String? = nil, custom: CBOR.Map = [:]) {
        self.userId = userId
        self.role = role
        self.custom = custom
    }

    /// Reads `user_id`, and where given `role` and `custom`.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            userId: try fields.name("user_id"), role: try fields.optionalText("role"),
            custom: try fields.custom("custom"))
    }

    /// Writes the member.
    public func write(to fields: inout FieldWriter) {
        fields.set("role", role)
        fields.set("custom", custom: custom)
        fields.set("user_id", userId)
    }
}
