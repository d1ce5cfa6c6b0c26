internal import Containers
import Signaling
import Timing
import Wire

/// One call in the coordinator.
final class CallRecord {
    let cid: CallCid
    let type: CallType
    private(set) var creator: User { didSet { cached = nil } }
    let createdAt: Timestamp
    var updatedAt: Timestamp { didSet { cached = nil } }
    var settings: CallSettingsResponse { didSet { cached = nil } }
    var custom: CBOR.Map { didSet { cached = nil } }
    var team: String? { didSet { cached = nil } }
    var startsAt: Timestamp? { didSet { cached = nil } }
    var endedAt: Timestamp? { didSet { cached = nil } }
    var isInBackstage: Bool { didSet { cached = nil } }
    var egress = CallEgress() { didSet { cached = nil } }
    var thumbnail: ThumbnailResponse? { didSet { cached = nil } }
    private(set) var blocked: [String] = [] { didSet { cached = nil } }
    private(set) var members: [Member] = []
    /// The indices of members by user id.
    private var memberIndex = SmallMap<String, Int>()
    /// The current session, or the last one.
    private(set) var session: Session?
    /// The last rings that users have missed in earlier sessions.
    private(set) var formerMisses: [String: MissedInvitation] = [:]
    /// The response that clients receive; nil after a change of the call. A change of the session replaces only its
    /// part.
    var cached: CallResponse?
    /// The rights of users beside their roles.
    var permissions: [String: Permissions] = [:]

    /// The SFU of the session.
    private(set) var edge: String?
    /// All SFUs of the call, in the order of their first use.
    private(set) var edges: [String] = []
    /// The connections that subscribed to the call, in the order of subscription.
    var watchers: [ReceiverID] = []
    /// The receivers of the call's events, until a change of members, watchers, blocks or connections.
    var audience: Audience?
    /// The open rings, each with the timer after which the remaining users have missed it.
    var ringTimers: [RingTimer] = []
    /// The timer that ends the session at its time limit.
    var sessionTimer: TimerID?
    /// The timer of the next thumbnail.
    var thumbnailTimer: TimerID?
    /// True while a change of the participant counts is still to be sent.
    var areCountsDue = false
    /// The counts of all sessions, the current one last.
    var tallies: [SessionTally] = []

    init(_ cid: CallCid, type: CallType, creator: User, members: [Member], at date: Timestamp) {
        self.cid = cid
        self.type = type
        self.creator = creator
        createdAt = date
        updatedAt = date
        settings = type.settings
        custom = [:]
        isInBackstage = type.settings.backstage.enabled
        add(
            Member {
                $0.user = creator
                $0.role = CallRole.host
            })
        for member in members { add(member) }
    }

    // MARK: Sessions

    /// Begins a new session. Open rings of the last session continue in it. Returns true when there are any.
    func startSession(_ id: String) -> Bool {
        let next = Session(id: id)
        if endedAt == nil, let ring = session?.ring { next.ring = ring.stillOpen }
        if let session {
            for user in session.ring.rung { formerMisses[user] = session.miss(of: user) }
        }
        session = next
        return !next.ring.rung.isEmpty
    }

    /// Moves the session to an SFU. Returns the SFUs that the call used before.
    func move(to edge: String) -> [String] {
        self.edge = edge
        let before = edges
        if !before.contains(edge) { edges.append(edge) }
        return before
    }

    /// Removes a lost SFU, and returns the sessions that it had.
    func removeEdge(_ edge: String) -> [String] {
        edges.removeAll { $0 == edge }
        return session?.orphan(edge) ?? []
    }

    // MARK: Members

    func member(_ userId: String) -> Member? {
        index(ofMember: userId).map { members[$0] }
    }

    func index(ofMember userId: String) -> Int? { memberIndex[userId] }

    /// Adds a member or replaces its entry. A creator that is added without a role keeps its own.
    func add(_ member: Member) {
        audience = nil
        if let index = index(ofMember: member.userId) {
            let role = members[index].role
            members[index] = member
            if member.userId == creator.id { members[index].role = member.role ?? role }
        } else {
            memberIndex[member.userId] = members.count
            members.append(member)
        }
    }

    /// Updates the profile of a member, and that of the creator.
    func update(_ user: User) {
        if user.id == creator.id { creator = user }
        guard let index = index(ofMember: user.id) else { return }
        members[index].user = user
    }

    /// Removes members, except the creator.
    func remove(_ userIds: [String]) {
        audience = nil
        members.removeAll { userIds.contains($0.userId) && $0.userId != creator.id }
        for userId in userIds where userId != creator.id { formerMisses[userId] = nil }
        memberIndex.removeAll()
        for (index, member) in members.enumerated() { memberIndex[member.userId] = index }
    }

    func isBlocked(_ userId: String) -> Bool {
        !blocked.isEmpty && blocked.contains(userId)
    }

    /// Blocks or unblocks a user.
    func setBlocked(_ userId: String, _ isBlocked: Bool, at date: Timestamp) {
        guard isBlocked != self.isBlocked(userId) else { return }
        audience = nil
        updatedAt = date
        if isBlocked {
            let index = blocked.firstIndex { $0 > userId } ?? blocked.endIndex
            blocked.insert(userId, at: index)
        } else {
            blocked.removeAll { $0 == userId }
        }
    }
}
