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
    private var users: [String] = []
    private var most = 0
    /// What each stay's client last told of its media.
    private var media: [String: SendStatsRequest] = [:]

    init(_ sessionId: String, at date: Timestamp) {
        self.sessionId = sessionId
        startedAt = date
    }

    /// A stay began, and so many are there now.
    mutating func add(_ userId: String, present: Int) {
        stays += 1
        if !users.contains(userId) { users.append(userId) }
        most = max(most, present)
    }

    /// A client told what it has sent and received so far.
    mutating func add(_ stats: SendStatsRequest) {
        media[stats.sessionId] = stats
    }

    /// Whether any client told what it has sent and received.
    var hasMedia: Bool { !media.isEmpty }

    func report(_ cid: CallCid, at date: Timestamp) -> CallStatsReportSummary {
        var summary = CallStatsReportSummary {
            $0.callCid = cid
            $0.callSessionId = sessionId
            $0.startedAt = startedAt
            $0.endedAt = endedAt
            $0.duration = startedAt.duration(to: endedAt ?? date)
            $0.stays = stays
            $0.participants = users.count
            $0.maxConcurrent = most
            $0.reactions = reactions
            $0.customEvents = customEvents
        }
        if hasMedia {
            summary.publisher = media.values.reduce(PublisherStats()) { $0.adding($1.publisher) }
            summary.subscriber = media.values.reduce(SubscriberStats()) { $0.adding($1.subscriber) }
        }
        return summary
    }
}
