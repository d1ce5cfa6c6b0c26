import CallLibrary

extension PropertySpec {
    /// What the coordinator knows of a call, as the call's state says.
    static let callProperties: [PropertySpec] = [
        .call("members", .users, "the members of the call") { .texts($0.members.map(\.userId)) },
        .call("createdBy", .user, "who made the call") { .optional($0.createdBy?.id) },
        .call("createdAt", .date, "when the call was made") { .optionalDate($0.createdAt) },
        .call("updatedAt", .date, "when the call changed last") { .optionalDate($0.updatedAt) },
        .call("endedAt", .date, "when the call was ended") { .optionalDate($0.endedAt) },
        .call("backstage", .boolean, "whether the call is in backstage") { .boolean($0.backstage) },
        .call("recordingState", .word(.recordingStates), "whether the call is being recorded") {
            .text($0.recordingState.rawValue)
        },
        .call("blockedUsers", .users, "who is blocked in the call") { .texts($0.blockedUserIds) },
        .call("capabilitiesByRole", .texts, "the roles whose capabilities the participant was told") {
            .texts($0.capabilitiesByRole.keys.sorted())
        },
        .call("ownCapabilities", .texts, "what the participant may do in the call") {
            .texts($0.ownCapabilities.map(\.rawValue))
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
