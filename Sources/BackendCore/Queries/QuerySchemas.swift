import Signaling
import Timing
import Wire

extension QuerySchema<CallRecord> {
    /// The fields for finding and sorting calls.
    static let calls = QuerySchema(
        fields: [
            QueryField("id", .text) { .text($0.cid.id) },
            QueryField("type", .text) { .text($0.cid.type) },
            QueryField("cid", .text) { .text($0.cid.description) },
            QueryField("team", .text) { $0.team.map(CBOR.text) },
            QueryField("created_by_user_id", .text) { .text($0.creator.id) },
            QueryField("created_at", .date) { .date($0.createdAt) },
            QueryField("updated_at", .date) { .date($0.updatedAt) },
            QueryField("starts_at", .date) { $0.startsAt.map(CBOR.date) },
            QueryField("ended_at", .date) { $0.endedAt.map(CBOR.date) },
            QueryField("backstage", .boolean) { .boolean($0.isInBackstage) },
            QueryField("ongoing", .boolean) { .boolean($0.isOngoing) },
            QueryField("members", .texts) { .array($0.members.map { .text($0.userId) }) },
            QueryField("blocked_user_ids", .texts) { .array($0.blocked.map(CBOR.text)) },
        ],
        custom: { $0.custom }, key: { $0.cid.description })
}

extension QuerySchema<Member> {
    /// The fields for finding and sorting members.
    static let members = QuerySchema(
        fields: [
            QueryField("user_id", .text) { .text($0.userId) },
            QueryField("name", .text) { .text($0.user.name) },
            QueryField("role", .text) { .text($0.role ?? CallRole.callMember) },
        ],
        custom: { $0.custom }, key: { $0.userId })
}

extension QuerySchema<CallStatsReportSummary> {
    /// The fields for finding and sorting reports of sessions.
    static let stats = QuerySchema(
        fields: [
            QueryField("call_cid", .text) { .text($0.callCid.description) },
            QueryField("call_session_id", .text) { .text($0.callSessionId) },
            QueryField("started_at", .date) { .date($0.startedAt) },
            QueryField("ended_at", .date) { $0.endedAt.map(CBOR.date) },
            QueryField("participants", .number) { .integer(Int64($0.participants)) },
        ],
        custom: nil, key: { $0.callSessionId })
}

extension CBOR {
    fileprivate static func date(_ date: Timestamp) -> CBOR { .integer(date.milliseconds) }
}

extension CallRecord {
    /// True while a session with a participant is in progress.
    var isOngoing: Bool {
        guard let session, session.startedAt != nil else { return false }
        return session.endedAt == nil
    }
}
