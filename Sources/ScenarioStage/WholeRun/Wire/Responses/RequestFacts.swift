import ScenarioLanguage
import Wire

/// The facts about a request that its response and later bodies must show.
struct RequestFacts {
    /// The requests that are judged, by their routes.
    enum Action: String {
        case connect = "FETCH /video/connect"
        case disconnect = "DELETE /video/connect"
        case get = "GET /video/call/*/*"
        case getOrCreate = "POST /video/call/*/*"
        case join = "POST /video/call/*/*/join"
        case ring = "POST /video/call/*/*/ring"
        case accept = "POST /video/call/*/*/accept"
        case reject = "POST /video/call/*/*/reject"
        case update = "PATCH /video/call/*/*"
        case updateMembers = "POST /video/call/*/*/members"
        case delete = "POST /video/call/*/*/delete"
        case block = "POST /video/call/*/*/block"
        case unblock = "POST /video/call/*/*/unblock"
        case kick = "POST /video/call/*/*/kick"
        case permissions = "POST /video/call/*/*/user_permissions"
        case requestPermission = "POST /video/call/*/*/request_permission"
        case sendEvent = "POST /video/call/*/*/event"
        case react = "POST /video/call/*/*/reaction"
        case raiseHand = "POST /video/call/*/*/raise_hand"
        case lowerHand = "POST /video/call/*/*/lower_hand"
        case getParticipants = "GET /video/call/*/*/participants"
        case goLive = "POST /video/call/*/*/go_live"
        case stopLive = "POST /video/call/*/*/stop_live"
        case markEnded = "POST /video/call/*/*/mark_ended"
        case startBroadcasts = "POST /video/call/*/*/rtmp_broadcasts"
        case startFrames = "POST /video/call/*/*/start_frame_recording"
        case startHLS = "POST /video/call/*/*/start_broadcasting"
        case startTranscription = "POST /video/call/*/*/start_transcription"
        case startCaptions = "POST /video/call/*/*/start_closed_captions"
        case listRecordings = "GET /video/call/*/*/recordings"
        case deleteRecording = "DELETE /video/call/*/*/*/recordings/*"
        case muteUsers = "POST /video/call/*/*/mute_users"
        case queryCalls = "POST /video/calls"
        case queryMembers = "POST /video/call/members"
        case queryReports = "POST /video/call/stats"
        case createDevice = "POST /video/devices"
        case listDevices = "GET /video/devices"
        case deleteDevice = "DELETE /video/devices"
        case joinSession = "FETCH /sfu/join"
        /// A request that starts a recording of a type.
        case startRecording
        /// A request that stops egress.
        case stop
        /// A request whose response is not checked.
        case other
    }

    let action: Action
    /// The call; nil for a request about none.
    let cid: String?
    /// The segments of the path below the call; empty for a request about none.
    let resource: [String]
    /// The values of the query, by name.
    let query: [String: String]
    /// The body; nil for a body in several blocks.
    let body: CBOR.Map?
    let moment: MessageTime
    /// The connection of the request, or of the event stream that it opens; nil while that is unknown.
    var connection: String?
    /// The user of the connection; nil for an unknown one.
    var user: String?
    /// The changes of the request, if it is granted.
    var changes: [GrantedFacts.Subject: CBOR] = [:]
    /// The scope of the changes.
    var scope = ""

    init(_ route: WireTables.Route?, _ frame: CoAPFrame, _ body: CBOR.Map?, at moment: MessageTime) {
        let path = String(decoding: frame.path, as: UTF8.self)
        let segments = Array(path.split(separator: "/", omittingEmptySubsequences: false).dropFirst())
        // A request for a further block of a response has no effect of its own.
        action = frame.block2?.number ?? 0 > 0 ? .other : route.map(Self.action) ?? .other
        let isOfCall = segments.count > 3 && segments.prefix(2).elementsEqual(["video", "call"])
        cid = isOfCall ? "\(segments[2]):\(segments[3])" : nil
        resource = isOfCall ? segments.dropFirst(4).map(String.init) : []
        var query: [String: String] = [:]
        for part in frame.query {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { query[String(pair[0])] = String(pair[1]) }
        }
        self.query = query
        self.body = body
        self.moment = moment
        connection = query["connection_id"]
    }

    private static func action(_ route: WireTables.Route) -> Action {
        if let action = Action(rawValue: route.name) { return action }
        let last = route.path.last ?? ""
        if last == "start" { return .startRecording }
        return last == "stop" || last.hasPrefix("stop_") ? .stop : .other
    }

    /// The number of members that a response may list at most; nil without a limit.
    var membersLimit: Int? {
        action == .get ? query["members_limit"].flatMap { Int($0) } : body?["members_limit"]?.integer.map(Int.init)
    }

    /// The token that the request presents to open a stream; nil for another request.
    var token: CBOR? { action == .connect || action == .joinSession ? body?["token"] : nil }

    /// True for a request that may ring members.
    var mayRing: Bool {
        switch action {
        case .ring: true
        case .get: query["ring"] == "true"
        case .getOrCreate, .join: body?.flag("ring") ?? true
        default: false
        }
    }

    /// The data with which the request creates a call that does not exist; nil when it creates none.
    var creation: CBOR.Map? {
        guard let body, action == .getOrCreate || action == .join && body.flag("create") else { return nil }
        return body["data"]?.map ?? [:]
    }
}

/// The position of a message among all messages, and its date.
struct MessageTime {
    /// The number of the message.
    let order: Int
    /// The milliseconds of its date.
    let date: Int64
}
