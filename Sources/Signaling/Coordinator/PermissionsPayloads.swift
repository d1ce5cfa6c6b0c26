public import Wire

/// The call, members with new roles, and what each role may do.
public struct MemberPermissionsPayload: Body {
    /// The call.
    public var call: CallResponse
    /// The members.
    public var members: [Member]
    /// What each role may do.
    public var capabilitiesByRole: [String: [OwnCapability]]

    /// Carries it.
    public init(call: CallResponse, members: [Member], capabilitiesByRole: [String: [OwnCapability]]) {
        self.call = call
        self.members = members
        self.capabilitiesByRole = capabilitiesByRole
    }

    /// Reads `call`, `members`, `capabilities_by_role`.
    public init(_ fields: Fields) throws(BodyError) {
        call = try fields.value("call")
        members = try fields.list("members")
        capabilitiesByRole = try fields.capabilities("capabilities_by_role")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("members", members)
        fields.set("capabilities_by_role", table: capabilitiesByRole) { .array($0.map { .text($0.rawValue) }) }
    }
}

/// Who muted whom.
public struct MutedUsersPayload: Body {
    /// Who did it.
    public var fromUserId: String
    /// Whom.
    public var mutedUserIds: [String]

    /// Carries it.
    public init(fromUserId: String, mutedUserIds: [String]) {
        self.fromUserId = fromUserId
        self.mutedUserIds = mutedUserIds
    }

    /// Reads `from_user_id`, `muted_user_ids`.
    public init(_ fields: Fields) throws(BodyError) {
        fromUserId = try fields.name("from_user_id")
        mutedUserIds = try fields.texts("muted_user_ids")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("from_user_id", fromUserId)
        fields.set("muted_user_ids", mutedUserIds)
    }
}

/// What a user asks for.
public struct PermissionRequestPayload: Body {
    /// Who asks.
    public var user: User
    /// The capabilities.
    public var permissions: [OwnCapability]

    /// Carries it.
    public init(user: User, permissions: [OwnCapability]) {
        self.user = user
        self.permissions = permissions
    }

    /// Reads `user`, `permissions`.
    public init(_ fields: Fields) throws(BodyError) {
        user = try fields.value("user")
        permissions = try fields.texts("permissions").map(OwnCapability.init(rawValue:))
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("user", user)
        fields.set("permissions", permissions)
    }
}

/// What a user may do from now on.
public struct PermissionsPayload: Body {
    /// The user.
    public var user: User
    /// All that they may do.
    public var ownCapabilities: [OwnCapability]

    /// Carries it.
    public init(user: User, ownCapabilities: [OwnCapability]) {
        self.user = user
        self.ownCapabilities = ownCapabilities
    }

    /// Reads `user`, `own_capabilities`.
    public init(_ fields: Fields) throws(BodyError) {
        user = try fields.value("user")
        ownCapabilities = try fields.capabilities("own_capabilities")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("user", user)
        fields.set("own_capabilities", ownCapabilities)
    }
}

/// A reaction of a user.
public struct Reaction: Body {
    /// The kind, such as `fireworks`.
    public var type: String
    /// The emoji's code, such as `:fireworks:`.
    public var emojiCode: String?
    /// Data of the application's own.
    public var custom: CBOR.Map
    /// Who reacted.
    public var user: User

    /// Carries it.
    public init(type: String, emojiCode: String? = nil, custom: CBOR.Map = [:], user: User) {
        self.type = type
        self.emojiCode = emojiCode
        self.custom = custom
        self.user = user
    }

    /// Reads `type`, `emoji_code`, `custom`, `user`.
    public init(_ fields: Fields) throws(BodyError) {
        type = try fields.name("type")
        emojiCode = try fields.optionalText("emoji_code")
        custom = try fields.custom("custom")
        user = try fields.value("user")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("type", type)
        fields.set("user", user)
        fields.set("custom", custom: custom)
        fields.set("emoji_code", emojiCode)
    }
}

/// A reaction of a user.
public struct ReactionPayload: Body {
    /// The reaction.
    public var reaction: Reaction

    /// Carries it.
    public init(reaction: Reaction) {
        self.reaction = reaction
    }

    /// Reads `reaction`.
    public init(_ fields: Fields) throws(BodyError) {
        reaction = try fields.value("reaction")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("reaction", reaction)
    }
}

/// What a moderator tells of a user.
public struct ModerationNotePayload: Body {
    /// The user.
    public var userId: String
    /// What is told.
    public var message: String?
    /// Data of the application's own.
    public var custom: CBOR.Map

    /// Carries it.
    public init(userId: String, message: String? = nil, custom: CBOR.Map = [:]) {
        self.userId = userId
        self.message = message
        self.custom = custom
    }

    /// Reads `user_id`, `message`, `custom`.
    public init(_ fields: Fields) throws(BodyError) {
        userId = try fields.name("user_id")
        message = try fields.optionalText("message")
        custom = try fields.custom("custom")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("custom", custom: custom)
        fields.set("message", message)
        fields.set("user_id", userId)
    }
}

/// A session.
public struct SessionIdPayload: Body {
    /// Names the session.
    public var sessionId: String

    /// Carries it.
    public init(sessionId: String) {
        self.sessionId = sessionId
    }

    /// Reads `session_id`.
    public init(_ fields: Fields) throws(BodyError) {
        sessionId = try fields.name("session_id")
    }

    /// Writes it.
    public func write(to fields: inout FieldWriter) {
        fields.set("session_id", sessionId)
    }
}

extension Fields {
    /// Lists of capabilities under names of roles.
    func capabilities(_ name: String) throws(BodyError) -> [String: [OwnCapability]] {
        try table(name, "a list of texts") { item in
            item.array.map { $0.compactMap { $0.text.map(OwnCapability.init(rawValue:)) } }
        }
    }
}
