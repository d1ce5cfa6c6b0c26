import Signaling
import Timing

/// The egress that a user requests.
struct EgressOptions: Sendable {
    let kind: EgressKind
    /// The storage of files; nil for the backend's own.
    var storage: String?
    /// The language of speech.
    var language: String?
    /// The RTMP server.
    var target: RTMPBroadcastRequest?
}

/// A recording, broadcast, transcription or captioning, from the request to its end.
struct EgressRun: Sendable {
    let options: EgressOptions
    /// The id, which is unique in a call.
    let id: String
    let cid: CallCid
    let sessionId: String
    var phase = EgressPhase.starting
    /// The date at which the run began; nil before.
    var startedAt: Timestamp?
    /// The number of recorded frames.
    var frameCount = 0

    var kind: EgressKind { options.kind }

    var status: EgressStatus? {
        switch phase {
        case .off: nil
        case .starting: .starting
        case .running: .running
        }
    }

    /// Returns the URL of a file.
    func url(of filename: String) -> String {
        let place = options.storage ?? "files"
        return "https://\(Self.host)/\(place)/\(cid.type)/\(cid.id)/\(sessionId)/\(filename)"
    }

    /// The URL of an HLS broadcast's playlist.
    var playlistURL: String { "https://\(Self.host)/hls/\(cid.type)/\(cid.id)/\(sessionId)/\(id).m3u8" }

    /// Returns the file of the run; nil when it has none.
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
        case .transcription: options.language.map { "\(id).\($0).jsonl" } ?? "\(id).jsonl"
        case .frames, .hls, .rtmp, .captions: nil
        }
    }

    /// A host that cannot exist (RFC 6761 section 6.4), because there are no files to fetch.
    static let host = "egress.rollcall.invalid"
}

/// The current egress of a call, and its recordings.
struct CallEgress: Sendable {
    /// The starting and running egress, in the order of the requests.
    private(set) var runs: [EgressRun] = []
    /// The available recordings, oldest first.
    private(set) var recordings: [StoredFile] = []
    /// The RTMP servers of all broadcasts, in the order of their first request.
    private(set) var targets: [RTMPBroadcastRequest] = []
    private var count = 0

    /// The maximum number of RTMP broadcasts of a call.
    static let maxBroadcasts = 10

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

    mutating func add(_ options: EgressOptions, _ cid: CallCid, sessionId: String) -> EgressRun {
        count += 1
        let run = EgressRun(options: options, id: "\(options.kind.stem)-\(count)", cid: cid, sessionId: sessionId)
        runs.append(run)
        if let target = options.target {
            if let index = targets.firstIndex(where: { $0.name == target.name }) {
                targets[index] = target
            } else {
                targets = (targets + [target]).suffix(Self.maxBroadcasts)
            }
        }
        return run
    }

    mutating func keep(_ recording: StoredFile) {
        recordings.append(recording)
    }

    /// Deletes a recording. Returns false when the session has no recording with the name.
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
                        $0.streamURL = run.options.target?.streamURL ?? ""
                        $0.startedAt = run.startedAt
                        $0.status = status
                    })
            case .transcription, .captions: break
            }
        }
        return response == EgressResponse() ? nil : response
    }
}
