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
    /// The participants whose coming and going is counted alone, because the call lists as many as it may.
    private(set) var unlisted: Set<String> = []
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

    /// Adds a participant session, listed unless so many are listed already; returns true when it is.
    mutating func join(_ participant: SessionParticipant, listing limit: Int) -> Bool {
        let isListed = participants.count - unlisted.count < limit
        if !isListed { unlisted.insert(participant.userSessionId) }
        participants.append(participant)
        return isListed
    }

    /// The participants that the call lists.
    var listed: [SessionParticipant] {
        unlisted.isEmpty ? participants : participants.filter { !unlisted.contains($0.userSessionId) }
    }

    /// Lists further participants in the order of joining until so many are listed; returns them.
    mutating func fill(to limit: Int) -> [SessionParticipant] {
        guard !unlisted.isEmpty else { return [] }
        let free = max(0, limit - (participants.count - unlisted.count))
        let next = participants.lazy.filter { [unlisted] in unlisted.contains($0.userSessionId) }.prefix(free)
        let filled = Array(next)
        for participant in filled { unlisted.remove(participant.userSessionId) }
        return filled
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

    /// Removes a participant session; returns it, and true when it was listed.
    mutating func leave(_ userSessionId: String) -> (participant: SessionParticipant, wasListed: Bool)? {
        if let place = index(ofPlace: userSessionId) { places.remove(at: place) }
        guard let index = participants.firstIndex(where: { $0.userSessionId == userSessionId }) else { return nil }
        return (participants.remove(at: index), unlisted.remove(userSessionId) == nil)
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
        unlisted = []
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
        return CallSessionResponse {
            $0.id = id
            $0.startedAt = startedAt
            $0.endedAt = endedAt
            $0.liveStartedAt = liveStartedAt
            $0.liveEndedAt = liveEndedAt
            $0.timerEndsAt = timerEndsAt
            $0.participants = listed
            $0.participantsCountByRole = countByRole
            $0.anonymousParticipantCount = countByRole[CallRole.anonymous] ?? 0
            $0.acceptedBy = ring.acceptedBy
            $0.rejectedBy = ring.rejectedBy
            $0.missedBy = ring.missedBy
        }
    }
}
