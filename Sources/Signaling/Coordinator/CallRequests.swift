package import Timing
package import Wire

/// Opens a user's event stream on one device.
package struct ConnectRequest: Body {
    /// The user, which must be the one of the token.
    package var user = User()
    /// The access token, a CBOR Web Token (RFC 8392); nil when it is sealed.
    package var token: [UInt8]?
    /// The client's public key, with which it proves its requests; nil for a client that does not.
    package var clientKey: [UInt8]?
    /// The access token as a ``SealedToken`` that only the backend reads.
    package var sealedToken: [UInt8]?
    /// The id of the connection whose stream is resumed; nil for a new connection.
    package var resume: String?
    /// The number of the last event that the client handled on that connection.
    package var lastEvent: Int?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("user", &user)
        try coder.field("token", &token)
        try coder.field("resume", &resume)
        try coder.field("client_key", &clientKey)
        try coder.field("last_event", &lastEvent)
        try coder.field("sealed_token", &sealedToken)
    }
}

/// The properties of a new call.
package struct CallData: Body {
    /// The team that the call belongs to.
    package var team: String?
    /// True for a call that is meant for video. It has no effect.
    package var video: Bool?
    /// Custom data of the application.
    package var custom: CBOR.Map = [:]
    /// The members besides the creator.
    package var members: [MemberRequest] = []
    /// The date at which the call is planned to start.
    package var startsAt: Timestamp?
    /// Changes to the settings of the call's type.
    package var settingsOverride: CallSettingsRequest?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("team", &team)
        try coder.field("video", &video)
        try coder.field("custom", &custom, as: AnyMap.self, omitting: [:])
        try coder.list("members", &members)
        try coder.field("starts_at", &startsAt)
        try coder.field("settings_override", &settingsOverride)
    }
}

/// Creates a call or reads it, and rings or notifies its members.
package struct GetOrCreateCallRequest: Body {
    /// The properties of a call that does not exist yet.
    package var data: CallData?
    /// True to ring the members.
    package var ring = false
    /// True for a ring with video.
    package var video = false
    /// True to notify the members.
    package var notify = false
    /// The maximum number of members in the response; nil for all.
    package var membersLimit: Int?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("data", &data)
        try coder.field("ring", &ring, omitting: false)
        try coder.field("video", &video, omitting: false)
        try coder.field("notify", &notify, omitting: false)
        try coder.field("members_limit", &membersLimit)
    }
}

/// Requests credentials for an SFU of the call.
package struct JoinCallRequest: Body {
    /// The properties of a call that does not exist yet.
    package var data: CallData?
    /// True to ring the members.
    package var ring = false
    /// True for a ring with video.
    package var video = false
    /// True to create a call that does not exist.
    package var create = false
    /// True to notify the members.
    package var notify = false
    /// The maximum number of members in the response; nil for all.
    package var membersLimit: Int?
    /// The name of the SFU that the client leaves when it migrates.
    package var migratingFrom: String?
    /// The names of the SFUs that the coordinator should not assign, such as full ones.
    package var migratingFromList: [String] = []
    /// True when the user publishes to a livestream with very many viewers.
    package var hintHighScaleLivestreamPublisher = false

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("data", &data)
        try coder.field("ring", &ring, omitting: false)
        try coder.field("video", &video, omitting: false)
        try coder.field("create", &create, omitting: false)
        try coder.field("notify", &notify, omitting: false)
        try coder.field("members_limit", &membersLimit)
        try coder.field("migrating_from", &migratingFrom)
        try coder.list("migrating_from_list", &migratingFromList)
        try coder.field("hint_high_scale_livestream_publisher", &hintHighScaleLivestreamPublisher, omitting: false)
    }
}

/// Rings members of a call that exists.
package struct RingCallRequest: Body {
    /// True for a video call.
    package var video = false
    /// The ids of the members; empty for all but the caller.
    package var membersIds: [String] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("video", &video, omitting: false)
        try coder.list("members_ids", &membersIds)
    }
}

/// Rejects a ring.
package struct RejectCallRequest: Body {
    /// `busy`, `decline`, `cancel` or `timeout`, or the application's reason.
    package var reason: String?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("reason", &reason)
    }
}

/// Sends custom data of the application to the receivers of the call's events.
package struct SendEventRequest: Body {
    /// The data.
    package var custom: CBOR.Map = [:]

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("custom", &custom, as: AnyMap.self)
    }
}

/// Blocks or unblocks a user.
package struct UserIdRequest: Body {
    /// The user's id.
    package var userId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("user_id", &userId)
    }
}

/// Changes a call. Nil leaves a value unchanged.
package struct UpdateCallRequest: Body {
    /// Custom data of the application, which replaces all earlier data.
    package var custom: CBOR.Map?
    /// The date at which the call is planned to start.
    package var startsAt: Timestamp?
    /// Changes to the settings.
    package var settingsOverride: CallSettingsRequest?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("custom", &custom, as: AnyMap.self)
        try coder.field("starts_at", &startsAt)
        try coder.field("settings_override", &settingsOverride)
    }
}

/// Deletes a call.
package struct DeleteCallRequest: Body {
    /// True to free the id for a new call.
    package var hard = false

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("hard", &hard, omitting: false)
    }
}

/// Adds, changes and removes members of a call.
package struct UpdateCallMembersRequest: Body {
    /// The ids of the users to remove.
    package var removeMembers: [String] = []
    /// The members to add or change.
    package var updateMembers: [MemberRequest] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.list("remove_members", &removeMembers)
        try coder.list("update_members", &updateMembers)
    }
}

/// Sends a reaction.
package struct SendReactionRequest: Body {
    /// The kind, such as `fireworks`.
    package var type = ""
    /// Custom data of the application.
    package var custom: CBOR.Map = [:]
    /// The emoji's code, such as `:fireworks:`.
    package var emojiCode: String?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("type", &type)
        try coder.field("custom", &custom, as: AnyMap.self, omitting: [:])
        try coder.field("emoji_code", &emojiCode)
    }
}

/// Submits a user's feedback about a call.
package struct CollectUserFeedbackRequest: Body {
    /// Custom data of the application.
    package var custom: CBOR.Map = [:]
    /// A number from 1, bad, to 5, good.
    package var rating = 0
    /// The reason as text.
    package var reason: String?
    /// The id of the participant's session.
    package var userSessionId: String?

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("custom", &custom, as: AnyMap.self, omitting: [:])
        try coder.field("rating", &rating)
        try coder.field("reason", &reason)
        try coder.field("user_session_id", &userSessionId)
    }
}
