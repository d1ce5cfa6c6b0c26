public import Timing
public import Wire

/// Changes a call; what is nil stays as it is.
public struct UpdateCallRequest: Body {
    /// The application's own data, in place of all that was there.
    public var custom: CBOR.Map?
    /// Settings that replace those of the call, field by field.
    public var settingsOverride: CallSettingsRequest?
    /// When the call is to start.
    public var startsAt: Timestamp?

    /// Describes it.
    public init(custom: CBOR.Map? = nil, settingsOverride: CallSettingsRequest? = nil, startsAt: Timestamp? = nil) {
        self.custom = custom
        self.settingsOverride = settingsOverride
        self.startsAt = startsAt
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        custom = try fields.contains("custom") ? fields.custom("custom") : nil
        settingsOverride = try fields.optional("settings_override")
        startsAt = try fields.optionalDate("starts_at")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("custom", item: custom.map(CBOR.map))
        fields.set("starts_at", startsAt)
        fields.set("settings_override", settingsOverride)
    }
}

/// Deletes a call.
public struct DeleteCallRequest: Body {
    /// Whether nothing of it is kept, so that its id can be used for a new call.
    public var hard: Bool

    /// Describes it.
    public init(hard: Bool = false) {
        self.hard = hard
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        hard = try fields.optionalBoolean("hard") ?? false
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        if hard { fields.set("hard", hard) }
    }
}

/// Changes who belongs to a call.
public struct UpdateCallMembersRequest: Body {
    /// Whom to add, or to give another role and other data.
    public var updateMembers: [MemberRequest]
    /// The ids of users who are to be members no more.
    public var removeMembers: [String]

    /// Describes it.
    public init(updateMembers: [MemberRequest] = [], removeMembers: [String] = []) {
        self.updateMembers = updateMembers
        self.removeMembers = removeMembers
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        updateMembers = try fields.list("update_members")
        removeMembers = try fields.texts("remove_members")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("remove_members", removeMembers)
        fields.set("update_members", updateMembers)
    }
}

/// The members that a request added or changed.
public struct UpdateCallMembersResponse: Body {
    /// The members.
    public var members: [Member]

    /// Describes it.
    public init(members: [Member]) {
        self.members = members
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        members = try fields.list("members")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("members", members)
    }
}
