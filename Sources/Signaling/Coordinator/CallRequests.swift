public import Timing
public import Wire

/// What a new call is to be like.
public struct CallData: Body {
    /// Who belongs to it besides its creator.
    public var members: [MemberRequest]
    /// Data of the application's own.
    public var custom: CBOR.Map
    /// Where it differs from its type's settings.
    public var settingsOverride: CallSettingsRequest?
    /// When it is to start.
    public var startsAt: Timestamp?
    /// The team that it belongs to.
    public var team: String?
    /// Whether it is to be a video call.
    public var video: Bool?

    /// Describes a new call.
    public init(
        members: [MemberRequest] = [], custom: CBOR.Map = [:], settingsOverride: CallSettingsRequest? = nil,
        startsAt: Timestamp? = nil, team: String? = nil, video: Bool? = nil
    ) {
        self.members = members
        self.custom = custom
        self.settingsOverride = settingsOverride
        self.startsAt = startsAt
        self.team = team
        self.video = video
    }

    /// Reads what is given.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            members: try fields.list("members"), custom: try fields.custom("custom"),
            settingsOverride: try fields.optional("settings_override"), startsAt: try fields.optionalDate("starts_at"),
            team: try fields.optionalText("team"), video: try fields.optionalBoolean("video"))
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("team", team)
        fields.set("video", video)
        fields.set("custom", custom: custom)
        fields.set("members", members)
        fields.set("starts_at", startsAt)
        fields.set("settings_override", settingsOverride)
    }
}

/// Creates a call or reads it, and rings or notifies its members if asked to.
public struct GetOrCreateCallRequest: Body {
    /// What a call that does not exist yet is to be like.
    public var data: CallData?
    /// Whether to ring the members.
    public var ring: Bool
    /// Whether to notify the members.
    public var notify: Bool
    /// Whether the ring is for a video call.
    public var video: Bool
    /// How many members the answer may show; nil for all.
    public var membersLimit: Int?

    /// Describes the request.
    public init(
        data: CallData? = nil, ring: Bool = false, notify: Bool = false, video: Bool = false, membersLimit: Int? = nil
    ) {
        self.data = data
        self.ring = ring
        self.notify = notify
        self.video = video
        self.membersLimit = membersLimit
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            data: try fields.optional("data"), ring: try fields.optionalBoolean("ring") ?? false,
            notify: try fields.optionalBoolean("notify") ?? false,
            video: try fields.optionalBoolean("video") ?? false,
            membersLimit: try fields.optionalCount("members_limit"))
    }

    /// Writes the request; what is false is left out.
    public func write(to fields: inout FieldWriter) {
        fields.set("data", data)
        if ring { fields.set("ring", ring) }
        if video { fields.set("video", video) }
        if notify { fields.set("notify", notify) }
        fields.set("members_limit", membersLimit)
    }
}

/// Asks for credentials to an SFU of the call.
public struct JoinCallRequest: Body {
    /// Whether to create the call if it does not exist.
    public var create: Bool
    /// What a created call is to be like.
    public var data: CallData?
    /// Whether to ring the members.
    public var ring: Bool
    /// Whether to notify the members.
    public var notify: Bool
    /// Whether the ring is for a video call.
    public var video: Bool
    /// The SFU that the client comes from, when it migrates.
    public var migratingFrom: String?
    /// All the SFUs that the client would rather not get.
    public var migratingFromList: [String]
    /// Whether the user is to publish to a livestream with a great many viewers.
    public var hintHighScaleLivestreamPublisher: Bool
    /// How many members the answer may show; nil for all.
    public var membersLimit: Int?

    /// Describes the request.
    public init(
        create: Bool = false, data: CallData? = nil, ring: Bool = false, notify: Bool = false, video: Bool = false,
        migratingFrom: String? = nil, migratingFromList: [String] = [],
        hintHighScaleLivestreamPublisher: Bool = false, membersLimit: Int? = nil
    ) {
        self.create = create
        self.data = data
        self.ring = ring
        self.notify = notify
        self.video = video
        self.migratingFrom = migratingFrom
        self.migratingFromList = migratingFromList
        self.hintHighScaleLivestreamPublisher = hintHighScaleLivestreamPublisher
        self.membersLimit = membersLimit
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            create: try fields.optionalBoolean("create") ?? false, data: try fields.optional("data"),
            ring: try fields.optionalBoolean("ring") ?? false, notify: try fields.optionalBoolean("notify") ?? false,
            video: try fields.optionalBoolean("video") ?? false,
            migratingFrom: try fields.optionalText("migrating_from"),
            migratingFromList: try fields.texts("migrating_from_list"),
            hintHighScaleLivestreamPublisher: try fields.optionalBoolean("hint_high_scale_livestream_publisher")
                ?? false,
            membersLimit: try fields.optionalCount("members_limit"))
    }

    /// Writes the request; what is false is left out.
    public func write(to fields: inout FieldWriter) {
        fields.set("data", data)
        if ring { fields.set("ring", ring) }
        if video { fields.set("video", video) }
        if create { fields.set("create", create) }
        if notify { fields.set("notify", notify) }
        fields.set("members_limit", membersLimit)
        fields.set("migrating_from", migratingFrom)
        fields.set("migrating_from_list", migratingFromList)
        if hintHighScaleLivestreamPublisher {
            fields.set("hint_high_scale_livestream_publisher", hintHighScaleLivestreamPublisher)
        }
    }
}

/// Rings members of a call that exists.
public struct RingCallRequest: Body {
    /// Whom to ring; all but the caller when empty.
    public var membersIds: [String]
    /// Whether it is to be a video call.
    public var video: Bool

    /// Describes the request.
    public init(membersIds: [String] = [], video: Bool = false) {
        self.membersIds = membersIds
        self.video = video
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            membersIds: try fields.texts("members_ids"), video: try fields.optionalBoolean("video") ?? false)
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        if video { fields.set("video", video) }
        fields.set("members_ids", membersIds)
    }
}

/// Rejects a ring.
public struct RejectCallRequest: Body {
    /// Why: `busy`, `decline`, `cancel` or `timeout`, or the application's own word.
    public var reason: String?

    /// Describes the request.
    public init(reason: String? = nil) {
        self.reason = reason
    }

    /// Reads `reason`.
    public init(_ fields: Fields) throws(BodyError) {
        reason = try fields.optionalText("reason")
    }

    /// Writes `reason`.
    public func write(to fields: inout FieldWriter) {
        fields.set("reason", reason)
    }
}

/// Sends an event of the application's own to all who follow the call.
public struct SendEventRequest: Body {
    /// The data.
    public var custom: CBOR.Map

    /// Describes the request.
    public init(custom: CBOR.Map) {
        self.custom = custom
    }

    /// Reads `custom`.
    public init(_ fields: Fields) throws(BodyError) {
        guard fields.contains("custom") else { throw .missing(field: fields.path(of: "custom")) }
        custom = try fields.custom("custom")
    }

    /// Writes `custom`.
    public func write(to fields: inout FieldWriter) {
        fields.set("custom", item: .map(custom))
    }
}

/// Names the user that a request is about.
public struct UserIdRequest: Body {
    /// The user's id.
    public var userId: String

    /// Describes the request.
    public init(userId: String) {
        self.userId = userId
    }

    /// Reads `user_id`.
    public init(_ fields: Fields) throws(BodyError) {
        userId = try fields.name("user_id")
    }

    /// Writes `user_id`.
    public func write(to fields: inout FieldWriter) {
        fields.set("user_id", userId)
    }
}
