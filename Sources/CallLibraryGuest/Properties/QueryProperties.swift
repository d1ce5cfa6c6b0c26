import CallLibrary
import ScenarioLanguage
import ScenarioVocabulary

extension Properties {
    /// The last results of this participant's queries, lists and reads.
    static let queryProperties: [PropertyRow] = queries + readings

    private static let queries: [PropertyRow] = [
        .result("queriedCalls", .texts, "the calls that `queryCalls` found"),
        .result("queriedCallsOrder", .text, "the same calls in their order, with spaces between them"),
        .result("queriedCalls.next", .text, "the cursor of the next page"),
        .result("queriedCalls.prev", .text, "the cursor of the previous page"),
        .result("queriedMembers", .users, "the members that `call.queryMembers` found"),
        .result("queriedMembersOrder", .text, "the same members in their order, with spaces between them"),
        .result("queriedMembers.next", .text, "the cursor of the next page"),
        PropertyRow("listedCalls", .texts, "the calls in the list that `listCalls` made") {
            .texts($0.callsController?.calls.map(\.cId) ?? [])
        },
        PropertyRow("listedCallsOrder", .text, "the same calls in their order, with spaces between them") {
            .text($0.callsController?.calls.map(\.cId).joined(separator: " ") ?? "")
        },
        PropertyRow("listedCalls.custom", .anything, "the custom data of those calls, by call") {
            let entries = $0.callsController?.calls.map { call in
                Value.Entry(
                    key: call.cId,
                    value: .map(
                        call.state.values.custom.map { .init(key: $0.key.text ?? "", value: Value($0.value)) }))
            }
            return .map(entries ?? [])
        },
        .result("callStats.sessions", .count, "the number of sessions that `queryCallStats` found"),
        .result("callStats.joins", .count, "the number of joins of the latest of them"),
        .result("callStats.participants", .count, "the number of its users"),
        .result("callStats.maxConcurrent", .count, "the largest number of its users at once"),
        .result("callStats.reactions", .count, "the number of its reactions"),
        .result("callStats.customEvents", .count, "the number of its custom events"),
        .result("callStats.packetsSent", .count, "the packets that its clients reported as sent"),
        .result("callStats.packetsReceived", .count, "the packets that its clients reported as received"),
        .result("callStats.packetsLost", .count, "the packets that its clients reported as lost"),
        .result("callStats.duration", .duration, "its duration"),
    ]

    private static let readings: [PropertyRow] = [
        .result("readParticipants", .users, "the users in the session, as `call.getParticipants` returns them"),
        .result(
            "ringState.isRinging", .boolean, "true while a callee can still answer, as `call.getRingState` returns it"),
        .result("ringState.rung", .users, "the users that were rung"),
        .result("ringState.acceptedBy", .users, "the users that accepted"),
        .result("ringState.rejectedBy", .users, "the users that rejected"),
        .result("ringState.missedBy", .users, "the users that missed the ring"),
        .result("devices", .texts, "the user's devices, as `listDevices` reads them"),
        .result("edges", .texts, "the SFUs with their locations, as `getEdges` reads them"),
        .result("receivedEvents", .texts, "the types of all events since `listen`, in the order of arrival"),
        .result("receivedReactions", .texts, "the reactions since `listen`: user, kind and emoji"),
        .result("reaction.custom", .anything, "the custom data of the last reaction since `listen`"),
        .client("unreadEvents", .count, "the number of the coordinator's events of unknown types") {
            .integer(Int64($0.state.unknownEventCount))
        },
        .client("user", .text, "the id of the client's user at the coordinator") { .text($0.user.id) },
        .client("user.name", .text, "the name of the client's user") { .text($0.user.name) },
        .client("user.role", .text, "the role of the client's user") { .text($0.user.role) },
    ]
}
