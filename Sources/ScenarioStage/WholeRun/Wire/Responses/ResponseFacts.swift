import Journal
import Wire

/// Checks that the response to a granted request shows what was requested (wire.md; semantics.md 3.7).
enum ResponseFacts {
    private static let created: UInt8 = 0x41

    /// Returns the violation of a response to its request.
    static func violation(of response: CBOR.Map, code: UInt8, to requestFacts: RequestFacts) -> String? {
        guard let request = requestFacts.body else { return nil }
        let call = response["call"]?.map ?? [:]
        switch requestFacts.action {
        case .get: return violation(ofCountIn: response, requestFacts)
        case .getOrCreate, .join: return violation(ofCreation: response, code, requestFacts)
        case .update: return violation(ofData: request, in: call)
        case .updateMembers: return violation(ofChanged: request, in: response)
        case .accept, .reject: return violation(ofAnswerTo: requestFacts, in: call)
        case .react: return violation(ofReaction: request, in: response)
        case .goLive: return call.flag("backstage") ? "its call is in backstage, and was to go live" : nil
        case .stopLive: return call.flag("backstage") ? nil : "its call is live, and was to return to backstage"
        case .markEnded: return call["ended_at"] == nil ? "its call has no end, and was to end" : nil
        case .joinSession: return JoinFacts.violation(of: response, to: request)
        default: return nil
        }
    }

    // MARK: Calls

    private static func violation(ofCountIn response: CBOR.Map, _ requestFacts: RequestFacts) -> String? {
        let count = response["members"]?.array?.count ?? 0
        guard let most = requestFacts.membersLimit, count > most else { return nil }
        return "it has \(count.counted("member")), and \(most) were requested"
    }

    /// Only the first request creates the call, and the response code shows that (RFC 7252 section 5.9.1.1).
    private static func violation(ofCreation response: CBOR.Map, _ code: UInt8, _ requestFacts: RequestFacts) -> String?
    {
        let isCreated = response.flag("created")
        guard isCreated == (code == created) else {
            return "its created is \(isCreated), and its code says that the call \(isCreated ? "was there" : "is new")"
        }
        if let text = violation(ofCountIn: response, requestFacts) { return text }
        guard isCreated else { return nil }
        guard let data = requestFacts.creation else { return "its call is created, which was not requested" }
        var all = data
        if all["custom"] == nil { all["custom"] = .map([:]) }
        let call = response["call"]?.map ?? [:]
        if let text = violation(ofData: all, in: call) { return text }
        guard (data["team"]?.text ?? "") == (call["team"]?.text ?? "") else {
            return words("team", data["team"], call["team"])
        }
        return violation(ofMembers: data["members"]?.array ?? [], in: response, requestFacts)
    }

    /// Returns the violation of a call that does not show the data of a request.
    private static func violation(ofData data: CBOR.Map, in call: CBOR.Map) -> String? {
        if let custom = data["custom"]?.map, custom != call["custom"]?.map ?? [:] {
            return words("custom", data["custom"], call["custom"])
        }
        if let date = data["starts_at"], call["starts_at"] != date {
            return words("starts_at", date, call["starts_at"])
        }
        for (field, value) in SettingsTable.fields(of: data["settings_override"]?.map ?? [:]) {
            let shown = SettingsTable.value(of: field, in: call["settings"]?.map)
            if shown != value { return words("settings.\(field.text)", value, shown) }
        }
        return nil
    }

    static func words(_ name: String, _ requested: CBOR?, _ shown: CBOR?) -> String {
        "its \(name) is \(shown.inWords), and \(requested.inWords) was requested"
    }

    // MARK: Members

    /// Each member of a new call is listed, unless the response lists fewer than all.
    private static func violation(
        ofMembers requested: [CBOR], in response: CBOR.Map, _ requestFacts: RequestFacts
    ) -> String? {
        let shown = members(response["members"]?.array ?? [])
        let creator = response["call"]?.map?["created_by"]?.map?["id"]?.text
        for (user, entry) in entries(requested).sorted(by: { $0.key < $1.key }) {
            guard let member = shown[user] else {
                if requestFacts.membersLimit == nil { return "its members lack \(user), which was requested" }
                continue
            }
            // The creator keeps its role without another.
            if let text = violation(ofMember: user, member, entry, isNew: user != creator) { return text }
        }
        return nil
    }

    /// A response to a change of members lists those that were added or changed.
    private static func violation(ofChanged request: CBOR.Map, in response: CBOR.Map) -> String? {
        let changed = entries(request["update_members"]?.array ?? [])
        for (user, member) in members(response["members"]?.array ?? []).sorted(by: { $0.key < $1.key }) {
            guard let entry = changed[user] else { return "its members have \(user), which was not requested" }
            if let text = violation(ofMember: user, member, entry, isNew: false) { return text }
        }
        return nil
    }

    /// - Parameter isNew: False for a member that may have been one before, and keeps its role without another.
    private static func violation(
        ofMember user: String, _ shown: CBOR.Map, _ requested: CBOR.Map, isNew: Bool
    ) -> String? {
        if isNew || requested["role"] != nil, shown["role"] != requested["role"] {
            return words("role of \(user)", requested["role"], shown["role"])
        }
        guard shown["custom"]?.map ?? [:] == requested["custom"]?.map ?? [:] else {
            return words("custom of \(user)", requested["custom"], shown["custom"])
        }
        return nil
    }

    /// Returns the members of a body by their users.
    static func members(_ list: [CBOR]) -> [String: CBOR.Map] {
        Dictionary(list.compactMap(\.map).map { ($0["user"]?.map?["id"]?.text ?? "", $0) }) { $1 }
    }

    /// Returns the members that a request names; the last one of a user.
    static func entries(_ list: [CBOR]) -> [String: CBOR.Map] {
        Dictionary(list.compactMap(\.map).map { ($0["user_id"]?.text ?? "", $0) }) { $1 }
    }

    // MARK: Answers and reactions

    /// The user of a granted answer has answered the ring: as it does now, or as it did before.
    private static func violation(ofAnswerTo requestFacts: RequestFacts, in call: CBOR.Map) -> String? {
        guard let user = requestFacts.user, let session = call["session"]?.map else { return nil }
        let tables = requestFacts.action == .accept ? ["accepted_by"] : ["accepted_by", "rejected_by"]
        guard tables.allSatisfy({ session[$0]?.map?[user] == nil }) else { return nil }
        return "its session has no answer of \(user)"
    }

    private static func violation(ofReaction request: CBOR.Map, in response: CBOR.Map) -> String? {
        let shown = response["reaction"]?.map ?? [:]
        for name in ["type", "emoji_code"] where (request[name]?.text ?? "") != (shown[name]?.text ?? "") {
            return words("reaction's \(name)", request[name], shown[name])
        }
        guard request["custom"]?.map ?? [:] == shown["custom"]?.map ?? [:] else {
            return words("reaction's custom", request["custom"], shown["custom"])
        }
        return nil
    }
}

extension CBOR? {
    /// The value for a message, which cuts a long one.
    var inWords: String { map { String($0.diagnostic.prefix(200)) } ?? "nothing" }
}
