import Signaling
import Timing
import Wire

/// One call as the coordinator keeps it.
struct CallRecord: Sendable {
    let cid: CallCid
    let type: CallType
    let creator: User
    let createdAt: Timestamp
    var updatedAt: Timestamp { didSet { change = .all } }
    var settings: CallSettingsResponse { didSet { change = .all } }
    var custom: CBOR.Map { didSet { change = .all } }
    var team: String? { didSet { change = .all } }
    var startsAt: Timestamp? { didSet { change = .all } }
    var endedAt: Timestamp? { didSet { change = .all } }
    var isInBackstage: Bool { didSet { change = .all } }
    private(set) var members: [Member]
    private(set) var blocked: [String] = [] { didSet { change = .all } }
    /// The session that goes on, or was the last one; it is begun and changed by methods, which know what is told of it.
    private(set) var session: Session?

    /// Asks the session where it lies, or changes what is not told of it; nil when there is none.
    @discardableResult
    mutating func askSession<Answer>(_ question: (inout Session) -> Answer) -> Answer? {
        session?.inPlace(question)
    }

    /// Changes the session where it lies; nil when there is none.
    @discardableResult
    mutating func changeSession<Answer>(_ change: (inout Session) -> Answer) -> Answer? {
        noteChangeOfSession()
        return session?.inPlace(change)
    }

    /// Goes on with another session.
    mutating func begin(_ next: Session) {
        noteChangeOfSession()
        session = next
    }

    private mutating func noteChangeOfSession() {
        guard change == .nothing else { return }
        change = .session
        // What both have would be copied before it changes.
        told?.session = nil
    }

    /// What leaves the call.
    var egress = CallEgress() { didSet { change = .all } }
    /// A picture of it, for those who are not in it.
    var thumbnail: ThumbnailResponse? { didSet { change = .all } }
    /// What was told of it last, written once for all.
    private var told: CallResponse?
    /// What has changed since then of what it says.
    private var change = Change.all

    private enum Change {
        case nothing
        case session
        case all
    }

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
    private var audience: Audience?
    /// What was counted in the sessions that are over, and in the one that goes on.
    private(set) var tallies: [SessionTally] = []
    /// Where members are, once they are more than few.
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
        add(
            Member {
                $0.user = creator
                $0.role = CallRole.host
            })
        for member in members { add(member) }
    }

    /// The session is on this SFU from now on; returns those that it was on before.
    mutating func goOn(to edge: String) -> [String] {
        self.edge = edge
        let before = edges
        if !before.contains(edge) { edges.append(edge) }
        return before
    }

    // MARK: Who belongs to it

    func member(_ userId: String) -> Member? {
        place(ofMember: userId).map { members[$0] }
    }

    /// So many are found faster by looking at each of them.
    private static let fewMembers = 8

    private func place(ofMember userId: String) -> Int? {
        guard members.count <= Self.fewMembers else { return memberIndex[userId] }
        return members.indices.first { members[$0].userId == userId }
    }

    private mutating func indexMembers() {
        guard members.count > Self.fewMembers else { return }
        memberIndex = Dictionary(
            members.enumerated().map { ($0.element.userId, $0.offset) }, uniquingKeysWith: { $1 })
    }

    /// Adds a member, or gives one that is there another role; the creator stays host.
    mutating func add(_ member: Member) {
        audience = nil
        if let place = place(ofMember: member.userId) {
            guard member.userId != creator.id || member.role != nil else { return }
            members[place] = member
        } else {
            members.append(member)
            if members.count == Self.fewMembers + 1 { indexMembers() }
            if members.count > Self.fewMembers { memberIndex[member.userId] = members.count - 1 }
        }
    }

    /// Takes over what a user says of themselves now.
    mutating func update(_ user: User) {
        guard let place = place(ofMember: user.id) else { return }
        members[place].user = user
    }

    /// Takes members out; the creator stays.
    mutating func remove(_ userIds: [String]) {
        audience = nil
        members.removeAll { userIds.contains($0.userId) && $0.userId != creator.id }
        indexMembers()
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

    /// The user's role in this call, beside the application's; nil when they have none.
    private func role(of user: User) -> String? {
        place(ofMember: user.id).map { members[$0].role ?? CallRole.callMember }
    }

    /// The role that others see.
    func visibleRole(of user: User) -> String {
        place(ofMember: user.id).flatMap { members[$0].role } ?? user.role
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
        return type.grants(capability, to: user.role, role(of: user))
    }

    /// The first of some capabilities that the user lacks; nil for the creator, to whom the call belongs.
    func lacking(_ capabilities: [OwnCapability], _ user: User) -> OwnCapability? {
        user.id == creator.id ? nil : capabilities.first { !allows(user, $0) }
    }

    func capabilities(of user: User) -> [OwnCapability] { rights(of: user).capabilities }

    /// What the user may do, and so may publish.
    func rights(of user: User) -> CallType.Rights {
        let usual = type.rights(of: user.role, role(of: user))
        guard let own = permissions[user.id] else { return usual }
        return CallType.Rights(own.granted.union(usual.capabilities).subtracting(own.revoked).sorted())
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
        let isForMembers = place(ofMember: user.id) == nil && type.grants(capability, to: CallRole.callMember)
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

    /// A connection of this user follows it from now on; false when it did so before.
    mutating func addWatcher(_ receiver: ReceiverID, of userId: String) -> Bool {
        guard !watchers.contains(receiver) else { return false }
        watchers.append(receiver)
        if place(ofMember: userId) == nil { audience = nil }
        return true
    }

    mutating func removeWatcher(_ receiver: ReceiverID) {
        watchers.removeAll { $0 == receiver }
        audience = nil
    }

    /// Whom its events go to: all devices of its members, then whoever watches it without being one.
    mutating func audience(among connections: ConnectionTable) -> Audience {
        if let audience, audience.generation == connections.generation { return audience }
        var receivers: [ReceiverID] = []
        var userIds: [String] = []
        receivers.reserveCapacity(members.count)
        userIds.reserveCapacity(members.count)
        for member in members where !isBlocked(member.userId) {
            for receiver in connections.receivers(ofUser: member.userId) {
                receivers.append(receiver)
                userIds.append(member.userId)
            }
        }
        for receiver in watchers {
            guard let userId = connections[receiver]?.userId, place(ofMember: userId) == nil, !isBlocked(userId) else {
                continue
            }
            receivers.append(receiver)
            userIds.append(userId)
        }
        let audience = Audience(generation: connections.generation, receivers: receivers, userIds: userIds)
        self.audience = audience
        return audience
    }

    // MARK: What is counted in it

    /// A stay of this user began.
    mutating func countStay(_ userId: String, at date: Timestamp) {
        guard let (id, present) = askSession({ ($0.id, $0.participants.count) }) else { return }
        let last = tallies.count - 1
        if last >= 0, tallies[last].sessionId == id {
            tallies[last].add(userId, present: present)
        } else {
            var tally = SessionTally(id, at: date)
            tally.add(userId, present: present)
            tallies.append(tally)
        }
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

    /// What is told of it, written once for all who are told before it changes again.
    mutating func tell() -> CallResponse {
        switch change {
        case .nothing: return told ?? response
        case .session:
            told?.session = session?.response
            told?.currentSessionId = session?.id ?? ""
        case .all: told = response
        }
        told?.keepEncoding()
        change = .nothing
        return told ?? response
    }

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
        response.ingress = type.takesIngress ? CallIngressResponse { $0.rtmpAddress = ingressAddress } : nil
        return response
    }

    /// Where a stream from outside is to be sent over RTMP.
    private var ingressAddress: String { "rtmps://ingress.rollcall.invalid/\(cid.type)/\(cid.id)" }

    /// The first so many of the members; all when nil.
    func members(atMost limit: Int?) -> [Member] {
        limit.map { Array(members.prefix($0)) } ?? members
    }

    mutating func answer(to user: User, created: Bool, membersLimit: Int? = nil) -> GetCallResponse {
        GetCallResponse {
            $0.call = tell()
            $0.members = members(atMost: membersLimit)
            $0.ownCapabilities = capabilities(of: user)
            $0.created = created
        }
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
