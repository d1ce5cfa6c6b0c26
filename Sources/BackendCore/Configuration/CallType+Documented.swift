import Signaling

extension CallType {
    /// The documented call types: `default`, `livestream`, `audio_room` and `development`.
    package static let documented = [defaultType, livestream, audioRoom, development]

    private static let defaultType = CallType(
        name: "default",
        grants: [
            CallRole.user: participating, CallRole.guest: participating, CallRole.callMember: participating,
            CallRole.speaker: participating, CallRole.anonymous: watching, CallRole.moderator: moderating,
            CallRole.host: everything, CallRole.admin: everything,
        ])

    private static let livestream = CallType(
        name: "livestream", settings: CallSettingsResponse { $0.backstage = BackstageSettings { $0.enabled = true } },
        takesIngress: true,
        grants: [
            CallRole.user: audience, CallRole.guest: watching, CallRole.anonymous: watching,
            CallRole.callMember: audience, CallRole.speaker: participating, CallRole.moderator: moderating,
            CallRole.host: everything, CallRole.admin: everything,
        ])

    private static let audioRoom = CallType(
        name: "audio_room",
        settings: CallSettingsResponse {
            $0.video = VideoSettings {
                $0.cameraDefaultOn = false
                $0.enabled = false
            }
            $0.backstage = BackstageSettings { $0.enabled = true }
        },
        grants: [
            CallRole.user: audience, CallRole.guest: watching, CallRole.anonymous: watching,
            CallRole.callMember: audience, CallRole.speaker: audience.union([.sendAudio]),
            CallRole.moderator: moderating, CallRole.host: everything, CallRole.admin: everything,
        ])

    private static let development = CallType(
        name: "development",
        grants: [
            CallRole.user: everything, CallRole.guest: everything, CallRole.anonymous: watching,
            CallRole.callMember: everything, CallRole.speaker: everything, CallRole.moderator: everything,
            CallRole.host: everything, CallRole.admin: everything,
        ])

    /// Receive a call that another user created.
    private static let watching: Set<OwnCapability> = [.readCall, .joinCall]

    /// Participate as a listener, create calls, send reactions.
    private static let audience = watching.union([.createCall, .createReaction])

    /// Participate with audio and video.
    private static let participating = audience.union([
        .sendAudio, .sendVideo, .screenshare, .enableNoiseCancellation,
    ])

    /// Moderate the participants of a call.
    private static let moderating = participating.union([
        .blockUsers, .kickUser, .muteUsers, .pinForEveryone, .removeCallMember, .updateCallMember,
        .updateCallPermissions,
    ])

    private static let everything = Set(OwnCapability.all).subtracting([.joinEndedCall])
}
