import Wire

/// Checks that egress begins or fails soon after the granted request that starts it, unless it is stopped or its
/// session ends before (wire.md, `egress`). A connection that followed the call before is notified.
struct EgressStarts {
    private struct Start {
        let cid: String
        /// The beginning of its events' types.
        let kind: String
        let deadline: Int64
    }

    private struct Follower: Hashable {
        let connection: String
        let cid: String
    }

    /// The longest time until egress begins, in milliseconds: the time of the servers, and a delay.
    private(set) var limit: Int64 = 500 + delay
    /// Twice the longest delay of an event.
    private static let delay: Int64 = 200
    /// The events after which a connection may miss some of its call.
    static let exclusions: Set<String> = [
        "call.member_removed", "call.blocked_user", "call.kicked_user", "call.permissions_updated",
    ]
    /// The requests after which a connection follows a call. One that joins may lack the right to read it.
    private static let following: Set<RequestFacts.Action> = [.get, .getOrCreate]
    private static let ends: Set<String> = ["call.session_ended", "call.ended", "call.deleted"]

    private var pending: [Start] = []
    /// The violation of a start that was overdue when its egress was ended.
    private var failure: String?
    private var running: [String: Set<String>] = [:]
    private var followers: Set<Follower> = []

    /// Returns the events' beginnings of the egress that a request starts.
    private static func kinds(of requestFacts: RequestFacts) -> [String] {
        let body = requestFacts.body ?? [:]
        func chosen(_ kinds: (flag: String, kind: String)...) -> [String] {
            kinds.filter { body.flag($0.flag) }.map(\.kind)
        }
        return switch requestFacts.action {
        case .startRecording: ["call.recording_"]
        case .startFrames: ["call.frame_recording_"]
        case .startHLS: ["call.hls_broadcasting_"]
        case .startBroadcasts: ["call.rtmp_broadcast_"]
        case .startTranscription:
            ["call.transcription_"] + chosen(("enable_closed_captions", "call.closed_captions_"))
        case .startCaptions: ["call.closed_captions_"] + chosen(("enable_transcription", "call.transcription_"))
        case .goLive:
            chosen(
                ("start_hls", "call.hls_broadcasting_"), ("start_rtmp_broadcasts", "call.rtmp_broadcast_"),
                ("start_recording", "call.recording_"),
                ("start_transcription", "call.transcription_"), ("start_closed_caption", "call.closed_captions_"))
        default: []
        }
    }

    /// Sets the servers' time until a beginning.
    mutating func setStart(_ milliseconds: Int64) { limit = milliseconds + Self.delay }

    /// Records a request that may end the egress of a call. An overdue start has failed.
    mutating func stop(_ cid: String, at date: Int64) {
        failure = violation(at: date)
        pending.removeAll { $0.cid == cid }
    }

    /// Records a granted request.
    mutating func grant(_ requestFacts: RequestFacts, _ cid: String, at date: Int64) {
        guard let connection = requestFacts.connection else { return }
        let follower = Follower(connection: connection, cid: cid)
        if Self.following.contains(requestFacts.action) { followers.insert(follower) }
        guard followers.contains(follower) else { return }
        for kind in Self.kinds(of: requestFacts) where !(running[cid]?.contains(kind) ?? false) {
            pending.append(Start(cid: cid, kind: kind, deadline: date + limit))
        }
    }

    /// Forgets the pending starts, because events may be late or unread.
    mutating func disregard() { (pending, failure) = ([], nil) }

    /// Processes an event of a call.
    mutating func take(_ event: CBOR.Map, _ type: String, _ cid: String, at date: Int64, on connection: String) {
        followers.insert(Follower(connection: connection, cid: cid))
        if type == "call.session_started", let call = event["call"]?.map, Self.isRecorded(call) {
            pending.append(Start(cid: cid, kind: "call.recording_", deadline: date + limit))
        }
        if Self.exclusions.contains(type) {
            followers = followers.filter { $0.cid != cid }
            stop(cid, at: date)
        } else if Self.ends.contains(type) {
            running[cid] = nil
            stop(cid, at: date)
        } else if let end = type.lastIndex(of: "_") {
            let kind = String(type[...end])
            pending.removeAll { $0.cid == cid && $0.kind == kind }
            if type.hasSuffix("_started") {
                running[cid, default: []].insert(kind)
            } else {
                running[cid]?.remove(kind)
            }
        }
    }

    /// True for a call whose recording starts with its session.
    private static func isRecorded(_ call: CBOR.Map) -> Bool {
        !call.flag("backstage") && call["settings"]?.map?["recording"]?.map?["mode"] == "auto-on"
    }

    /// Returns the violation of a start that is overdue.
    func violation(at date: Int64) -> String? {
        if let failure { return failure }
        let overdue = pending.first { $0.deadline < date }
        return overdue.map { "its \($0.kind)started is due for \(limit) ms in \($0.cid)" }
    }
}
