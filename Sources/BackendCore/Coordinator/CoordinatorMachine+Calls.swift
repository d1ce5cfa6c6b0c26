import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    // MARK: Reading and creating

    func get(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let call = try call(request, .get)
        let limit = try request.count(QueryName.membersLimit)
        let options = RingOptions(
            ring: try request.flag(QueryName.ring), notify: try request.flag(QueryName.notify),
            video: try request.flag(QueryName.video))
        try check(options, call, request.requester)
        watch(call, request.requester.receiver)
        start(options, call, request.requester)
        let response = call.getCallResponse(for: request.requester.user, created: false, membersLimit: limit)
        return makeResponse(.content, response, to: request.requester)
    }

    func getOrCreate(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(GetOrCreateCallRequest.self)
        let isNew = calls[request.cid] == nil
        let call = isNew ? try make(request, body.data) : try call(request, .getOrCreate)
        let options = RingOptions(ring: body.ring, notify: body.notify, video: body.video)
        try check(options, call, request.requester)
        if isNew { try add(call, request) }
        watch(call, request.requester.receiver)
        if isNew { notifyCreated(call) }
        start(options, call, request.requester)
        let response = call.getCallResponse(
            for: request.requester.user, created: isNew, membersLimit: body.membersLimit)
        return makeResponse(isNew ? .created : .changed, response, to: request.requester)
    }

    /// The parts of a request that ring or notify the call's members.
    private struct RingOptions {
        let ring: Bool
        let notify: Bool
        let video: Bool
    }

    /// Throws when the requester may not ring. A refused request changes nothing, so the check precedes all effects.
    private func check(_ options: RingOptions, _ call: CallRecord, _ requester: Requester) throws(APIError) {
        guard options.ring || options.notify else { return }
        if let refusal = call.refusal(of: requester.user, .joinCall) { throw refusal }
        try checkMayRing(call, requester.user)
        if call.endedAt != nil { throw .ended(call.cid) }
    }

    private func start(_ options: RingOptions, _ call: CallRecord, _ requester: Requester) {
        if options.notify { notifyMembers(of: call, requester.user, isVideo: options.video) }
        if options.ring { startRing(call, requester, users: [], isVideo: options.video) }
    }

    /// Returns a call after checking that the requester may perform the action.
    func call(_ request: CallRequest, _ action: CallAction) throws(APIError) -> CallRecord {
        guard let call = calls[request.cid] else { throw missingCall(request.cid) }
        if let refusal = call.refusal(of: request.requester.user, action.shape.capability) { throw refusal }
        return call
    }

    /// Returns a call as a request describes it, which is not added yet.
    private func make(_ request: CallRequest, _ data: CallData?) throws(APIError) -> CallRecord {
        let cid = request.cid
        let creator = request.requester.user
        if deletedCalls.contains(cid) { throw .deletedCall(cid) }
        guard let type = callTypes[cid.type] else { throw unknownType(cid.type) }
        try check(data?.custom ?? [:], "data.custom")
        let members = try members(data?.members ?? [])
        guard type.grants(.createCall, to: creator.role) else { throw .missing(.createCall, cid) }
        let call = CallRecord(cid, type: type, creator: creator, members: members, at: date)
        if let settings = data?.settingsOverride { call.settings = type.settings.overridden(by: settings) }
        call.isInBackstage = call.settings.backstage.enabled
        call.custom = data?.custom ?? [:]
        call.team = data?.team
        call.startsAt = data?.startsAt
        return call
    }

    private func add(_ call: CallRecord, _ request: CallRequest) throws(APIError) {
        if request.requester.user.role == CallRole.guest {
            let size = call.members.reduce(request.message.payload.count + call.custom.keptBytes) { $0 + $1.keptBytes }
            try provideRoomForGuestCall(call.cid, size)
        }
        calls[call.cid] = call
    }

    private func members(_ entries: [MemberRequest]) throws(APIError) -> [Member] {
        var members: [Member] = []
        for (index, entry) in entries.enumerated() {
            guard let user = users[entry.userId] else {
                throw .badField("data.members[\(index)].user_id", "names no known user: \(entry.userId)")
            }
            try check(entry.custom, "data.members[\(index)].custom")
            members.append(
                Member {
                    $0.user = user
                    $0.role = entry.role
                    $0.custom = entry.custom
                })
        }
        return members
    }

    /// Returns the refusal of a request about a call that does not exist.
    func missingCall(_ cid: CallCid) -> APIError {
        if deletedCalls.contains(cid) { return .deletedCall(cid) }
        return callTypes[cid.type] == nil ? unknownType(cid.type) : .unknownCall(cid)
    }

    private func unknownType(_ name: String) -> APIError {
        .unknownType(name, known: configuration.callTypes.map(\.name))
    }

    private func notifyCreated(_ call: CallRecord) {
        watchByQueries(call)
        let payload = MembersPayload {
            $0.call = call.response
            $0.members = call.members
        }
        notify(CallCreatedEvent(call.cid, at: date, payload))
    }

    private func notifyMembers(of call: CallRecord, _ caller: User, isVideo: Bool) {
        let others = call.members.map(\.userId).filter { $0 != caller.id && !call.isBlocked($0) }
        let payload = call.ringPayload(from: caller, isVideo: isVideo)
        notify(CallNotificationEvent(call.cid, at: date, payload), users: others)
    }

    // MARK: Joining

    func join(_ request: CallRequest) throws(APIError) -> ServerResponse {
        let body = try request.body(JoinCallRequest.self)
        let (cid, user) = (request.cid, request.requester.user)
        guard let edge = edge(for: cid, body) else { throw .noEdge }
        let known = calls[cid]
        if known == nil, !body.create { throw missingCall(cid) }
        let isNew = known == nil
        let call: CallRecord
        if let known { call = known } else { call = try make(request, body.data) }
        if let refusal = call.refusalToJoin(of: user, at: date) { throw refusal }
        let options = RingOptions(ring: body.ring, notify: body.notify, video: body.video)
        try check(options, call, request.requester)
        if isNew { try add(call, request) }
        watch(call, request.requester.receiver)
        if isNew { notifyCreated(call) }
        startSession(call)
        use(edge.name, for: call)
        start(options, call, request.requester)
        let rights = call.rights(of: user)
        admit(user, rights, to: call, on: edge.name)
        let response = JoinCallResponse {
            $0.call = call.response
            $0.members = call.members(atMost: body.membersLimit)
            $0.ownCapabilities = rights.capabilities
            $0.created = isNew
            $0.credentials = credentials(for: request.requester, cid, edge)
        }
        return makeResponse(isNew ? .created : .changed, response, to: request.requester)
    }

    /// Orders an SFU to admit a user. The orders precede the client's request.
    private func admit(_ user: User, _ rights: CallType.Rights, to call: CallRecord, on edge: String) {
        let limit = call.settings.limits.maxParticipants
        if limit > 0 { effects.append(.order(edge: edge, .limit(call.cid, participants: limit))) }
        let admission = SessionOrder.admit(
            call.cid, user, roles: [call.visibleRole(of: user)], rights.grants,
            noiseCancellation: call.mayCancelNoise(rights.capabilities),
            startedAt: call.isOngoing ? call.session?.startedAt : nil)
        effects.append(.order(edge: edge, admission))
    }

    private func credentials(for requester: Requester, _ cid: CallCid, _ edge: Edge) -> SFUCredentials {
        let token = AccessToken(
            userId: requester.user.id, issuedAt: date,
            expiresAt: date.advanced(by: configuration.timeouts.credentials), callCid: cid,
            clientKey: requester.clientKey)
        return SFUCredentials {
            $0.edgeName = edge.name
            $0.host = edge.host
            $0.port = Int(edge.address.port)
            $0.token = token.signed(with: configuration.secret)
        }
    }
}
