import Signaling
import Timing

/// One stretch of a call: who was rung and answered how, and who is in it.
struct Session: Sendable {
    let id: String
    private(set) var startedAt: Timestamp?
    private(set) var endedAt: Timestamp?
    private(set) var liveStartedAt: Timestamp?
    private(set) var liveEndedAt: Timestamp?
    /// When its time is up.
    var timerEndsAt: Timestamp?
    private(set) var participants: [SessionParticipant] = []
    /// Where the stays are; nowhere when their SFU is gone.
    private var places: [Place] = []
    var ring = Ring()
    /// Who is pinned for everyone; a stay that is over may be among them until its session is.
    private(set) var pins: [ParticipantReference] = []

    private struct Place {
        let userSessionId: String
        var edge: String?
    }

    init(id: String) {
        self.id = id
    }

    /// Whether it has ended, or its ring came to nothing while nobody was in it.
    var isOver: Bool {
        endedAt != nil || (participants.isEmpty && ring.cameToNothing)
    }

    func contains(userId: String) -> Bool {
        participants.contains { $0.user.id == userId }
    }

    /// Begins with the first stay; false when it had begun.
    mutating func start(at date: Timestamp) -> Bool {
        guard startedAt == nil else { return false }
        startedAt = date
        return true
    }

    /// Takes a stay in.
    mutating func join(_ participant: SessionParticipant) {
        participants.append(participant)
    }

    /// Takes over what is known of a user now.
    mutating func update(_ user: User) {
        for index in participants.indices where participants[index].user.id == user.id {
            participants[index].user = user
        }
    }

    // MARK: Where the stays are

    /// A stay is on this SFU from now on.
    mutating func settle(_ userSessionId: String, on edge: String) {
        if let index = index(ofPlace: userSessionId) {
            places[index].edge = edge
        } else {
            places.append(Place(userSessionId: userSessionId, edge: edge))
        }
    }

    /// They are looked for one by one: few stay in most sessions, and with hundreds it is still quick.
    private func index(ofPlace userSessionId: String) -> Int? {
        places.indices.first { places[$0].userSessionId == userSessionId }
    }

    /// Where a stay is: nil when there is no such stay, and nothing inside when its SFU is gone.
    func place(of userSessionId: String) -> String?? { index(ofPlace: userSessionId).map { places[$0].edge } }

    /// Whether a stay is this user's own.
    func owns(_ userSessionId: String, _ userId: String) -> Bool {
        participants.contains { $0.userSessionId == userSessionId && $0.user.id == userId }
    }

    /// The stays on an SFU that is gone, in the order of joining; they are nowhere now.
    mutating func orphan(_ edge: String) -> [String] {
        let orphans = participants.map(\.userSessionId).filter { place(of: $0) == .some(edge) }
        for index in places.indices where orphans.contains(places[index].userSessionId) { places[index].edge = nil }
        return orphans
    }

    /// Takes a stay out.
    mutating func leave(_ userSessionId: String) -> SessionParticipant? {
        if let place = index(ofPlace: userSessionId) { places.remove(at: place) }
        guard let index = participants.firstIndex(where: { $0.userSessionId == userSessionId }) else { return nil }
        return participants.remove(at: index)
    }

    /// The call left backstage.
    mutating func goLive(at date: Timestamp) {
        liveStartedAt = date
        liveEndedAt = nil
    }

    /// The call went back to backstage.
    mutating func stopLive(at date: Timestamp) {
        guard liveStartedAt != nil else { return }
        liveEndedAt = date
    }

    mutating func end(at date: Timestamp) {
        endedAt = endedAt ?? date
        participants = []
        places = []
    }

    // MARK: Pins

    /// Pins a stay for everyone or no longer; returns who is pinned then, nil when that changes nothing.
    mutating func setPinned(_ isPinned: Bool, _ reference: ParticipantReference) -> [ParticipantReference]? {
        guard pins.contains(reference) != isPinned else { return nil }
        if isPinned { pins.append(reference) } else { pins.removeAll { $0 == reference } }
        return presentPins
    }

    /// A stay took the place of another one of the same user; true when that one was pinned.
    mutating func passOnPin(of replaced: String?, to sessionId: String, userId: String) -> Bool {
        guard let replaced, let index = pins.firstIndex(where: { $0.sessionId == replaced && $0.userId == userId })
        else { return false }
        pins[index].sessionId = sessionId
        return true
    }

    /// Who is pinned and there.
    var presentPins: [ParticipantReference] {
        pins.filter { pin in participants.contains { $0.userSessionId == pin.sessionId } }
    }

    /// How many are in it, by role. It is asked for when nobody is in it as often as later, so nobody keeps count.
    var countByRole: [String: Int] {
        var counts: [String: Int] = [:]
        var rest = participants[...]
        // Most have the role of those before them.
        while let role = rest.first?.role {
            let others = rest.drop { $0.role == role }
            counts[role, default: 0] += rest.count - others.count
            rest = others
        }
        return counts
    }

    var response: CallSessionResponse {
        let countByRole = countByRole
        return CallSessionResponse(
            id: id, startedAt: startedAt, endedAt: endedAt, liveStartedAt: liveStartedAt, liveEndedAt: liveEndedAt,
            timerEndsAt: timerEndsAt, participants: participants, participantsCountByRole: countByRole,
            anonymousParticipantCount: countByRole[CallRole.anonymous] ?? 0, acceptedBy: ring.acceptedBy,
            rejectedBy: ring.rejectedBy, missedBy: ring.missedBy)
    }
}
