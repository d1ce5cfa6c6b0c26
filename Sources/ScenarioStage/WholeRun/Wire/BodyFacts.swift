import Wire

/// Checks that the fields of a body agree with one another: what is counted with what is listed, what has ended with
/// its end, and an event with the call that it carries (semantics.md 2.9, 3.2, 5.1 and 5.2).
enum BodyFacts {
    /// Returns the first violation of a body, or of the events and calls in it.
    static func violation(of body: CBOR.Map) -> String? {
        let events = (body["events"]?.array ?? []).lazy.compactMap { $0.map.flatMap(violation(ofEvent:)) }
        let pages = ((body["calls"]?.array ?? []) + (body["reports"]?.array ?? [])).lazy
            .compactMap { $0.map.flatMap(violation(ofResponse:)) }
        return events.first ?? pages.first ?? violation(ofResponse: body)
    }

    /// Returns the violation of a response, or of an element of a page.
    private static func violation(ofResponse body: CBOR.Map) -> String? {
        if let call = body["call"]?.map, let text = violation(ofCall: call) { return text }
        if let text = repetition(in: body, "members", \.memberId) { return text }
        if let capabilities = body["own_capabilities"]?.array, hasRepetitions(capabilities.compactMap(\.text)) {
            return "its own_capabilities list an entry twice"
        }
        if let state = body["call_state"]?.map, let text = SessionFacts.violation(ofState: state) { return text }
        if body["participants"] != nil, let text = violation(ofPresent: body) { return text }
        if body["joins"] != nil, let text = violation(ofReport: body) { return text }
        return SessionFacts.violation(ofRequest: body)
    }

    // MARK: Calls

    private static func violation(ofCall call: CBOR.Map) -> String? {
        guard let created = call.date("created_at") else { return nil }
        if let updated = call.date("updated_at"), updated < created {
            return "its call was updated before its creation"
        }
        if let ended = call.date("ended_at"), ended < created { return "its call has ended before its creation" }
        if hasRepetitions((call["blocked_user_ids"]?.array ?? []).compactMap(\.text)) {
            return "its blocked_user_ids list an entry twice"
        }
        guard let session = call["session"]?.map else { return violation(ofEgress: call) }
        if let text = violation(ofLive: session, in: call) { return text }
        if let current = call["current_session_id"]?.text, current != session["id"]?.text {
            return "its current_session_id is not that of its session"
        }
        return violation(ofEgress: call) ?? violation(ofSession: session, call["settings"]?.map)
    }

    /// A call is recorded and broadcast when one of its egresses runs.
    private static func violation(ofEgress call: CBOR.Map) -> String? {
        let egress = call["egress"]?.map ?? [:]
        let recordings = ["composite_recording", "individual_recording", "raw_recording"].contains {
            egress[$0]?.map?.isRunning ?? false
        }
        guard recordings == call.flag("recording") else { return "its recording is not that of its egress" }
        let targets = (egress["rtmps"]?.array ?? []).compactMap(\.map) + [egress["hls"]?.map ?? [:]]
        guard targets.contains(where: \.isRunning) == egress.flag("broadcasting") else {
            return "its broadcasting is not that of its egress"
        }
        return nil
    }

    /// A session is live until its call is in backstage again.
    private static func violation(ofLive session: CBOR.Map, in call: CBOR.Map) -> String? {
        guard let start = session.date("live_started_at") else {
            return session["live_ended_at"] == nil ? nil : "its session has ended live, and has not begun it"
        }
        guard let end = session.date("live_ended_at") else {
            return call.flag("backstage") ? "its session is live, and its call is in backstage" : nil
        }
        return end < start ? "its session has ended live before its beginning" : nil
    }

    private static func violation(ofSession session: CBOR.Map, _ settings: CBOR.Map?) -> String? {
        let present = (session["participants"]?.array ?? []).compactMap(\.map)
        if hasRepetitions(present.compactMap { $0["user_session_id"]?.text }) {
            return "its session lists an entry twice"
        }
        if let text = violation(ofCounts: session, present) { return text }
        let answers = ["accepted_by", "rejected_by", "missed_by"].flatMap { name in
            (session[name]?.map ?? [:]).compactMap(\.key.text)
        }
        if hasRepetitions(answers) { return "its session has two answers of one user" }
        guard let start = session.date("started_at") else {
            return present.isEmpty ? nil : "its session has participants, and has not started"
        }
        if present.contains(where: { $0.date("joined_at") ?? start < start }) {
            return "its session has a participant that joined before the start"
        }
        if let end = session.date("ended_at") {
            return end < start || !present.isEmpty
                ? "its session has an end before its start, or still lists participants" : nil
        }
        let most = settings?["limits"]?.map?["max_duration_seconds"]?.integer ?? 0
        guard session.date("timer_ends_at") == (most > 0 ? start + most * 1000 : nil) else {
            return "its timer_ends_at is not its start plus the maximum duration"
        }
        return nil
    }

    /// A list of participants is counted as in a session.
    private static func violation(ofPresent list: CBOR.Map) -> String? {
        let present = (list["participants"]?.array ?? []).compactMap(\.map)
        return present.contains { $0["user_session_id"] != nil } ? violation(ofCounts: list, present) : nil
    }

    /// Listed participants are counted by role. Anonymous ones are also counted separately.
    static func violation(ofCounts counts: CBOR.Map, _ present: [CBOR.Map] = []) -> String? {
        let byRole = counts["participants_count_by_role"]?.map ?? [:]
        guard byRole["anonymous"]?.integer ?? 0 == counts["anonymous_participant_count"]?.integer ?? 0 else {
            return "its anonymous participants are counted in two ways"
        }
        let listed = Dictionary(grouping: present) { $0["role"]?.text ?? "user" }
        guard listed.allSatisfy({ $0.value.count <= byRole[$0.key]?.integer ?? 0 }) else {
            return "it counts fewer participants than it lists"
        }
        return byRole.allSatisfy { $0.value.integer ?? 0 > 0 } ? nil : "it counts zero participants of a role"
    }

    private static func violation(ofReport report: CBOR.Map) -> String? {
        guard let joins = report["joins"]?.integer, let start = report.date("started_at") else { return nil }
        for name in ["participants", "max_concurrent_participants"] where report[name]?.integer ?? 0 > joins {
            return "its \(name) are more than its joins"
        }
        let most = report["max_concurrent_participants"]?.integer ?? 0
        guard most >= min(joins, 1), most <= report["participants"]?.integer ?? 0 else {
            return "its max_concurrent_participants are none, or more than its participants"
        }
        guard let end = report.date("ended_at") else { return nil }
        guard end >= start, report["call_duration_seconds"]?.integer ?? 0 == (end - start) / 1000 else {
            return "its call_duration_seconds are not the time between its dates"
        }
        return nil
    }

    // MARK: Events

    private static func violation(ofEvent event: CBOR.Map) -> String? {
        guard let type = event["type"]?.text, let date = event.date("created_at") else {
            return SessionFacts.violation(ofEvent: event)
        }
        if let text = violation(ofResponse: event) { return text }
        if let call = event["call"]?.map, let text = violation(of: type, date, event, call) { return text }
        switch type {
        case "call.blocked_user" where event.userId == event["blocked_by_user"]?.map?["id"]?.text,
            "call.kicked_user" where event.userId == event["kicked_by_user"]?.map?["id"]?.text:
            return "its user is also the user that caused it"
        case "call.session_participant_left":
            let joined = event["participant"]?.map?.date("joined_at") ?? 0
            let isRight = event["duration_seconds"]?.integer == (date - joined) / 1000
            return isRight ? nil : "its duration_seconds are not the time since joined_at"
        case "call.session_participant_count_updated": return violation(ofCounts: event)
        case "call.recording_ready": return violation(ofFile: event["call_recording"]?.map ?? [:])
        case "call.transcription_ready": return violation(ofFile: event["call_transcription"]?.map ?? [:])
        case "call.frame_recording_ready":
            return event.date("captured_at") == date ? nil : "its frame has another date than its event"
        default: return nil
        }
    }

    /// Returns the violation of an event that carries its call.
    private static func violation(of type: String, _ date: Int64, _ event: CBOR.Map, _ call: CBOR.Map) -> String? {
        guard event["call_cid"]?.text == call["cid"]?.text else { return "\(type) carries another call" }
        let session = call["session"]?.map ?? [:]
        if let id = event["session_id"]?.text, id != session["id"]?.text ?? "" {
            return "\(type) names another session"
        }
        let isRight =
            switch type {
            case "call.created": call.date("created_at") == date
            case "call.ended": call["ended_at"] != nil && (call.date("updated_at") ?? date) == date
            case "call.session_started": session.date("started_at") == date
            case "call.session_ended": session["ended_at"] != nil
            case "call.live_started":
                !call.flag("backstage") && (session.isEmpty || session.date("live_started_at") == date)
            case "call.accepted": session["accepted_by"]?.map?.date(event.userId ?? "") == date
            case "call.rejected": hasRejected(event.userId ?? "", in: session, at: date)
            case "call.updated", "call.member_added", "call.member_updated", "call.member_removed",
                "call.member_updated_permission":
                (call.date("updated_at") ?? call.date("created_at")) == date
            default: true
            }
        return isRight ? nil : "\(type) does not agree with the call that it carries"
    }

    /// True for a user that rejected at the date, or has accepted and then cancelled a ring of its own.
    private static func hasRejected(_ user: String, in session: CBOR.Map, at date: Int64) -> Bool {
        session["rejected_by"]?.map?.date(user) == date || session["accepted_by"]?.map?.date(user) != nil
    }

    private static func violation(ofFile file: CBOR.Map) -> String? {
        guard let start = file.date("start_time"), let end = file.date("end_time"), start <= end else {
            return "its file ends before its beginning"
        }
        let url = file["url"]?.text ?? ""
        return url.hasSuffix("/\(file["session_id"]?.text ?? "")/\(file["filename"]?.text ?? "")")
            ? nil : "its file has the address of another one"
    }

    // MARK: Lists

    private static func repetition(in body: CBOR.Map, _ list: String, _ key: KeyPath<CBOR, String?>) -> String? {
        let keys = (body[list]?.array ?? []).compactMap { $0[keyPath: key] }
        return hasRepetitions(keys) ? "its \(list) list an entry twice" : nil
    }

    static func hasRepetitions(_ keys: [some Hashable]) -> Bool { Set(keys).count < keys.count }
}

extension CBOR {
    fileprivate var memberId: String? { map?["user"]?.map?["id"]?.text ?? text }
}

extension CBOR.Map {
    /// The milliseconds of a date; nil without one.
    func date(_ name: String) -> Int64? { self[name]?.integer }

    func flag(_ name: String) -> Bool { self[name]?.boolean ?? false }

    fileprivate var userId: String? { self["user"]?.map?["id"]?.text }
    fileprivate var isRunning: Bool { self["status"]?.text == "running" }
}
