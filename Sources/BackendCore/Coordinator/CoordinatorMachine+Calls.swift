import Chance
import Signaling
import Timing
import Wire

extension CoordinatorMachine {
    // MARK: Reading and creating

    mutating func get(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        try check(question, .get)
        let limit = try question.count(QueryName.membersLimit)
        let wish = RingWish(
            ring: try question.flag(QueryName.ring), notify: try question.flag(QueryName.notify),
            video: try question.flag(QueryName.video))
        watch(question.cid, question.asker.receiver)
        try start(question, wish)
        let answer = calls.inPlace(question.cid) {
            $0.answer(to: question.asker.user, created: false, membersLimit: limit)
        }
        guard let answer else { throw .unknownCall(question.cid) }
        return self.answer(.content, answer, to: question.asker)
    }

    mutating func getOrCreate(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(GetOrCreateCallRequest.self)
        let isNew = !calls.contains(question.cid)
        if isNew {
            try create(question, body.data)
        } else {
            try check(question, .getOrCreate)
        }
        watch(question.cid, question.asker.receiver)
        if isNew { tellCreated(question) }
        try start(question, RingWish(ring: body.ring, notify: body.notify, video: body.video))
        let user = question.asker.user
        let answer = calls.inPlace(question.cid) {
            $0.answer(to: user, created: isNew, membersLimit: body.membersLimit)
        }
        guard let answer else { throw .unknownCall(question.cid) }
        return self.answer(isNew ? .created : .changed, answer, to: question.asker)
    }

    /// Whom a request wants told of the call.
    struct RingWish {
        let ring: Bool
        let notify: Bool
        let video: Bool
    }

    private mutating func start(_ question: CallQuestion, _ wish: RingWish) throws(APIError) {
        guard wish.ring || wish.notify, calls.contains(question.cid) else { return }
        if let refusal = refusal(question, .joinCall) { throw refusal }
        try checkMayRing(question)
        let endedAt = calls.inPlace(question.cid) { $0.endedAt }
        if endedAt != nil { throw .ended(question.cid) }
        if wish.notify { notify(question, isVideo: wish.video) }
        if wish.ring { try startRing(question, users: [], isVideo: wish.video) }
    }

    /// Reads a call that the asker may act on.
    mutating func call(_ question: CallQuestion, _ action: CallAction) throws(APIError) -> CallRecord {
        try check(question, action)
        guard let call = calls[question.cid] else { throw missingCall(question.cid) }
        return call
    }

    /// Checks that there is the call, and that the asker may act on it.
    mutating func check(_ question: CallQuestion, _ action: CallAction) throws(APIError) {
        guard calls.contains(question.cid) else { throw missingCall(question.cid) }
        if let refusal = refusal(question, action.requiredCapability) { throw refusal }
    }

    /// Why the asker may not do what needs the capability; nil when they may.
    private mutating func refusal(_ question: CallQuestion, _ capability: OwnCapability?) -> APIError? {
        calls.inPlace(question.cid) { $0.refusal(of: question.asker.user, capability) }
    }

    private mutating func create(_ question: CallQuestion, _ data: CallData?) throws(APIError) {
        let cid = question.cid
        let creator = question.asker.user
        if deletedCalls.contains(cid) { throw .deletedCall(cid) }
        guard let type = callTypes[cid.type] else { throw unknownType(cid.type) }
        try check(data?.custom ?? [:], "data.custom")
        var members: [Member] = []
        for (index, member) in (data?.members ?? []).enumerated() {
            guard let user = users[member.userId] else {
                throw .badField("data.members[\(index)].user_id", "names no known user: \(member.userId)")
            }
            members.append(
                Member {
                    $0.user = user
                    $0.role = member.role
                    $0.custom = member.custom
                })
        }
        guard type.grants(.createCall, to: creator.role) else { throw .missing(.createCall, cid) }
        var call = CallRecord(cid, type: type, creator: creator, members: members, at: date)
        if let settings = data?.settingsOverride { call.settings = type.settings.overridden(by: settings) }
        call.isInBackstage = call.settings.backstage.enabled
        call.custom = data?.custom ?? [:]
        call.team = data?.team
        call.startsAt = data?.startsAt
        calls.insert(consume call, for: cid)
    }

    /// The refusal of a request about a call that does not exist.
    func missingCall(_ cid: CallCid) -> APIError {
        if deletedCalls.contains(cid) { return .deletedCall(cid) }
        return callTypes[cid.type] == nil ? unknownType(cid.type) : .unknownCall(cid)
    }

    private func unknownType(_ name: String) -> APIError {
        .unknownType(name, known: configuration.callTypes.map(\.name))
    }

    private mutating func tellCreated(_ question: CallQuestion) {
        watchByQueries(question.cid)
        guard
            let payload = calls.inPlace(
                question.cid,
                { call in
                    MembersPayload {
                        $0.call = call.tell()
                        $0.members = call.members
                    }
                })
        else { return }
        tellAll(CallCreatedEvent(question.cid, at: date, payload))
    }

    private mutating func notify(_ question: CallQuestion, isVideo: Bool) {
        guard let call = calls[question.cid] else { return }
        let others = call.members.map(\.userId).filter { $0 != question.asker.user.id && !call.isBlocked($0) }
        let payload = RingPayload {
            $0.call = call.response
            $0.members = call.members
            $0.sessionId = call.session?.id ?? ""
            $0.user = question.asker.user
            $0.video = isVideo
        }
        tell(CallNotificationEvent(question.cid, at: date, payload), users: others)
    }

    // MARK: Joining

    mutating func join(_ question: CallQuestion) throws(APIError) -> ServerAnswer {
        let body = try question.body(JoinCallRequest.self)
        let user = question.asker.user
        guard let edge = edge(for: question.cid, body) else { throw .noEdge }
        let isNew = !calls.contains(question.cid)
        if isNew {
            guard body.create else { throw missingCall(question.cid) }
            try create(question, body.data)
        }
        let refusal = calls.inPlace(question.cid) { [date] in $0.refusalToJoin(of: user, at: date) }
        if let refusal { throw refusal }
        watch(question.cid, question.asker.receiver)
        if isNew { tellCreated(question) }
        startSession(question.cid)
        use(edge.name, for: question.cid)
        try start(question, RingWish(ring: body.ring, notify: body.notify, video: body.video))
        let credentials = credentials(for: user, question.cid, edge)
        let admitted = calls.inPlace(question.cid) { $0.admission(of: user, body.membersLimit, isNew, credentials) }
        guard let admitted else { throw .unknownCall(question.cid) }
        for order in admitted.orders { effects.append(.order(edge: edge.name, order)) }
        return answer(isNew ? .created : .changed, admitted.answer, to: question.asker)
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

    /// Begins a session unless one goes on.
    mutating func startSession(_ cid: CallCid) {
        guard calls.inPlace(cid, { call in call.askSession { $0.isOver } ?? true }) ?? false else { return }
        let id = newSessionId()
        let isRinging = calls.inPlace(cid) { $0.startSession(id) } ?? false
        if !isRinging { cancelRingTimers(cid) }
    }

    /// Short, because every event of a session says it.
    private mutating func newSessionId() -> String {
        let number = generator.next()
        let digits = (0..<16).map { place -> UInt8 in
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(60 - place * 4) & 15)
            return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
