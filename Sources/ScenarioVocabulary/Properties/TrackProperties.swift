import CallLibrary
import ScenarioLanguage
import Signaling

extension Properties {
    /// The parts of a call's state that tracks and permissions change.
    static let trackProperties: [PropertyRow] = [
        .call("screenSharingParticipant", .user, "the user of the first who share their screen") {
            .optional($0.screenSharingParticipant?.userId)
        },
        .call("activeSpeakers", .users, "the users who speak") { .texts($0.activeSpeakers.map(\.userId)) },
        .call("permissionRequests", .texts, "what others ask to be allowed, each as `user capability`") {
            .texts($0.permissionRequests.map { "\($0.user.id) \($0.permission.rawValue)" })
        },
        PropertyRow("unknownEvents", .number, "how many events of unknown types this participant has received") {
            let known = Set(CoordinatorEvent.allTypes + SFUEvent.allTypes)
            return .integer(Int64($0.eventCounts.reduce(0) { known.contains($1.key) ? $0 : $0 + $1.value }))
        },
        .call("publishOptions", .texts, "how the SFU wants tracks to be published, each as `track codec`") {
            .texts($0.publishOptions.map { "\($0.trackType.name) \($0.codec)" })
        },
    ]
}

extension ParticipantProperties {
    /// A participant's tracks as others see them.
    static let tracks: [ParticipantPropertyRow] = [
        ParticipantPropertyRow("audioLevel", .number, "how loud it is, from 0 to 1") { .number($0.audioLevel) },
        ParticipantPropertyRow("audioLevels", .anything, "the last ten levels, the newest last") {
            .list($0.audioLevels.map { .number($0) })
        },
        ParticipantPropertyRow("pausedTracks", .texts, "which of its tracks are held back") {
            .texts($0.pausedTracks.sorted().map(\.name))
        },
        ParticipantPropertyRow("publishedTracks", .texts, "what it publishes") {
            .texts($0.publishedTracks.map(\.name))
        },
        ParticipantPropertyRow("shouldDisplayTrack", .boolean, "whether its video is to be shown and can be") {
            .boolean($0.shouldDisplayTrack)
        },
        ParticipantPropertyRow("trackSize.width", .number, "how wide its video is shown, in pixels") {
            .integer(Int64($0.trackSize.width))
        },
        ParticipantPropertyRow("trackSize.height", .number, "how high its video is shown, in pixels") {
            .integer(Int64($0.trackSize.height))
        },
        ParticipantPropertyRow("trackLookupPrefix", .text, "what the names of its tracks begin with") {
            .optional($0.trackLookupPrefix)
        },
        ParticipantPropertyRow("source", .word(.sources), "where it comes from") { .text("\($0.source)") },
    ]
}
