import Signaling
import Timing
import Wire

/// One call as the coordinator keeps it.
struct CallRecord: Sendable {
    let cid: CallCid
    let type: CallType
    let creator: User
    let createdAt: Timestamp
    var updatedAt: Timestamp
    var settings: CallSettingsResponse
    var custom: CBOR.Map
    var team: String?
    var startsAt: Timestamp?
    var endedAt: Timestamp?
    var isInBackstage: Bool
    private(set) var members: [Member]
    private(set) var blocked: [String] = []
    var session: Session?
    /// What leaves the call.
    var egress = CallEgress()
    /// A picture of it, for those who are not in it.
    var thumbnail: ThumbnailResponse?
    /// The SFU that the session is on.
    var edge: String?
    /// The SFUs that the call has been on, in the order of coming to them.
    var edges: [String] = []
    /// Connections that follow the call without a member behind them, in the order of their coming.
    private(set) var watchers: [ReceiverID] = []
    /// The rings that are not answered by all, each with the timer after which its rest is missed.
    var ringTimers: [RingTimer] = []
    /// What ends the session when its time is up.
    var sessionTimer: TimerID?
    /// Whether a change of the counts is still to be told.
    var areCountsDue = false
    /// Whom its events go to, as long as nothing has changed that decides it.
    var audience: Audience?
    /// What was counted in the sessions that are over, and in the one that goes on.
    private(set) var tallies: [SessionTally] = []
    private var memberIndex: [String: Int] = [:]
    /// What some users may do beyond their roles, or may not although these allow it.
    private var permissions: [String: Permissions] = [:]

    private struct Permissions {
        var granted: Set<OwnCapability> = []
        var revoked: Set<OwnCapability> = []
    }

    init(_ cid: CallCid, type: CallType, creator: User, members: [Member], at date: Timestamp) {
        self.cid = cid
        self.type = type
        self.creator = creator
        createdAt = date
        updatedAt = date
        settings = type.settings
        custom = [:]
        isInBackstage = type.settings.backstage.enabled
        self.members = []
        add(Member(user: creator, role: CallRole.host))
        for member in members { add(member) }
    }

    // MARK: Who belongs to it

    func member(_ userId: String) -> Member? {
        memberIndex[userId].map { members[$0] }
    }

    /// Adds a member, or gives one that is there another role; the creator stays host.
    mutating func add(_ member: Member) {
        audience = nil
        if let index = memberIndex[member.userId] {
            guard member.userId != creator.id || member.role != nil else { return }
            members[index] = member
        } else {
            memberIndex[member.userId] = members.count
            members.append(member)
        }
    }

    /// Takes over what a user says of themselves now.
    mutating func update(_ user: User) {
        guard let index = memberIndex[user.id] else { return }
        members[index].user = user
    }

    /// Takes members out; the creator stays.
    mutating func remove(_ userIds: [String]) {
        audience = nil
        members.removeAll { userIds.contains($0.userId) && $0.userId != creator.id }
        memberIndex = Dictionary(
            members.enumerated().map { ($0.element.userId, $0.offset) }, uniquingKeysWith: { $1 })
    }

    func isBlocked(_ userId: String) -> Bool {
        !blocked.isEmpty && blocked.contains(userId)
    }

    /// Blocks or unblocks; false when that changes nothing.
    mutating func setBlocked(_ userId: String, _ isBlocked: Bool, at date: Timestamp) -> Bool {
        guard isBlocked != self.isBlocked(userId) else { return false }
        audience = nil
        updatedAt = date
        if isBlocked {
            let place = blocked.firstIndex { $0 > userId } ?? blocked.endIndex
            blocked.insert(userId, at: place)
        } else {
            blocked.removeAll { $0 == userId }
        }
        return true
    }

    // MARK: Who may do what

    /// The user's roles: the application's, and the one in this call.
    func roles(of user: User) -> [String] {
        guard let member = member(user.id) else { return [user.role] }
        return [user.role, member.role ?? CallRole.callMember]
    }

    /// The role that others see.
    func visibleRole(of user: User) -> String {
        member(user.id)?.role ?? user.role
    }

    /// The role of somebody who comes into the session; nil when the call has ended and they may not join any more.
    func roleOfParticipant(_ user: User) -> String? {
        endedAt == nil || allows(user, .joinEndedCall) ? visibleRole(of: user) : nil
    }

    func allows(_ user: User, _ capability: OwnCapability) -> Bool {
        if !permissions.isEmpty, let own = permissions[user.id] {
            if own.revoked.contains(capability) { return false }
            if own.granted.contains(capability) { return true }
        }
        return type.grants(capability, to: roles(of: user))
    }

    func capabilities(of user: User) -> [OwnCapability] {
        let usual = type.capabilities(of: roles(of: user))
        guard let own = permissions[user.id] else { return usual }
        return own.granted.union(usual).subtracting(own.revoked).sorted()
    }

    /// Grants a user capabilities beyond their roles, and takes others away; the last word on each counts.
    mutating func setPermissions(of userId: String, granted: [OwnCapability], revoked: [OwnCapability]) {
        var own = permissions[userId] ?? Permissions()
        own.granted = own.granted.union(granted).subtracting(revoked)
        own.revoked = own.revoked.union(revoked).subtracting(granted)
        permissions[userId] = own
    }

    /// Whether somebody with these capabilities may have noise taken out of what their microphone hears.
    func mayCancelNoise(_ capabilities: [OwnCapability]) -> Bool {
        settings.audio.noiseCancellation.mode != .disabled && capabilities.contains(.enableNoiseCancellation)
    }

    /// What each role that a member has may do.
    var capabilitiesByRole: [String: [OwnCapability]] {
        var table: [String: [OwnCapability]] = [:]
        for role in members.flatMap({ [$0.user.role, $0.role ?? CallRole.callMember] }) where table[role] == nil {
            table[role] = type.capabilities(of: [role])
        }
        return table
    }

    /// Why the user may not do what needs the capability; nil when they may.
    func refusal(of user: User, _ capability: OwnCapability?) -> APIError? {
        if isBlocked(user.id) { return .blocked(cid) }
        guard let capability, !allows(user, capability) else { return nil }
        let isForMembers = member(user.id) == nil && type.grants(capability, to: [CallRole.callMember])
        return isForMembers ? .notMember(capability, cid) : .missing(capability, cid)
    }

    /// Why the user may not join now; nil when they may.
    func refusalToJoin(of user: User, at date: Timestamp) -> APIError? {
        if let refusal = refusal(of: user, .joinCall) { return refusal }
        if endedAt != nil, !allows(user, .joinEndedCall) { return .ended(cid) }
        if let refusal = refusalForWantOfPlace(of: user) { return refusal }
        guard isInBackstage, !allows(user, .joinBackstage) else { return nil }
        let opensAt = startsAt?.advanced(by: .zero - settings.backstage.joinAheadTime)
        return opensAt.map { $0 <= date } ?? false ? nil : .backstage(cid)
    }

    /// Whoever is in the session already needs no place of their own.
    private func refusalForWantOfPlace(of user: User) -> APIError? {
        let limit = settings.limits.maxParticipants
        guard limit > 0, let session, !session.contains(userId: user.id) else { return nil }
        return Set(session.participants.map(\.user.id)).count < limit ? nil : .noPlace(cid, limit)
    }

    // MARK: Who follows it

    mutating func addWatcher(_ receiver: ReceiverID) {
        watchers.append(receiver)
        audience = nil
    }

    mutating func removeWatcher(_ receiver: ReceiverID) {
        watchers.removeAll { $0 == receiver }
        audience = nil
    }

    // MARK: What is counted in it

    /// A stay of this user began.
    mutating func countStay(_ userId: String, at date: Timestamp) {
        guard let session else { return }
        if tallies.last?.sessionId != session.id { tallies.append(SessionTally(session.id, at: date)) }
        tallies[tallies.count - 1].add(userId, present: session.participants.count)
    }

    /// Whether the session goes on that is counted last.
    private var isCounting: Bool {
        tallies.last.map { $0.endedAt == nil && $0.sessionId == session?.id } ?? false
    }

    mutating func countReaction() {
        guard isCounting else { return }
        tallies[tallies.count - 1].reactions += 1
    }

    mutating func countCustomEvent() {
        guard isCounting else { return }
        tallies[tallies.count - 1].customEvents += 1
    }

    mutating func countEnd(at date: Timestamp) {
        guard !tallies.isEmpty, tallies.last?.endedAt == nil else { return }
        tallies[tallies.count - 1].endedAt = date
    }

    /// A client in the session that is under way, or was the last one, told what it counted.
    mutating func countMedia(_ stats: SendStatsRequest) {
        guard !tallies.isEmpty, tallies.last?.sessionId == session?.id else { return }
        tallies[tallies.count - 1].add(stats)
    }

    /// What was counted, a report a session.
    func reports(at date: Timestamp) -> [CallStatsReportSummary] { tallies.map { $0.report(cid, at: date) } }

    // MARK: What is told of it

    var response: CallResponse {
        var response = CallResponse(cid: cid, createdBy: creator, createdAt: createdAt, settings: settings)
        response.updatedAt = updatedAt
        response.startsAt = startsAt
        response.endedAt = endedAt
        response.backstage = isInBackstage
        response.blockedUserIds = blocked
        response.currentSessionId = session?.id ?? ""
        response.custom = custom
        response.team = team
        response.session = session?.response
        response.thumbnails = thumbnail
        if !egress.runs.isEmpty {
            response.recording = RecordingType.allCases.contains { egress.isRunning(.recording($0)) }
            response.transcribing = egress.isRunning(.transcription)
            response.captioning = egress.isRunning(.captions)
            response.egress = egress.response
        }
        response.ingress = type.takesIngress ? CallIngressResponse(rtmpAddress: ingressAddress) : nil
        return response
    }

    /// Where a stream from outside is to be sent over RTMP.
    private var ingressAddress: String { "rtmps://ingress.rollcall.invalid/\(cid.type)/\(cid.id)" }

    /// The first so many of the members; all when nil.
    func members(atMost limit: Int?) -> [Member] {
        limit.map { Array(members.prefix($0)) } ?? members
    }

    func answer(to user: User, created: Bool, membersLimit: Int? = nil) -> GetCallResponse {
        GetCallResponse(
            call: response, members: members(atMost: membersLimit),
            ownCapabilities: capabilities(of: user), created: created)
    }
}

/// Until when those of one ring may answer.
struct RingTimer: Sendable {
    let timer: TimerID
    let users: [String]
    let date: Timestamp
}

/// Whom a call's events go to, and until which change of the connections that is right.
struct Audience: Sendable {
    let generation: Int
    let receivers: [ReceiverID]
    /// Whose they are.
    let userIds: [String]
}
