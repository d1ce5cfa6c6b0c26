import Wire

/// Takes tracks of users from them; they may publish them again.
public struct MuteUsersRequest: Body {
    /// Whose tracks.
    public var userIds: [String]
    /// Whether those of everybody else in the call, instead of ``userIds``.
    public var muteAllUsers: Bool
    /// Whether their voices.
    public var audio: Bool
    /// Whether their pictures.
    public var video: Bool
    /// Whether their screens.
    public var screenshare: Bool
    /// Whether the sound of their screens.
    public var screenshareAudio: Bool

    /// Describes the request.
    public init(
        userIds: [String] = [], muteAllUsers: Bool = false, audio: Bool = false, video: Bool = false,
        screenshare: Bool = false, screenshareAudio: Bool = false
    ) {
        self.userIds = userIds
        self.muteAllUsers = muteAllUsers
        self.audio = audio
        self.video = video
        self.screenshare = screenshare
        self.screenshareAudio = screenshareAudio
    }

    /// The tracks that it is about.
    public var trackTypes: [TrackType] {
        let wanted: [(TrackType, Bool)] = [
            (.audio, audio), (.video, video), (.screenShare, screenshare), (.screenShareAudio, screenshareAudio),
        ]
        return wanted.filter(\.1).map(\.0)
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            userIds: try fields.texts("user_ids"),
            muteAllUsers: try fields.optionalBoolean("mute_all_users") ?? false,
            audio: try fields.optionalBoolean("audio") ?? false, video: try fields.optionalBoolean("video") ?? false,
            screenshare: try fields.optionalBoolean("screenshare") ?? false,
            screenshareAudio: try fields.optionalBoolean("screenshare_audio") ?? false)
    }

    /// Writes the request; what is false is left out.
    public func write(to fields: inout FieldWriter) {
        if audio { fields.set("audio", audio) }
        if video { fields.set("video", video) }
        fields.set("user_ids", userIds)
        if screenshare { fields.set("screenshare", screenshare) }
        if muteAllUsers { fields.set("mute_all_users", muteAllUsers) }
        if screenshareAudio { fields.set("screenshare_audio", screenshareAudio) }
    }
}

/// Removes a user from the running session.
public struct KickUserRequest: Body {
    /// The user.
    public var userId: String
    /// Whether they are blocked as well.
    public var block: Bool

    /// Describes the request.
    public init(userId: String, block: Bool = false) {
        self.userId = userId
        self.block = block
    }

    /// Reads `user_id` and `block`.
    public init(_ fields: Fields) throws(BodyError) {
        userId = try fields.name("user_id")
        block = try fields.optionalBoolean("block") ?? false
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        if block { fields.set("block", block) }
        fields.set("user_id", userId)
    }
}

/// Changes what a user may do in a call, beyond their roles.
public struct UpdateUserPermissionsRequest: Body {
    /// The user.
    public var userId: String
    /// What they may do from now on.
    public var grantPermissions: [OwnCapability]
    /// What they may do no more.
    public var revokePermissions: [OwnCapability]

    /// Describes the request.
    public init(
        userId: String, grantPermissions: [OwnCapability] = [], revokePermissions: [OwnCapability] = []
    ) {
        self.userId = userId
        self.grantPermissions = grantPermissions
        self.revokePermissions = revokePermissions
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            userId: try fields.name("user_id"),
            grantPermissions: try fields.texts("grant_permissions").map(OwnCapability.init(rawValue:)),
            revokePermissions: try fields.texts("revoke_permissions").map(OwnCapability.init(rawValue:)))
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        fields.set("user_id", userId)
        fields.set("grant_permissions", grantPermissions)
        fields.set("revoke_permissions", revokePermissions)
    }
}

/// Asks those who can grant it to let the asking user do something.
public struct RequestPermissionRequest: Body {
    /// What the user wants to do.
    public var permissions: [OwnCapability]

    /// Describes the request.
    public init(permissions: [OwnCapability]) {
        self.permissions = permissions
    }

    /// Reads `permissions`.
    public init(_ fields: Fields) throws(BodyError) {
        permissions = try fields.texts("permissions").map(OwnCapability.init(rawValue:))
    }

    /// Writes `permissions`.
    public func write(to fields: inout FieldWriter) {
        fields.set("permissions", permissions)
    }
}
