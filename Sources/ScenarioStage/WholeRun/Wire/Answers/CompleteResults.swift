import Wire

/// Checks that the results of queries lack nothing that is known to satisfy their filter: calls that the connection has
/// created and that no request has changed since, and members that were added.
struct CompleteResults {
    private struct Creation {
        let state: CBOR.Map
        let since: MessageTime
    }

    /// The fields of a call that do not change by themselves.
    private static let lasting: Set<String> = [
        "id", "type", "cid", "team", "created_by_user_id", "created_at", "starts_at",
    ]
    private var created: [String: [String: Creation]] = [:]

    /// Processes the answer to a request that has created a call.
    mutating func created(_ answer: CBOR.Map, by question: Question, at moment: MessageTime) {
        let rights = (answer["own_capabilities"]?.array ?? []).compactMap(\.text)
        guard let connection = question.connection, let cid = question.cid, rights.contains("read-call"),
            question.user?.hasPrefix("guest-") == false
        else { return }
        created[connection, default: [:]][cid] = Creation(state: answer, since: moment)
    }

    /// Processes a request that may change a call, or the rights to read it.
    mutating func begin(_ question: Question) {
        switch question.action {
        case .update, .updateMembers, .delete, .block, .unblock, .kick, .permissions:
            guard let cid = question.cid else { return }
            for connection in created.keys { created[connection]?[cid] = nil }
        default: break
        }
    }

    /// Returns the violation of a page of calls, or of members.
    ///
    /// - Parameter members: The facts about the members of the call that the query is about.
    func violation(of page: CBOR.Map, to question: Question, _ members: [ShownFacts.Fact]) -> String? {
        guard let fields = QueryFields(of: question.action), let request = question.body,
            ["next", "prev"].allSatisfy({ page[$0] == nil && request[$0] == nil })
        else { return nil }
        let items = (page[fields.list]?.array ?? []).compactMap(\.map)
        let found = Set(items.compactMap { fields.value(of: fields.key, in: $0)?.text })
        let filter = request["filter"]?.map ?? [:]
        let due =
            question.action == .queryCalls
            ? dueCalls(filter, question, fields) : Self.dueMembers(filter, members, fields)
        if let missing = due.filter({ !found.contains($0) }).min() {
            return "it does not find \(missing), which satisfies the filter"
        }
        let removed = members.compactMap { $0.value == .null ? $0.subject.memberId : nil }
        return removed.filter(found.contains).min().map { "it finds \($0), which was removed before" }
    }

    private func dueCalls(_ filter: CBOR.Map, _ question: Question, _ fields: QueryFields) -> [String] {
        let own = question.connection.flatMap { created[$0] } ?? [:]
        return own.filter { _, creation in
            creation.since.order < question.moment.order
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
