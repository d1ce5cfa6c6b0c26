import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    // MARK: Reading and creating

    func get(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let call = try call(question, .get)
        let limit = try question.count(QueryName.membersLimit)
        let wish = RingWish(
            ring: try question.flag(QueryName.ring), notify: try question.flag(QueryName.notify),
            video: try question.flag(QueryName.video))
        watch(call, question.requester.receiver)
        try start(wish, call, question.requester)
        let response = call.answer(to: question.requester.user, created: false, membersLimit: limit)
        return answer(.content, response, to: question.requester)
    }

    func getOrCreate(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(GetOrCreateCallRequest.self)
        let isNew = calls[question.cid] == nil
        let call = isNew ? try create(question, body.data) : try call(question, .getOrCreate)
        watch(call, question.requester.receiver)
        if isNew { notifyCreated(call) }
        try start(RingWish(ring: body.ring, notify: body.notify, video: body.video), call, question.requester)
        let response = call.answer(to: question.requester.user, created: isNew, membersLimit: body.membersLimit)
        return answer(isNew ? .created : .changed, response, to: question.requester)
    }

    /// The parts of a request that ring or notify the call's members.
    private struct RingWish {
        let ring: Bool
        let notify: Bool
        let video: Bool
    }

    private func start(_ wish: RingWish, _ call: CallRecord, _ requester: Requester) throws(APIError) {
        guard wish.ring || wish.notify else { return }
        if let refusal = call.refusal(of: requester.user, .joinCall) { throw refusal }
        try checkMayRing(call, requester.user)
        if call.endedAt != nil { throw .ended(call.cid) }
        if wish.notify { notifyMembers(of: call, requester.user, isVideo: wish.video) }
        if wish.ring { startRing(call, requester, users: [], isVideo: wish.video) }
    }

    /// Returns a call after checking that the requester may perform the action.
    func call(_ question: CallQuestion, _ action: CallAction) throws(APIError) -> CallRecord {
        guard let call = calls[question.cid] else { throw missingCall(question.cid) }
        if let refusal = call.refusal(of: question.requester.user, action.shape.capability) { throw refusal }
        return call
    }

    private func create(_ question: CallQuestion, _ data: CallData?) throws(APIError) -> CallRecord {
        let cid = question.cid
        let creator = question.requester.user
        if deletedCalls.contains(cid) { throw .deletedCall(cid) }
        guard let type = callTypes[cid.type] else { throw unknownType(cid.type) }
        try check(data?.custom ?? [:], "data.custom")
        let members = try members(data?.members ?? [])
        guard type.grants(.createCall, to: creator.role) else { throw .missing(.createCall, cid) }
        if creator.role == CallRole.guest { try provideRoomForGuestCall(cid, question.request.payload.count) }
        let call = CallRecord(cid, type: type, creator: creator, members: members, at: date)
        if let settings = data?.settingsOverride { call.settings = type.settings.overridden(by: settings) }
        call.isInBackstage = call.settings.backstage.enabled
        call.custom = data?.custom ?? [:]
        call.team = data?.team
        call.startsAt = data?.startsAt
        calls[cid] = call
        return call
    }

    private func members(_ requests: [MemberRequest]) throws(APIError) -> [Member] {
        var members: [Member] = []
        for (index, request) in requests.enumerated() {
            guard let user = users[request.userId] else {
                throw .badField("data.members[\(index)].user_id", "names no known user: \(request.userId)")
            }
            try check(request.custom, "data.members[\(index)].custom")
            members.append(
                Member {
                    $0.user = user
                    $0.role = request.role
                    $0.custom = request.custom
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

    func join(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(JoinCallRequest.self)
        let (cid, user) = (question.cid, question.requester.user)
        guard let edge = edge(for: cid, body) else { throw .noEdge }
        let known = calls[cid]
        if known == nil, !body.create { throw missingCall(cid) }
        let isNew = known == nil
        let call: CallRecord
        if let known { call = known } else { call = try create(question, body.data) }
        if let refusal = call.refusalToJoin(of: user, at: date) { throw refusal }
        watch(call, question.requester.receiver)
        if isNew { notifyCreated(call) }
        startSession(call)
        use(edge.name, for: call)
        try start(RingWish(ring: body.ring, notify: body.notify, video: body.video), call, question.requester)
        let rights = call.rights(of: user)
        admit(user, rights, to: call, on: edge.name)
        let response = JoinCallResponse {
            $0.call = call.response
            $0.members = call.members(atMost: body.membersLimit)
            $0.ownCapabilities = rights.capabilities
            $0.created = isNew
            $0.credentials = credentials(for: user, cid, edge)
        }
        return answer(isNew ? .created : .changed, response, to: question.requester)
    }

    /// Orders an SFU to admit a user. The orders precede the client's request.
    private func admit(_ user: User, _ rights: CallType.Rights, to call: CallRecord, on edge: String) {
        let limit = call.settings.limits.maxParticipants
        if limit > 0 { effects.append(.order(edge: edge, .limit(call.cid, participants: limit))) }
        let admission = SessionOrder.admit(
            call.cid, user, roles: [call.visibleRole(of: user)], rights.grants,
            noiseCancellation: call.mayCancelNoise(rights.capabilities))
        effects.append(.order(edge: edge, admission))
        // The SFU may be new to the call, and know no pins.
        let pins = call.session?.presentPins ?? []
        if !pins.isEmpty { effects.append(.order(edge: edge, .pin(call.cid, pins))) }
    }

    private func credentials(for user: User, _ cid: CallCid, _ edge: Edge) -> SFUCredentials {
        let token = AccessToken(
            userId: user.id, issuedAt: date, expiresAt: date.advanced(by: configuration.patience.credentials),
            callCid: cid)
        return SFUCredentials {
            $0.edgeName = edge.name
            $0.host = edge.host
            $0.port = Int(edge.address.port)
            $0.token = token.signed(with: configuration.secret)
        }
    }
}
