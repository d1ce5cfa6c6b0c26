/// Mutes tracks of users. The users may publish them again.
public struct MuteUsersRequest: Body {
    /// True to mute audio.
    public var audio = false
    /// True to mute video.
    public var video = false
    /// The ids of the users.
    public var userIds: [String] = []
    /// True to mute screen shares.
    public var screenshare = false
    /// True to mute all other users instead of ``userIds``.
    public var muteAllUsers = false
    /// True to mute the audio of screen shares.
    public var screenshareAudio = false

    /// Creates a request that mutes nothing.
    public init() {}

    /// The types of the tracks.
    package var trackTypes: [TrackType] {
        let wanted: [(TrackType, Bool)] = [
            (.audio, audio), (.video, video), (.screenShare, screenshare), (.screenShareAudio, screenshareAudio),
        ]
        return wanted.filter(\.1).map(\.0)
    }

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("audio", &audio, omitting: false)
        try coder.field("video", &video, omitting: false)
        try coder.list("user_ids", &userIds)
        try coder.field("screenshare", &screenshare, omitting: false)
        try coder.field("mute_all_users", &muteAllUsers, omitting: false)
        try coder.field("screenshare_audio", &screenshareAudio, omitting: false)
    }
}

/// Removes a user from the current session.
package struct KickUserRequest: Body {
    /// True to block the user as well.
    package var block = false
    /// The user's id.
    package var userId = ""

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("block", &block, omitting: false)
        try coder.field("user_id", &userId)
    }
}

/// Changes the capabilities of a user in a call.
package struct UpdateUserPermissionsRequest: Body {
    /// The user's id.
    package var userId = ""
    /// The capabilities to grant.
    package var grantPermissions: [OwnCapability] = []
    /// The capabilities to revoke.
    package var revokePermissions: [OwnCapability] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.field("user_id", &userId)
        try coder.list("grant_permissions", &grantPermissions)
        try coder.list("revoke_permissions", &revokePermissions)
    }
}

/// Requests capabilities.
package struct RequestPermissionRequest: Body {
    /// The capabilities.
    package var permissions: [OwnCapability] = []

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        try coder.list("permissions", &permissions)
    }
}
