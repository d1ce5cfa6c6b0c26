public import Wire

/// Users that were muted.
public struct MutedUsersPayload: Body {
    /// The id of the user that muted them.
    public var fromUserId = ""
    /// The ids of the muted users.
    public var mutedUserIds: [String] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("from_user_id", &fromUserId)
        try coder.list("muted_user_ids", &mutedUserIds)
    }
}

/// Capabilities that a user requests.
public struct PermissionRequestPayload: Body {
    /// The user.
    public var user = User()
    /// The capabilities.
    public var permissions: [OwnCapability] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("user", &user)
        try coder.list("permissions", &permissions)
    }
}

/// The new capabilities of a user.
public struct PermissionsPayload: Body {
    /// The user.
    public var user = User()
    /// All capabilities of the user.
    public var ownCapabilities: [OwnCapability] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("user", &user)
        try coder.list("own_capabilities", &ownCapabilities)
    }
}

/// A reaction of a user.
public struct Reaction: Body {
    /// The kind, such as `fireworks`.
    public var type = ""
    /// The user.
    public var user = User()
    /// Custom data of the application.
    public var custom: CBOR.Map = [:]
    /// The emoji's code, such as `:fireworks:`.
    public var emojiCode: String?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("type", &type)
        try coder.field("user", &user)
        try coder.field("custom", &custom, as: AnyMap.self, omitting: [:])
        try coder.field("emoji_code", &emojiCode)
    }
}

/// A reaction of a user.
public struct ReactionPayload: Body {
    /// The reaction.
    public var reaction = Reaction()

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("reaction", &reaction)
    }
}

/// A moderator's note about a user.
public struct ModerationNotePayload: Body {
    /// Custom data of the application.
    public var custom: CBOR.Map = [:]
    /// The note.
    public var message: String?
    /// The user's id.
    public var userId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("custom", &custom, as: AnyMap.self, omitting: [:])
        try coder.field("message", &message)
        try coder.field("user_id", &userId)
    }
}

/// The error that ends a connection.
public struct ConnectionErrorPayload: Body {
    /// The error.
    public var error = APIError()
    /// The id of the connection.
    public var connectionId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("error", &error)
        try coder.field("connection_id", &connectionId)
    }
}

/// A working connection.
public struct HealthCheckPayload: Body {
    /// The call of the check, if it names one.
    public var cid: CallCid?
    /// The id of the connection.
    public var connectionId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("cid", &cid)
        try coder.field("connection_id", &connectionId)
    }
}
