import Journal
import Wire

/// The calls of a connection, as its events show them.
struct CallStream {
    private struct Known {
        let call: CBOR.Map
        /// The sessions of the participants; nil when not all are known.
        var present: Set<String>?
    }

    /// The events after which a connection may miss some of its call.
    private static let exclusions: Set<String> = [
        "call.deleted", "call.member_removed", "call.blocked_user", "call.unblocked_user", "call.kicked_user",
        "call.permissions_updated",
    ]
    /// The events that a new connection receives of rings before it.
    private static let past: Set<String> = ["connection.ok", "call.ring", "call.missed"]
    /// The longest time that an event waits for others, with the millisecond that dates are rounded to.
    private static let longestWait: Int64 = 101

    private var calls: [String: Known] = [:]
    /// The date of the last event.
    private var last = Int64.min
    /// True until an event follows that is not of a past ring.
    private var isOpening = true

    /// Processes an event; returns its violation.
    ///
    /// - Parameter now: The date of the datagram; nil when events may be late.
    mutating func violation(of event: CBOR.Map, _ type: String, at now: Int64?) -> String? {
        guard let date = event.date("created_at") else { return nil }
        if !Self.past.contains(type) { isOpening = false }
        if let text = violation(ofDate: date, type, at: now) { return text }
        // A past ring has the call of another date than its own.
        guard let cid = event["call_cid"]?.text, type != "call.missed", !(isOpening && type == "call.ring") else {
            return nil
        }
        defer { if Self.exclusions.contains(type) { calls[cid] = nil } }
        let text = event["call"]?.map.flatMap { violation(of: $0, type, cid, at: date) }
        return text ?? violation(ofPresence: event, type, cid)
    }

    private mutating func violation(ofDate date: Int64, _ type: String, at now: Int64?) -> String? {
        guard !Self.past.contains(type) else { return nil }
        defer { last = max(last, date) }
        guard date >= last else { return "its \(type) is older than the event before it" }
        guard let now, now - date > Self.longestWait else { return nil }
        return "its \(type) is \(now - date) ms old"
    }

    // MARK: Calls

    private mutating func violation(of call: CBOR.Map, _ type: String, _ cid: String, at date: Int64) -> String? {
        let before = calls[cid]
        defer { calls[cid] = Known(call: call, present: calls[cid]?.present) }
        guard Self.updated(call) <= date else { return "its \(type) is older than the update of its call" }
        guard let known = before?.call else { return nil }
        guard known["created_at"] == call["created_at"] else { return "its call has another date of its creation" }
        guard Self.updated(known) <= Self.updated(call) else { return "its call has an older update than before" }
        guard known["ended_at"] == nil || call["ended_at"] != nil else { return "its call has no end any more" }
        let isSwitch = type == "call.live_started" || type == "call.updated"
        guard isSwitch || known.flag("backstage") == call.flag("backstage") else {
            return "its \(type) shows another backstage than before"
        }
        let (session, former) = (call["session"]?.map ?? [:], known["session"]?.map ?? [:])
        guard session["id"] == former["id"] else { return nil }
        let lost = ["started_at", "ended_at", "live_started_at"].first { former[$0] != nil && session[$0] == nil }
        return lost.map { "its session has no \($0), which it had before" }
    }

    private static func updated(_ call: CBOR.Map) -> Int64 { call.date("updated_at") ?? call.date("created_at") ?? 0 }

    // MARK: Participants

    /// A session that starts shows all its participants, and each that joins or leaves has an event.
    private mutating func violation(ofPresence event: CBOR.Map, _ type: String, _ cid: String) -> String? {
        if type == "call.session_started" {
            let session = event["call"]?.map?["session"]?.map ?? [:]
            let listed = (session["participants"]?.array ?? []).compactMap(\.map)
            calls[cid]?.present = Set(listed.compactMap(Self.session))
            return nil
        }
        guard let session = calls[cid]?.call["session"]?.map, var present = calls[cid]?.present,
            event["session_id"] == session["id"]
        else { return nil }
        let id = event["participant"]?.map.flatMap(Self.session) ?? ""
        switch type {
        case "call.session_participant_joined":
            guard present.insert(id).inserted else { return "its participant joins, and was there before" }
        case "call.session_participant_left":
            guard present.remove(id) != nil else { return "its participant leaves, and was not there" }
        case "call.session_participant_count_updated":
            return violation(ofCounts: event["participants_count_by_role"]?.map ?? [:], present.count, cid)
        case "call.session_ended": present = []
        default: return nil
        }
        calls[cid]?.present = present
        return nil
    }

    private mutating func violation(ofCounts counts: CBOR.Map, _ present: Int, _ cid: String) -> String? {
        let total = counts.reduce(0) { $0 + ($1.1.integer ?? 0) }
        // Not all participants of a large call have events.
        if total > present { calls[cid]?.present = nil }
        return total < present ? "it counts \(total.counted("participant")), and \(present) have joined" : nil
    }

    private static func session(of participant: CBOR.Map) -> String? { participant["user_session_id"]?.text }
}
