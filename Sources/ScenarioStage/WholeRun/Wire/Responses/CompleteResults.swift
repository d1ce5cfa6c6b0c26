import Wire

/// Checks that the results of queries contain every known item that satisfies the filter: calls that the connection has
/// created and that no request has changed since, and members that were added.
struct CompleteResults {
    private struct Creation {
        let state: CBOR.Map
        let since: MessageTime
    }

    /// The fields of a call that change only by requests.
    private static let lasting: Set<String> = [
        "id", "type", "cid", "team", "created_by_user_id", "created_at", "starts_at",
    ]
    private var created: [String: [String: Creation]] = [:]

    /// Processes the response to a request that has created a call.
    mutating func created(_ response: CBOR.Map, by requestFacts: RequestFacts, at moment: MessageTime) {
        let rights = (response["own_capabilities"]?.array ?? []).compactMap(\.text)
        guard let connection = requestFacts.connection, let cid = requestFacts.cid, rights.contains("read-call"),
            requestFacts.user?.hasPrefix("guest-") == false
        else { return }
        created[connection, default: [:]][cid] = Creation(state: response, since: moment)
    }

    /// Processes a request that may change a call, or the rights to read it.
    mutating func begin(_ requestFacts: RequestFacts) {
        switch requestFacts.action {
        case .update, .updateMembers, .delete, .block, .unblock, .kick, .permissions:
            guard let cid = requestFacts.cid else { return }
            for connection in created.keys { created[connection]?[cid] = nil }
        default: break
        }
    }

    /// Returns the violation of a page of calls, or of members.
    ///
    /// - Parameter members: The facts about the members of the call that the query is about.
    func violation(of page: CBOR.Map, to requestFacts: RequestFacts, _ members: [ShownFacts.Fact]) -> String? {
        guard let fields = QueryFields(of: requestFacts.action), let request = requestFacts.body,
            ["next", "prev"].allSatisfy({ page[$0] == nil && request[$0] == nil })
        else { return nil }
        let items = (page[fields.list]?.array ?? []).compactMap(\.map)
        let found = Set(items.compactMap { fields.value(of: fields.key, in: $0)?.text })
        let filter = request["filter"]?.map ?? [:]
        let due =
            requestFacts.action == .queryCalls
            ? dueCalls(filter, requestFacts, fields) : Self.dueMembers(filter, members, fields)
        if let missing = due.filter({ !found.contains($0) }).min() {
            return "it does not find \(missing), which satisfies the filter"
        }
        let removed = members.compactMap { $0.value == .null ? $0.subject.memberId : nil }
        return removed.filter(found.contains).min().map { "it finds \($0), which was removed before" }
    }

    private func dueCalls(_ filter: CBOR.Map, _ requestFacts: RequestFacts, _ fields: QueryFields) -> [String] {
        let own = requestFacts.connection.flatMap { created[$0] } ?? [:]
        return own.filter { _, creation in
            creation.since.order < requestFacts.moment.order
                && QueryFilter(fields: fields).matches(filter) { name in
                    let isKnown = Self.lasting.contains(name) || name.hasPrefix("custom.")
                    return isKnown ? .some(fields.value(of: name, in: creation.state)) : nil
                } == true
        }.map(\.key)
    }

    private static func dueMembers(
        _ filter: CBOR.Map, _ members: [ShownFacts.Fact], _ fields: QueryFields
    ) -> [String] {
        members.compactMap { fact in
            guard let id = fact.subject.memberId, let entry = fact.value.map else { return nil }
            let matches = QueryFilter(fields: fields).matches(filter) { name in
                switch name {
                case "user_id": .some(.text(id))
                case "role": entry["role"].map { .some($0) }
                default: name.hasPrefix("custom.") ? .some(fields.value(of: name, in: entry)) : nil
                }
            }
            return matches == true ? id : nil
        }
    }
}

extension GrantedFacts.Subject {
    fileprivate var memberId: String? {
        if case .member(let id) = self { id } else { nil }
    }
}
