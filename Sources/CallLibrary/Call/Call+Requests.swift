import CallCore
public import Signaling
import Sockets
public import Timing
public import Wire

/// The requests that read, create, ring and end a call.
extension Call {
    /// Reads the call. Rings or notifies its members when `ring` or `notify` is true. The client then receives the
    /// call's events.
    ///
    /// - Parameter membersLimit: The maximum number of members in the response; nil for all.
    /// - Throws: ``RequestError``; `callNotFound` when there is no such call.
    @discardableResult
    public func get(
        membersLimit: Int? = nil, ring: Bool = false, notify: Bool = false, video: Bool = false
    ) async throws -> GetCallResponse {
        let flags = [(QueryName.ring, ring), (QueryName.notify, notify), (QueryName.video, video)]
        let query = flags.filter(\.1).map { "\($0.0)=true" }
        let limit = membersLimit.map { ["\(QueryName.membersLimit)=\($0)"] } ?? []
        if ring { beginRing() }
        defer { if ring { endRing() } }
        let response: GetCallResponse = try await client.coordinator.sendAboutCall(
            .call(cid, .get), query: limit + query)
        updateState { $0.update(from: response, membersLimit: membersLimit) }
        if ring { showRing(of: state.values.absentMembers(beside: client.me.id), asOf: response.asOf) }
        return response
    }

    /// Creates the call, or reads an existing one. Rings or notifies its members when `ring` or `notify` is true.
    ///
    /// - Parameter membersLimit: The maximum number of members in the response; nil for all.
    /// - Throws: ``RequestError``.
    @discardableResult
    public func create(
        members: [MemberRequest] = [], custom: CBOR.Map = [:], settings: CallSettingsRequest? = nil,
        startsAt: Timestamp? = nil, team: String? = nil, membersLimit: Int? = nil, ring: Bool = false,
        notify: Bool = false, video: Bool = false
    ) async throws -> GetCallResponse {
        let options = CreateCallOptions(
            members: members, custom: custom, settings: settings, startsAt: startsAt, team: team)
        let request = GetOrCreateCallRequest {
            $0.data = options.data
            $0.ring = ring
            $0.notify = notify
            $0.video = video
            $0.membersLimit = membersLimit
        }
        if ring { beginRing() }
        defer { if ring { endRing() } }
        let response: GetCallResponse = try await send(.getOrCreate, request)
        created(response, request)
        return response
    }

    /// Creates the call without a task. Calls `listener` with the duration of the ring.
    func create(
        _ request: GetOrCreateCallRequest, _ listener: @escaping @MainActor (Result<Duration, any Error>) -> Void
    ) {
        if request.ring { beginRing() }
        client.coordinator.sendAboutCall(
            .call(cid, .getOrCreate), request
        ) { [self] (result: Result<GetCallResponse, any Error>) in
            defer { if request.ring { endRing() } }
            do {
                let response = try result.get()
                created(response, request)
                listener(.success(response.call.settings.ring.autoCancelTimeout))
            } catch {
                listener(.failure(error))
            }
        }
    }

    private func created(_ response: GetCallResponse, _ request: GetOrCreateCallRequest) {
        updateState { $0.update(from: response, membersLimit: request.membersLimit) }
        guard request.ring else { return }
        let named = response.created ? request.data?.members.map(\.userId) ?? [] : []
        showRing(of: named.isEmpty ? state.values.absentMembers(beside: client.me.id) : named, asOf: response.asOf)
    }

    /// Rings members of an existing call. An empty list rings every member except this user.
    ///
    /// - Throws: ``RequestError``.
    public func ring(members: [String] = [], video: Bool = false) async throws {
        beginRing()
        defer { endRing() }
        let response: GetCallResponse = try await send(
            .ring,
            RingCallRequest {
                $0.membersIds = members
                $0.video = video
            })
        updateState { $0.update(from: response) }
        showRing(of: members, asOf: response.asOf)
    }

    /// Ends the call for all users.
    ///
    /// - Throws: ``RequestError``; `notAllowed` without the capability `end-call`.
    public func end() async throws {
        let response: CallChangeResponse = try await send(.markEnded)
        updateState { $0.update(from: response) }
    }

    /// Sends custom data of the application to every client that receives the call's events.
    ///
    /// - Throws: ``RequestError``.
    public func sendCustomEvent(_ custom: CBOR.Map) async throws {
        let _: EmptyBody = try await send(.sendEvent, SendEventRequest { $0.custom = custom })
    }

    func send<Response: ResponseAboutCall>(
        _ action: CallAction, _ body: some Body = EmptyBody(), as: Response.Type = Response.self
    ) async throws -> Response {
        try await client.coordinator.sendAboutCall(.call(cid, action), body)
    }

    func send<Response: Body>(
        _ action: CallAction, _ body: some Body = EmptyBody(), as: Response.Type = Response.self
    ) async throws -> Response {
        try await client.coordinator.send(.call(cid, action), body)
    }
}
