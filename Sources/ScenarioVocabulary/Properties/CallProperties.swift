import CallLibrary
import ScenarioLanguage

extension Properties {
    /// The coordinator's data of a call, from the call's state.
    static let callProperties: [PropertyRow] = [
        .call("callCid", .call, "the call") { .text($0.callCid) },
        .call("members", .users, "the members of the call") { .texts($0.members.map(\.userId)) },
        .call("blockedUsers", .users, "who is blocked in the call") { .texts($0.blockedUserIds) },
        .call("capabilitiesByRole", .texts, "the roles whose capabilities the participant was told") {
            .texts($0.capabilitiesByRole.keys.sorted())
        },
        .call("ownCapabilities", .texts, "what the participant may do in the call") {
            .texts($0.ownCapabilities.map(\.rawValue))
        },
        .call("session.id", .text, "the identifier of the session that all are in") {
            .optional($0.sessionSummary?.id)
        },
        .call("session.participants", .users, "who is in the session, as the coordinator tells it") {
            .texts($0.session?.participants.map(\.user.id) ?? [])
        },
        .call("session.participantsCountByRole", .anything, "how many of each role are in it") { values in
            .map(
                (values.sessionSummary?.participantsCountByRole ?? [:]).sorted { $0.key < $1.key }.map {
                    .init(key: $0.key, value: .integer(Int64($0.value)))
                })
        },
        .call("session.acceptedBy", .users, "who accepted the call") {
            .texts(($0.sessionSummary?.acceptedBy.keys).map { $0.sorted() } ?? [])
        },
        .call("session.rejectedBy", .users, "who rejected the call") {
            .texts(($0.sessionSummary?.rejectedBy.keys).map { $0.sorted() } ?? [])
        },
        .call("session.missedBy", .users, "who missed the call") {
            .texts(($0.sessionSummary?.missedBy.keys).map { $0.sorted() } ?? [])
        },
    ]
}

extension Properties {
    /// The dates at which a call begins, goes live and ends.
    static let liveProperties: [PropertyRow] = [
        PropertyRow("duration", .duration, "how long the session has lasted") { participant in
            participant.call.map { .duration($0.state.duration) } ?? .none
        },
        .call("session.startedAt", .date, "when the first participant joined") {
            .optionalDate($0.sessionSummary?.startedAt)
        },
        .call("session.timerEndsAt", .date, "when the time of the session is up") {
            .optionalDate($0.sessionSummary?.timerEndsAt)
        },
        .call("session.endedAt", .date, "when the session ended") { .optionalDate($0.sessionSummary?.endedAt) },
        .call("session.liveStartedAt", .date, "when the call went live") {
            .optionalDate($0.sessionSummary?.liveStartedAt)
        },
        .call("session.liveEndedAt", .date, "when it stopped being live") {
            .optionalDate($0.sessionSummary?.liveEndedAt)
        },
    ]
}

extension Properties {
    /// Broadcasts and recordings of a call, and streams from outside.
    static let egressProperties: [PropertyRow] = [
        .result("recordings", .texts, "the files that `call.listRecordings` listed last"),
        .result("recordingURLs", .texts, "where they are"),
        .call("thumbnails.imageUrl", .text, "where the picture of the call is") { .optional($0.thumbnails?.imageURL) },
        .call("closedCaptions", .texts, "what was said, each with who said it, such as `bob: hello`") {
            .texts($0.closedCaptions.map { "\($0.speakerId): \($0.text)" })
        },
        .call("closedCaptionsOrder", .text, "the same words in their order, with ` / ` between them") {
            .text($0.closedCaptions.map { "\($0.speakerId): \($0.text)" }.joined(separator: " / "))
        },
        .call("ingress.address", .text, "where a stream from outside is sent") { .optional($0.ingress?.rtmp.address) },
        .call("ingress.streamKey", .text, "what lets such a stream in") { .optional($0.ingress?.rtmp.streamKey) },
    ]
}
