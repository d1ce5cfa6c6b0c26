import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary
import Signaling

extension Properties {
    /// The parts of a call's state that tracks and permissions change.
    static let trackProperties: [PropertyRow] = [
        .call("screenSharingParticipant", .user, "the user of the first screen share") {
            .optional($0.screenSharingParticipant?.userId)
        },
        .call("activeSpeakers", .users, "the users that speak") { .texts($0.activeSpeakers.map(\.userId)) },
        .call("permissionRequests", .texts, "the requests for permissions, each as `user capability`") {
            .texts($0.permissionRequests.map { "\($0.user.id) \($0.permission.rawValue)" })
        },
        PropertyRow("unknownEvents", .count, "the number of received events of unknown types") {
            let known = Set(CoordinatorEvent.allTypes + SFUEvent.allTypes)
            return .integer(Int64($0.eventCounts.reduce(0) { known.contains($1.key) ? $0 : $0 + $1.value }))
        },
        .call("publishOptions", .texts, "the SFU's options for published tracks, each as `track codec`") {
            .texts($0.publishOptions.map { "\($0.trackType.name) \($0.codec)" })
        },
    ]
}

extension ParticipantProperties {
    /// A participant's tracks as others see them.
    static let tracks: [ParticipantPropertyRow] = [
        ParticipantPropertyRow("audioLevel", .number, "its audio level, from 0 to 1") { .number($0.audioLevel) },
        ParticipantPropertyRow("audioLevels", .anything, "the last ten levels, the newest last") {
            .list($0.audioLevels.map { .number($0) })
        },
        ParticipantPropertyRow("pausedTracks", .texts, "its paused tracks") {
            .texts($0.pausedTracks.sorted().map(\.name))
        },
        ParticipantPropertyRow("publishedTracks", .texts, "its published tracks") {
            .texts($0.publishedTracks.map(\.name))
        },
        ParticipantPropertyRow("shouldDisplayTrack", .boolean, "true when its video is published and visible") {
            .boolean($0.shouldDisplayTrack)
        },
        ParticipantPropertyRow("trackSize.width", .count, "the width of its video, in pixels") {
            .integer(Int64($0.trackSize.width))
        },
        ParticipantPropertyRow("trackSize.height", .count, "the height of its video, in pixels") {
            .integer(Int64($0.trackSize.height))
        },
        ParticipantPropertyRow("trackLookupPrefix", .text, "the prefix of the names of its tracks") {
            .optional($0.trackLookupPrefix)
        },
        ParticipantPropertyRow("source", .word(.sources), "its source") { .text("\($0.source)") },
    ]
}
