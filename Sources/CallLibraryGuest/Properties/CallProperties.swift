import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Properties {
    /// The coordinator's data of a call, from the call's state.
    static let callProperties: [PropertyRow] = [
        .call("callCid", .call, "the call") { .text($0.callCid) },
        .call("members", .users, "the members of the call") { .texts($0.members.map(\.userId)) },
        .call("blockedUsers", .users, "the users that are blocked in the call") { .texts($0.blockedUserIds) },
        .call("capabilitiesByRole", .texts, "the roles with known capabilities") {
            .texts($0.capabilitiesByRole.keys.sorted())
        },
        .call("ownCapabilities", .texts, "the capabilities of the participant in the call") {
            .texts($0.ownCapabilities.map(\.rawValue))
        },
        .call("session.id", .text, "the identifier of the session that all are in") {
            .optional($0.sessionSummary?.id)
        },
        .call("session.participants", .users, "the users in the session, as the coordinator lists them") {
            .texts($0.session?.participants.map(\.user.id) ?? [])
        },
        .call("session.participantsCountByRole", .anything, "the number of participants of each role") { values in
            .map(
                (values.sessionSummary?.participantsCountByRole ?? [:]).sorted { $0.key < $1.key }.map {
                    .init(key: $0.key, value: .integer(Int64($0.value)))
                })
        },
        .call("session.acceptedBy", .users, "the users that accepted the call") {
            .texts(($0.sessionSummary?.acceptedBy.keys).map { $0.sorted() } ?? [])
        },
        .call("session.rejectedBy", .users, "the users that rejected the call") {
            .texts(($0.sessionSummary?.rejectedBy.keys).map { $0.sorted() } ?? [])
        },
        .call("session.missedBy", .users, "the users that missed the call") {
            .texts(($0.sessionSummary?.missedBy.keys).map { $0.sorted() } ?? [])
        },
    ]
}

extension Properties {
    /// The dates at which a call begins, goes live and ends.
    static let liveProperties: [PropertyRow] = [
        PropertyRow("duration", .duration, "the duration of the session so far") { participant in
            participant.call.map { .duration($0.state.duration) } ?? .none
        },
        .call("session.startedAt", .date, "the date at which the first participant joined") {
            .optionalDate($0.sessionSummary?.startedAt)
        },
        .call("session.timerEndsAt", .date, "the date at which the session's time limit ends") {
            .optionalDate($0.sessionSummary?.timerEndsAt)
        },
        .call("session.endedAt", .date, "the date at which the session ended") {
            .optionalDate($0.sessionSummary?.endedAt)
        },
        .call("session.liveStartedAt", .date, "the date at which the call went live") {
            .optionalDate($0.sessionSummary?.liveStartedAt)
        },
        .call("session.liveEndedAt", .date, "the date at which live mode ended") {
            .optionalDate($0.sessionSummary?.liveEndedAt)
        },
    ]
}

extension Properties {
    /// Broadcasts and recordings of a call, and streams from outside.
    static let egressProperties: [PropertyRow] = [
        .result("recordings", .texts, "the files that `call.listRecordings` listed last"),
        .result("recordingURLs", .texts, "the addresses of the recordings"),
        .call("thumbnails.imageUrl", .text, "the address of the call's picture") { .optional($0.thumbnails?.imageURL) },
        .call("closedCaptions", .texts, "the captions, each with its speaker, such as `bob: hello`") {
            .texts($0.closedCaptions.map { "\($0.speakerId): \($0.text)" })
        },
        .call("closedCaptionsOrder", .text, "the same words in their order, with ` / ` between them") {
            .text($0.closedCaptions.map { "\($0.speakerId): \($0.text)" }.joined(separator: " / "))
        },
        .call("ingress.address", .text, "the address for a stream from outside") {
            .optional($0.ingress?.rtmp.address)
        },
        .call("ingress.streamKey", .text, "the key of a stream from outside") { .optional($0.ingress?.rtmp.streamKey) },
    ]
}
