import Wire

/// The fields that a query can compare, by the table of wire.md, and their values in an item of a response.
struct QueryFields {
    enum Kind {
        case text
        case date
        case number
        case flag
        /// A list of texts.
        case list
        /// An entry of custom data.
        case custom
    }

    /// The name of the list of items in a response.
    let list: String
    /// The field that orders equal items.
    let key: String
    private let kinds: [String: Kind]
    private let read: @Sendable (CBOR.Map, String) -> CBOR?
    private let custom: (@Sendable (CBOR.Map) -> CBOR.Map)?

    /// Returns the kind of a field; nil for none of this query.
    func kind(of name: String) -> Kind? {
        if let kind = kinds[name] { return kind }
        return custom != nil && name.hasPrefix("custom.") && name.count > 7 ? .custom : nil
    }

    /// Returns the value of a field in an item; nil where there is none.
    func value(of name: String, in item: CBOR.Map) -> CBOR? {
        if kinds[name] != nil { return read(item, name) }
        return custom?(item)[String(name.dropFirst(7))]
    }

    /// Returns the fields of a query; nil for another request.
    init?(of action: RequestFacts.Action) {
        switch action {
        case .queryCalls: self = .calls
        case .queryMembers: self = .members
        case .queryReports: self = .reports
        default: return nil
        }
    }

    private init(
        list: String, key: String, kinds: [String: Kind], read: @escaping @Sendable (CBOR.Map, String) -> CBOR?,
        custom: (@Sendable (CBOR.Map) -> CBOR.Map)?
    ) {
        (self.list, self.key, self.kinds, self.read, self.custom) = (list, key, kinds, read, custom)
    }

    // MARK: Queries

    private static let calls = QueryFields(
        list: "calls", key: "cid",
        kinds: [
            "id": .text, "type": .text, "cid": .text, "team": .text, "created_by_user_id": .text, "created_at": .date,
            "updated_at": .date, "starts_at": .date, "ended_at": .date, "backstage": .flag, "ongoing": .flag,
            "members": .list, "blocked_user_ids": .list,
        ], read: { value(ofCall: $0, $1) }, custom: { $0["call"]?.map?["custom"]?.map ?? [:] })

    private static let members = QueryFields(
        list: "members", key: "user_id", kinds: ["user_id": .text, "name": .text, "role": .text],
        read: { member, name in
            switch name {
            case "role": member["role"] ?? "call_member"
            // A user without a name is named by its id.
            case "name": member["user"]?.map?["name"] ?? member["user"]?.map?["id"]
            default: member["user"]?.map?["id"]
            }
        }, custom: { $0["custom"]?.map ?? [:] })

    private static let reports = QueryFields(
        list: "reports", key: "call_session_id",
        kinds: [
            "call_cid": .text, "call_session_id": .text, "started_at": .date, "ended_at": .date,
            "participants": .number,
        ], read: { $0[$1] }, custom: nil)

    private static func value(ofCall state: CBOR.Map, _ name: String) -> CBOR? {
        let call = state["call"]?.map ?? [:]
        let cid = (call["cid"]?.text ?? "").split(separator: ":", maxSplits: 1)
        switch name {
        case "id": return cid.last.map { .text(String($0)) }
        case "type": return cid.first.map { .text(String($0)) }
        case "created_by_user_id": return call["created_by"]?.map?["id"]
        case "updated_at": return call["updated_at"] ?? call["created_at"]
        case "backstage": return .boolean(call.flag("backstage"))
        case "ongoing":
            let session = call["session"]?.map ?? [:]
            return .boolean(session["started_at"] != nil && session["ended_at"] == nil)
        case "members": return .array((state["members"]?.array ?? []).compactMap { $0.map?["user"]?.map?["id"] })
        case "blocked_user_ids": return call[name] ?? []
        default: return call[name]
        }
    }
}
