import Signaling
import Timing

/// The egress that a user requests.
struct EgressWish: Sendable {
    let kind: EgressKind
    /// Where files are kept; the backend's own place when nil.
    var storage: String?
    /// The language of what is said.
    var language: String?
    /// The RTMP server.
    var target: RTMPBroadcastRequest?
}

/// One thing that leaves a call, from the request to its end.
struct EgressRun: Sendable {
    let wish: EgressWish
    /// Names it; never used twice in a call.
    let id: String
    let cid: CallCid
    let sessionId: String
    var phase = EgressPhase.starting
    /// When it began; nil until it did.
    var startedAt: Timestamp?
    /// The timer of the run's start, or of its next frame.
    var timer: TimerID?
    /// How many frames were taken.
    var frameCount = 0

    var kind: EgressKind { wish.kind }

    var status: EgressStatus? {
        switch phase {
        case .off: nil
        case .starting: .starting
        case .running: .running
        }
    }

    /// Where a file of that name would be.
    func url(of filename: String) -> String {
        let place = wish.storage ?? "files"
        return "https://\(Self.host)/\(place)/\(cid.type)/\(cid.id)/\(sessionId)/\(filename)"
    }

    /// Where the playlist of an HLS broadcast is.
    var playlistURL: String { "https://\(Self.host)/hls/\(cid.type)/\(cid.id)/\(sessionId)/\(id).m3u8" }

    /// The file that is left of it; nil when none is.
    func file(until end: Timestamp) -> StoredFile? {
        guard let startedAt, let filename else { return nil }
        return StoredFile {
            $0.filename = filename
            $0.url = url(of: filename)
            $0.startTime = startedAt
            $0.endTime = end
            $0.sessionId = sessionId
        }
    }

    private var filename: String? {
        switch kind {
        case .recording(.composite): "\(id).mp4"
        case .recording(.individual), .recording(.raw): "\(id).zip"
        case .transcription: wish.language.map { "\(id).\($0).jsonl" } ?? "\(id).jsonl"
        case .frames, .hls, .rtmp, .captions: nil
        }
    }

    /// No such host can exist (RFC 6761 section 6.4): nothing is there to be fetched.
    static let host = "egress.rollcall.invalid"
}

/// All that leaves a call, and the recordings that are left.
struct CallEgress: Sendable {
    /// The runs that are starting or running, in the order of the requests.
    private(set) var runs: [EgressRun] = []
    /// The recordings that can be fetched, the oldest first.
    private(set) var recordings: [StoredFile] = []
    /// The RTMP servers that were broadcast to, in the order in which they were first named.
    private(set) var targets: [RTMPBroadcastRequest] = []
    private var count = 0

    /// How many RTMP servers a call may broadcast to.
    static let mostBroadcasts = 10

    subscript(kind: EgressKind) -> EgressRun? {
        runs.first { $0.kind == kind }
    }

    subscript(id id: String) -> EgressRun? {
        get { runs.first { $0.id == id } }
        set {
            guard let index = runs.firstIndex(where: { $0.id == id }) else { return }
            if let newValue, newValue.phase != .off { runs[index] = newValue } else { runs.remove(at: index) }
        }
    }

    func phase(of kind: EgressKind) -> EgressPhase { self[kind]?.phase ?? .off }

    func isRunning(_ kind: EgressKind) -> Bool { phase(of: kind) == .running }

    mutating func add(_ wish: EgressWish, _ cid: CallCid, sessionId: String) -> EgressRun {
        count += 1
        let run = EgressRun(wish: wish, id: "\(wish.kind.stem)-\(count)", cid: cid, sessionId: sessionId)
        runs.append(run)
        if let target = wish.target {
            if let index = targets.firstIndex(where: { $0.name == target.name }) {
                targets[index] = target
            } else {
                targets = (targets + [target]).suffix(Self.mostBroadcasts)
            }
        }
        return run
    }

    mutating func keep(_ recording: StoredFile) {
        recordings.append(recording)
    }

    /// Deletes a recording; false when there is none of that name in that session.
    mutating func delete(_ filename: String, of sessionId: String) -> Bool {
        let before = recordings.count
        recordings.removeAll { $0.filename == filename && $0.sessionId == sessionId }
        return recordings.count < before
    }

    /// The egress in the call's response; nil without any.
    var response: EgressResponse? {
        guard !runs.isEmpty else { return nil }
        var response = EgressResponse()
        for run in runs {
            guard let status = run.status else { continue }
            switch run.kind {
            case .recording(let type): response[type] = status
            case .frames: response.frameRecording = status
            case .hls:
                response.hls = EgressHLSResponse {
                    $0.playlistURL = run.playlistURL
                    $0.status = status
                }
            case .rtmp(let name):
                response.rtmps.append(
                    EgressRTMPResponse {
                        $0.name = name
                        $0.streamURL = run.wish.target?.streamURL ?? ""
                        $0.startedAt = run.startedAt
                        $0.status = status
                    })
            case .transcription, .captions: break
            }
        }
        return response == EgressResponse() ? nil : response
    }
}
