public import Signaling
public import Wire

extension Call {
    /// Adds members, or gives those that are there another role and other data.
    ///
    /// - Throws: ``RequestError``; `inputError` when nobody knows a user, `notAllowed` without `update-call-member`.
    @discardableResult
    public func addMembers(members: [MemberRequest]) async throws -> UpdateCallMembersResponse {
        try await updateMembers(members: members)
    }

    /// Adds users as members.
    ///
    /// - Throws: as ``addMembers(members:)``.
    @discardableResult
    public func addMembers(ids: [String]) async throws -> UpdateCallMembersResponse {
        try await updateMembers(members: ids.map { id in MemberRequest { $0.userId = id } })
    }

    /// Changes the roles and data of members; who is none becomes one.
    ///
    /// - Throws: as ``addMembers(members:)``.
    @discardableResult
    public func updateMembers(members: [MemberRequest]) async throws -> UpdateCallMembersResponse {
        let response: UpdateCallMembersResponse = try await send(
            .updateMembers, UpdateCallMembersRequest { $0.updateMembers = members })
        updateState { $0.merge(response.members) }
        return response
    }

    /// Takes members out.
    ///
    /// - Throws: ``RequestError``; `inputError` for a user who is no member, `notAllowed` without `remove-call-member`.
    public func removeMembers(ids: [String]) async throws {
        let _: UpdateCallMembersResponse = try await send(
            .updateMembers, UpdateCallMembersRequest { $0.removeMembers = ids })
        updateState { $0.removeMembers(ids) }
    }

    /// Finds members of the call.
    ///
    /// - Parameters:
    ///   - filters: What must be true of them, such as `["role": "host"]`; see `Docs/wire.md`.
    ///   - sort: In which order.
    ///   - limit: How many at most, from 1 to 100.
    ///   - next: The cursor of the answer before.
    ///   - prev: The cursor of the answer after.
    /// - Throws: ``RequestError``; `inputError` for a filter that cannot be read.
    public func queryMembers(
        filters: CBOR.Map = [:], sort: [SortParam] = [], limit: Int? = nil, next: String? = nil, prev: String? = nil
    ) async throws -> QueryCallMembersResponse {
        try await client.coordinator.send(
            .queryMembers,
            QueryCallMembersRequest {
                $0.type = callType
                $0.id = callId
                $0.terms = QueryTerms {
                    $0.filter = filters
                    $0.sort = sort
                    $0.limit = limit
                    $0.next = next
                    $0.prev = prev
                }
            })
    }
}
