import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Argument {
    fileprivate static let users = Argument(
        "users", .users, "participants or their users; all others when omitted", such: "users: [bob]")
    fileprivate static let tracks = Argument(
        "tracks", .someWords(.tracks), "the tracks; audio and video when omitted", such: "tracks: [audio]")
    fileprivate static let media = Argument(
        "media", .someWords(.media), "audio, video or both; both when omitted", such: "media: [audio]")
    fileprivate static let block = Argument(
        "block", .value(.boolean), "true blocks them, so that they cannot join again", such: "block: true")
    fileprivate static let permissions = Argument(
        "permissions", .someWords(.capabilities), "the capabilities", such: "permissions: [send-audio]")
}

extension Commands {
    /// Actions of participants on other participants of the call; they throw.
    static let moderationCommands: [CommandRow] = removing + pinning + permitting

    private static let removing: [CommandRow] = [
        .call("call.muteUsers", "mutes tracks of users", takes: [.call, .users, .tracks]) {
            call, arguments in
            let tracks = arguments.has(.tracks) ? arguments.texts(.tracks) : ["audio", "video"]
            try await call.muteUsers(
                MuteUsersRequest(
                    userIds: arguments.texts(.users), muteAllUsers: !arguments.has(.users),
                    audio: tracks.contains("audio"), video: tracks.contains("video"),
                    screenshare: tracks.contains("screenshare"),
                    screenshareAudio: tracks.contains("screenshare_audio")))
        },
        .call("call.mute", "mutes audio and video of a user", needs: [.participant], takes: [.call, .media]) {
            try await $0.mute(userId: $1.needed(.participant), audio: $1.mutes("audio"), video: $1.mutes("video"))
        },
        .call("call.muteAllUsers", "mutes audio and video of all others", takes: [.call, .media]) {
            try await $0.muteAllUsers(audio: $1.mutes("audio"), video: $1.mutes("video"))
        },
        .call("call.kickUser", "removes a user from the session", needs: [.participant], takes: [.call, .block]) {
            try await $0.kickUser(userId: $1.needed(.participant), block: $1.flag(.block))
        },
        .call("call.blockUser", "blocks a user", needs: [.participant], takes: [.call]) {
            try await $0.blockUser(with: $1.needed(.participant))
        },
        .call("call.unblockUser", "unblocks a user", needs: [.participant], takes: [.call]) {
            try await $0.unblockUser(with: $1.needed(.participant))
        },
    ]

    private static let pinning: [CommandRow] = [
        .call("call.pinForEveryone", "pins a participant for everyone", needs: [.participant], takes: [.call]) {
            call, arguments in
            for participant in try call.participants(of: arguments) {
                try await call.pinForEveryone(userId: participant.userId, sessionId: participant.sessionId)
            }
        },
        .call("call.unpinForEveryone", "removes that pin", needs: [.participant], takes: [.call]) {
            call, arguments in
            for participant in try call.participants(of: arguments) {
                try await call.unpinForEveryone(userId: participant.userId, sessionId: participant.sessionId)
            }
        },
    ]

    private static let permitting: [CommandRow] = [
        .call(
            "call.requestPermissions", "requests capabilities from participants that can grant them",
            needs: [.permissions],
            takes: [.call]
        ) {
            try await $0.requestPermissions($1.capabilities)
        },
        .call(
            "call.grantPermissions", "grants permissions to a user", needs: [.participant, .permissions], takes: [.call]
        ) {
            try await $0.grantPermissions($1.capabilities, for: $1.needed(.participant))
        },
        .call(
            "call.revokePermissions", "revokes permissions of a user", needs: [.participant, .permissions],
            takes: [.call]
        ) {
            try await $0.revokePermissions($1.capabilities, for: $1.needed(.participant))
        },
        .call(
            "call.grantRequestedPermissions", "grants what a user requested", needs: [.participant], takes: [.call]
        ) { call, arguments in
            let user = try arguments.needed(.participant)
            for request in call.state.values.permissionRequests where request.user.id == user {
                try await call.grant(request)
            }
        },
        .call("call.rejectPermissions", "refuses a requested permission", needs: [.participant], takes: [.call]) {
            call, arguments in
            let user = try arguments.needed(.participant)
            for request in call.state.values.permissionRequests where request.user.id == user { call.reject(request) }
        },
    ]
}

extension Arguments {
    fileprivate func mutes(_ medium: String) -> Bool { !has(.media) || texts(.media).contains(medium) }

    fileprivate var capabilities: [OwnCapability] { texts(.permissions).map(OwnCapability.init(rawValue:)) }
}
