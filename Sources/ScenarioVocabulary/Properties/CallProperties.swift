import CallLibrary
import ScenarioLanguage

extension Properties {
    /// What the coordinator knows of a call, as the call's state says.
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
