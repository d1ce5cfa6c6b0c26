import Signaling
import Timing

/// The counts of one session.
struct SessionTally: Sendable {
    /// The maximum number of a call's sessions whose counts are kept. The oldest are dropped.
    static let maxCount = 1_000

    let sessionId: String
    let startedAt: Timestamp
    var endedAt: Timestamp?
    var reactions = 0
    var customEvents = 0
    private var joins = 0
    private var users: [String] = []
    private var maxPresent = 0
    /// The last media counts of each participant's session.
    private var media: [String: SendStatsRequest] = [:]

    init(_ sessionId: String, at date: Timestamp) {
        self.sessionId = sessionId
        startedAt = date
    }

    /// Counts a participant that joined; `present` are the users in the session, its own included.
    mutating func add(_ userId: String, present: Int) {
        joins += 1
        if !users.contains(userId) { users.append(userId) }
        maxPresent = max(maxPresent, present)
    }

    /// Replaces a client's media counts.
    mutating func add(_ stats: SendStatsRequest) {
        media[stats.sessionId] = stats
    }

    /// True when a client reported media counts.
    var hasMedia: Bool { !media.isEmpty }

    func report(_ cid: CallCid, at date: Timestamp) -> CallStatsReportSummary {
        var summary = CallStatsReportSummary {
            $0.callCid = cid
            $0.callSessionId = sessionId
            $0.startedAt = startedAt
            $0.endedAt = endedAt
            $0.duration = startedAt.duration(to: endedAt ?? date)
            $0.joins = joins
            $0.participants = users.count
            $0.maxConcurrent = maxPresent
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
