import Signaling
import Timing

/// What is counted in one session.
struct SessionTally: Sendable {
    let sessionId: String
    let startedAt: Timestamp
    var endedAt: Timestamp?
    var reactions = 0
    var customEvents = 0
    private var stays = 0
    private var users: Set<String> = []
    private var most = 0

    init(_ sessionId: String, at date: Timestamp) {
        self.sessionId = sessionId
        startedAt = date
    }

    /// A stay began, and so many are there now.
    mutating func add(_ userId: String, present: Int) {
        stays += 1
        users.insert(userId)
        most = max(most, present)
    }

    func report(_ cid: CallCid, at date: Timestamp) -> CallStatsReportSummary {
        CallStatsReportSummary(
            callCid: cid, callSessionId: sessionId, startedAt: startedAt, endedAt: endedAt,
            duration: startedAt.duration(to: endedAt ?? date), stays: stays, participants: users.count,
            maxConcurrent: most, reactions: reactions, customEvents: customEvents)
    }
}
