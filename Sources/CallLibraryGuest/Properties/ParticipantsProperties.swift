import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Properties {
    /// The participants of a call, and this participant's connection to it, from the call's state.
    static let participantsProperties: [PropertyRow] = [
        .call("roster", .users, "the users of the participants in the call, as this participant sees them") {
            .texts($0.participantUserIds)
        },
        .call("rosterOrder", .text, "the same users in the order of the list, with spaces between them") {
            .text($0.participantUserIds.joined(separator: " "))
        },
        .call("remoteParticipants", .users, "the same users without the participant itself") {
            .texts($0.remoteParticipants.map(\.userId))
        },
        .call("localParticipant", .user, "the user of the call's local participant") {
            .optional($0.localParticipant?.userId)
        },
        .call("dominantSpeaker", .user, "the user of the dominant speaker") {
            .optional($0.dominantSpeaker?.userId)
        },
        .call("sessionId", .text, "the identifier of the participant's session with the SFU") {
            .optional($0.sessionId.isEmpty ? nil : $0.sessionId)
        },
        .call("disconnectionError", .error, "the error that ended the connection to the call") {
            .optional($0.disconnectionError.map(errorName))
        },
    ]
}

/// The properties of one participant of a call, as another participant sees it.
enum ParticipantProperties {
    /// All properties in the order of the documentation.
    static let table = Table<PropertySpec, @Sendable (CallParticipant) -> Value>(
        [
            ParticipantPropertyRow("name", .text, "the name of the user") { .text($0.name) },
            ParticipantPropertyRow("profileImageURL", .text, "the address of the user's picture") {
                .optional($0.profileImageURL)
            },
            ParticipantPropertyRow("userId", .user, "the user") { .text($0.userId) },
            ParticipantPropertyRow("sessionId", .text, "the identifier of the session") { .text($0.sessionId) },
            ParticipantPropertyRow("role", .text, "the first role") { .text($0.role) },
            ParticipantPropertyRow("roles", .texts, "all roles") { .texts($0.roles) },
            ParticipantPropertyRow("joinedAt", .date, "the date at which the participant joined") {
                .optionalDate($0.joinedAt)
            },
            ParticipantPropertyRow("hasAudio", .boolean, "true while it publishes audio") { .boolean($0.hasAudio) },
            ParticipantPropertyRow("hasVideo", .boolean, "true while it publishes video") { .boolean($0.hasVideo) },
            ParticipantPropertyRow("isScreensharing", .boolean, "true while it shares its screen") {
                .boolean($0.isScreensharing)
            },
            ParticipantPropertyRow("isSpeaking", .boolean, "true while it speaks") { .boolean($0.isSpeaking) },
            ParticipantPropertyRow("isDominantSpeaker", .boolean, "true while it is the dominant speaker") {
                .boolean($0.isDominantSpeaker)
            },
            ParticipantPropertyRow("connectionQuality", .word(.connectionQualities), "the quality of its connection") {
                .text("\($0.connectionQuality)")
            },
            ParticipantPropertyRow("isPinned", .boolean, "true while it is pinned, here or for everyone") {
                .boolean($0.isPinned)
            },
            ParticipantPropertyRow("isPinnedRemotely", .boolean, "true while it is pinned for everyone") {
                .boolean($0.isPinnedRemotely)
            },
            ParticipantPropertyRow("pin.isLocal", .boolean, "true while it is pinned for this client alone") {
                $0.pin.map { .boolean($0.isLocal) } ?? .none
            },
            ParticipantPropertyRow("pin.pinnedAt", .date, "the date of the pin") { .optionalDate($0.pin?.pinnedAt) },
            ParticipantPropertyRow("showTrack", .boolean, "true while its video is visible") {
                .boolean($0.showTrack)
            },
        ] + tracks + mediaProperties)
}

/// The properties of one member of a call.
enum MemberProperties {
    /// All properties in the order of the documentation.
    static let table = Table<PropertySpec, @Sendable (Member) -> Value>([
        MemberPropertyRow("role", .text, "the role in the call") { .optional($0.role) },
        MemberPropertyRow("name", .text, "the name of the user") { .text($0.user.name) },
        MemberPropertyRow("custom", .anything, "the data of this membership") { member in
            .map(member.custom.map { .init(key: $0.key.text ?? "", value: Value($0.value)) })
        },
    ])
}
