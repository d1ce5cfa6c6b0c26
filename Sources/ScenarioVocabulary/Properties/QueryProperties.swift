import CallLibrary
import ScenarioLanguage

extension Properties {
    /// The last results of this participant's queries, lists and reads.
    static let queryProperties: [PropertyRow] = queries + readings

    private static let queries: [PropertyRow] = [
        .result("queriedCalls", .texts, "the calls that `queryCalls` found"),
        .result("queriedCallsOrder", .text, "the same calls in their order, with spaces between them"),
        .result("queriedCalls.next", .text, "the cursor of what follows them"),
        .result("queriedCalls.prev", .text, "the cursor of what comes before them"),
        .result("queriedMembers", .users, "the members that `call.queryMembers` found"),
        .result("queriedMembersOrder", .text, "the same members in their order, with spaces between them"),
        .result("queriedMembers.next", .text, "the cursor of what follows them"),
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
        .result("callStats.sessions", .number, "how many sessions `queryCallStats` found"),
        .result("callStats.stays", .number, "how many stays the latest of them had"),
        .result("callStats.participants", .number, "how many users were in it"),
        .result("callStats.maxConcurrent", .number, "how many were in it at once, at most"),
        .result("callStats.reactions", .number, "how many reactions were sent in it"),
        .result("callStats.customEvents", .number, "how many custom events were sent in it"),
        .result("callStats.packetsSent", .number, "how many packets its clients told that they sent"),
        .result("callStats.packetsReceived", .number, "how many they received"),
        .result("callStats.packetsLost", .number, "how many they missed"),
        .result("callStats.duration", .duration, "how long it took"),
    ]

    private static let readings: [PropertyRow] = [
        .result("readParticipants", .users, "who is in the session, as `call.getParticipants` reads it"),
        .result("ringState.isRinging", .boolean, "whether somebody can still answer, as `call.getRingState` reads it"),
        .result("ringState.rung", .users, "who was rung"),
        .result("ringState.acceptedBy", .users, "who accepted"),
        .result("ringState.rejectedBy", .users, "who rejected"),
        .result("ringState.missedBy", .users, "who never answered"),
        .result("devices", .texts, "the user's devices, as `listDevices` reads them"),
        .result("edges", .texts, "the SFUs with their locations, as `getEdges` reads them"),
        .result("heardEvents", .texts, "the types of all events since `listen`, each time that one came"),
        .result("heardReactions", .texts, "the reactions since `listen`: user, kind and emoji"),
        .result("reaction.custom", .anything, "the custom data of the last reaction since `listen`"),
        .client("unreadEvents", .number, "how many events of the coordinator the client could not give a type") {
            .integer(Int64($0.state.unknownEventCount))
        },
        .client("user", .text, "the id of the client's user, as the coordinator knows it") { .text($0.user.id) },
        .client("user.name", .text, "the name of the client's user") { .text($0.user.name) },
        .client("user.role", .text, "the role of the client's user") { .text($0.user.role) },
    ]
}
