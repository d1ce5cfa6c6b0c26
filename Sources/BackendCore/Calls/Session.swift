import Signaling
import Timing

/// One stretch of a call: who was rung and answered how, and who is in it.
struct Session: Sendable {
    let id: String
    private(set) var startedAt: Timestamp?
    private(set) var endedAt: Timestamp?
    private(set) var participants: [SessionParticipant] = []
    private(set) var countByRole: [String: Int] = [:]
    var ring = Ring()

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
        countByRole[participant.role, default: 0] += 1
    }

    /// Takes a stay out.
    mutating func leave(_ userSessionId: String) -> SessionParticipant? {
        guard let index = participants.firstIndex(where: { $0.userSessionId == userSessionId }) else { return nil }
        let participant = participants.remove(at: index)
        let count = (countByRole[participant.role] ?? 1) - 1
        countByRole[participant.role] = count > 0 ? count : nil
        return participant
    }

    mutating func end(at date: Timestamp) {
        endedAt = endedAt ?? date
        participants = []
        countByRole = [:]
    }

    var response: CallSessionResponse {
        var response = CallSessionResponse(id: id)
        response.startedAt = startedAt
        response.endedAt = endedAt
        response.participants = participants
        response.participantsCountByRole = countByRole
        response.anonymousParticipantCount = countByRole[CallRole.anonymous] ?? 0
        response.acceptedBy = ring.acceptedBy
        response.rejectedBy = ring.rejectedBy
        response.missedBy = ring.missedBy
        return response
    }
}
