import CallCore
public import Signaling
public import Wire

extension Call {
    /// Adds members. Existing members receive the new role and data.
    ///
    /// - Throws: ``RequestError``; `inputError` for an unknown user, `notAllowed` without `update-call-member`.
    @discardableResult
    public func addMembers(members: [MemberRequest]) async throws -> UpdateCallMembersResponse {
        try await updateMembers(members: members)
    }

    /// Adds users as members.
    ///
    /// - Throws: as ``addMembers(members:)``.
    @discardableResult
    public func addMembers(ids: [String]) async throws -> UpdateCallMembersResponse {
        try await updateMembers(members: ids.map { MemberRequest(userId: $0) })
    }

    /// Changes the roles and data of members. Other users become members.
    ///
    /// - Throws: as ``addMembers(members:)``.
    @discardableResult
    public func updateMembers(members: [MemberRequest]) async throws -> UpdateCallMembersResponse {
        let counts = state.values.changeCounts
        let response: UpdateCallMembersResponse = try await send(
            .updateMembers, UpdateCallMembersRequest { $0.updateMembers = members })
        updateState { $0.merge(response.members, unlessChangedSince: counts) }
        return response
    }

    /// Removes members.
    ///
    /// - Throws: ``RequestError``; `inputError` for a user that is not a member, `notAllowed` without `remove-call-member`.
    public func removeMembers(ids: [String]) async throws {
        let counts = state.values.changeCounts
        let _: UpdateCallMembersResponse = try await send(
            .updateMembers, UpdateCallMembersRequest { $0.removeMembers = ids })
        updateState { $0.removeMembers(ids, unlessChangedSince: counts) }
    }

    /// Returns the members of the call that match a filter.
    ///
    /// - Parameters:
    ///   - filters: The conditions of the members, such as `["role": "host"]`; see `Docs/wire.md`.
    ///   - sort: The order of the members.
    ///   - limit: The maximum number of members, from 1 to 100.
    ///   - next: The cursor to the next page, from a response.
    ///   - prev: The cursor to the previous page, from a response.
    /// - Throws: ``RequestError``; `inputError` for an invalid filter.
    public func queryMembers(
        filters: CBOR.Map = [:], sort: [SortParam] = [], limit: Int? = nil, next: String? = nil, prev: String? = nil
    ) async throws -> QueryCallMembersResponse {
        try await client.coordinator.send(
            .queryMembers,
            QueryCallMembersRequest {
                $0.type = callType
                $0.id = callId
                $0.terms = QueryTerms(filter: filters, sort: sort, limit: limit, next: next, prev: prev)
            })
    }
}
