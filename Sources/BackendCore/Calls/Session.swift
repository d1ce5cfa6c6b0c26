internal import Containers
import Signaling
import Timing

/// One session of a call: its ring and its participants.
final class Session {
    let id: String
    private(set) var startedAt: Timestamp? { didSet { hasChanged = true } }
    private(set) var endedAt: Timestamp? { didSet { hasChanged = true } }
    private(set) var liveStartedAt: Timestamp? { didSet { hasChanged = true } }
    private(set) var liveEndedAt: Timestamp? { didSet { hasChanged = true } }
    /// The date of the session's time limit.
    var timerEndsAt: Timestamp? { didSet { hasChanged = true } }
    /// The participants, the listed ones first, in the order of their listing. The others follow in the order of
    /// joining.
    private(set) var participants: [SessionParticipant] = [] { didSet { hasChanged = true } }
    /// The participants beyond the listing limit, which are only counted.
    private(set) var unlisted: Set<String> = [] { didSet { hasChanged = true } }
    /// The number of participants of each user, one for each device.
    private var devices: [String: Int] = [:]
    /// The raised hands of participants that left, by user.
    private var formerHands: [String: (userSessionId: String, raisedAt: Timestamp)] = [:]
    var ring = Ring() { didSet { hasChanged = true } }
    /// The SFUs of the participants' sessions. A lost SFU is nil.
    private var placements: [Placement] = []
    /// The pins for everyone, which may include sessions that have ended.
    private(set) var pins: [ParticipantReference] = []
    /// True when ``response`` has changed since it became a part of the call's response.
    var hasChanged = true

    private struct Placement {
        let userSessionId: String
        var edge: String?
    }

    init(id: String) {
        self.id = id
    }

    /// True when the session has ended, or when it is empty and its ring has failed.
    var isOver: Bool {
        endedAt != nil || (participants.isEmpty && ring.hasEndedUnaccepted)
    }

    func contains(userId: String) -> Bool {
        participants.contains { $0.user.id == userId }
    }

    /// Starts the session with its first participant; returns false when it has started before.
    func start(at date: Timestamp) -> Bool {
        guard startedAt == nil else { return false }
        startedAt = date
        return true
    }

    /// Adds a participant, and lists it unless the limit is reached. Returns true when it is listed.
    func join(_ participant: SessionParticipant, listing limit: Int) -> Bool {
        let isListed = listedCount < limit
        if isListed {
            participants.insert(participant, at: listedCount)
        } else {
            unlisted.insert(participant.userSessionId)
            participants.append(participant)
        }
        devices[participant.user.id, default: 0] += 1
        return isListed
    }

    /// The number of users in the session.
    var userCount: Int { devices.count }

    private var listedCount: Int { participants.count - unlisted.count }

    /// The listed participants.
    var listed: [SessionParticipant] { Array(participants.prefix(listedCount)) }

    /// Lists further participants up to the limit, in the order of joining, and returns them.
    func fill(to limit: Int) -> [SessionParticipant] {
        let filled = participants[listedCount...].prefix(max(0, limit - listedCount))
        for participant in filled { unlisted.remove(participant.userSessionId) }
        return Array(filled)
    }

    /// Changes the participants of a user, one for each device.
    func updateParticipants(of userId: String, _ change: (inout SessionParticipant) -> Void) {
        for index in participants.indices where participants[index].user.id == userId { change(&participants[index]) }
    }

    /// Returns the date at which a joining user raised a hand: on another device, or in the session that is replaced.
    func handRaisedAt(by userId: String, replacing previous: String?) -> Timestamp? {
        if let present = participants.first(where: { $0.user.id == userId }) { return present.handRaisedAt }
        guard let former = formerHands[userId], former.userSessionId == previous else { return nil }
        return former.raisedAt
    }

    // MARK: SFUs

    /// Assigns a participant's session to an SFU.
    func place(_ userSessionId: String, on edge: String) {
        if let index = index(of: userSessionId) {
            placements[index].edge = edge
        } else {
            placements.append(Placement(userSessionId: userSessionId, edge: edge))
        }
    }

    private func index(of userSessionId: String) -> Int? {
        placements.firstIndex { $0.userSessionId == userSessionId }
    }

    /// Returns the SFU of a participant's session: nil for an unknown session, `.some(nil)` for a lost SFU.
    func edge(of userSessionId: String) -> String?? { index(of: userSessionId).map { placements[$0].edge } }

    /// Returns the user of a participant's session.
    func owner(of userSessionId: String) -> String? {
        participants.first { $0.userSessionId == userSessionId }?.user.id
    }

    /// Returns a participant by its session id and user.
    func participant(_ userSessionId: String, of userId: String) -> SessionParticipant? {
        participants.first { $0.userSessionId == userSessionId && $0.user.id == userId }
    }

    /// Removes a lost SFU from its sessions, and returns them in the order of joining.
    func orphan(_ edge: String) -> [String] {
        let orphans = participants.map(\.userSessionId).filter { self.edge(of: $0) == .some(edge) }
        for index in placements.indices where orphans.contains(placements[index].userSessionId) {
            placements[index].edge = nil
        }
        return orphans
    }

    /// Removes a participant; returns it, and true when it was listed.
    func leave(_ userSessionId: String) -> (participant: SessionParticipant, wasListed: Bool)? {
        if let index = index(of: userSessionId) { placements.remove(at: index) }
        guard let index = participants.firstIndex(where: { $0.userSessionId == userSessionId }) else { return nil }
        let participant = participants.remove(at: index)
        let others = (devices[participant.user.id] ?? 1) - 1
        devices[participant.user.id] = others > 0 ? others : nil
        formerHands[participant.user.id] = participant.handRaisedAt.map { (userSessionId, $0) }
        return (participant, unlisted.remove(userSessionId) == nil)
    }

    // MARK: Live and end

    func goLive(at date: Timestamp) {
        liveStartedAt = date
        liveEndedAt = nil
    }

    func stopLive(at date: Timestamp) {
        guard liveStartedAt != nil else { return }
        liveEndedAt = date
    }

    func end(at date: Timestamp) {
        endedAt = endedAt ?? date
        participants = []
        devices = [:]
        unlisted = []
        placements = []
        formerHands = [:]
    }

    /// Descriptions of the participants and of the data about them; empty when all have left.
    var leftovers: [String] {
        participants.map { "the participant \($0.user.id)" }
            + filled([
                "unlisted participants": unlisted.count, "placed participants": placements.count,
                "raised hands": formerHands.count,
            ])
    }

    // MARK: Pins

    /// Pins or unpins a participant for everyone. Returns the pins, or nil when nothing changes.
    func setPinned(_ isPinned: Bool, _ reference: ParticipantReference) -> [ParticipantReference]? {
        guard pins.contains(reference) != isPinned else { return nil }
        if isPinned { pins.append(reference) } else { pins.removeAll { $0 == reference } }
        return presentPins
    }

    /// Moves the pin of a replaced session to the user's new session; returns false when there is no pin.
    func movePin(of replaced: String?, to sessionId: String, userId: String) -> Bool {
        guard let replaced, let index = pins.firstIndex(where: { $0.sessionId == replaced && $0.userId == userId })
        else { return false }
        pins[index].sessionId = sessionId
        return true
    }

    /// The pins of participants that are in the session.
    var presentPins: [ParticipantReference] {
        pins.filter { pin in participants.contains { $0.userSessionId == pin.sessionId } }
    }

    /// The numbers of participants by role.
    var countByRole: [String: Int] {
        var counts: [String: Int] = [:]
        for participant in participants { counts[participant.role, default: 0] += 1 }
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
