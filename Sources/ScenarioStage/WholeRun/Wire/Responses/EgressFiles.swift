import Wire

/// Checks the files of recordings and transcriptions: each is available some seconds after its egress was stopped, with the
/// times of that egress, and a recording is listed until a request deletes it (wire.md, `egress`).
struct EgressFiles {
    private enum Egress {
        case runs(since: Int64)
        case hasEnded
    }

    /// A file that is due, with the times that it must have.
    private struct Due {
        let cid: String
        let kind: String
        let (start, end): (Int64, Int64)
        let connection: String
    }

    /// Twice the longest delay of an event.
    private static let delay: Int64 = 200
    private static let kinds = ["call.recording_": "call_recording", "call.transcription_": "call_transcription"]

    /// The servers' time from the end of egress to its file, in milliseconds.
    var time: Int64 = 2000
    /// The egress that has begun, by id.
    private var egresses: [String: Egress] = [:]
    private var due: [Due] = []
    /// The names of the available recordings of each call, with the places of the messages that showed them.
    private var recordings: [String: [String: Int]] = [:]

    /// Records a request, which may delete a recording or end a connection.
    mutating func begin(_ request: RequestFacts) {
        switch request.action {
        case .deleteRecording, .delete: if let cid = request.cid { recordings[cid] = nil }
        case .disconnect: due.removeAll { $0.connection == request.connection }
        default: break
        }
    }

    /// Forgets the files that are due, because events may be late or unread.
    mutating func disregard() { (egresses, due) = ([:], []) }

    /// Processes an event of a call, which arrives on a connection.
    mutating func take(
        _ event: CBOR.Map, _ type: String, _ cid: String, at moment: MessageTime, on connection: String
    ) {
        if EgressStarts.exclusions.contains(type) || type == "call.deleted" { due.removeAll { $0.cid == cid } }
        guard let separator = type.lastIndex(of: "_"), let field = Self.kinds[String(type[...separator])] else {
            return
        }
        let kind = String(type[...separator])
        let id = event["egress_id"]?.text ?? ""
        switch type[type.index(after: separator)...] {
        case "started" where egresses[id] == nil: egresses[id] = .runs(since: moment.date)
        case "stopped":
            if case .runs(let start)? = egresses.updateValue(.hasEnded, forKey: id) {
                due.append(Due(cid: cid, kind: kind, start: start, end: moment.date, connection: connection))
            }
        case "failed": egresses[id] = .hasEnded
        case "ready":
            guard let file = event[field]?.map else { return }
            let (start, end) = (file.date("start_time"), file.date("end_time"))
            due.removeAll { $0.cid == cid && $0.kind == kind && $0.start == start && $0.end == end }
            if kind == "call.recording_", let name = file["filename"]?.text {
                recordings[cid, default: [:]][name] = moment.order
            }
        default: break
        }
    }

    /// Returns the violation of a file that is overdue.
    func violation(at date: Int64) -> String? {
        let overdue = due.first { $0.end + time + Self.delay < date }
        return overdue.map { "the file of its \($0.kind.dropFirst(5).dropLast()) in \($0.cid) is due" }
    }

    /// Returns the violation of a list of recordings that lacks one.
    func violation(ofList response: CBOR.Map, to request: RequestFacts) -> String? {
        guard let cid = request.cid, let known = recordings[cid] else { return nil }
        let listed = Set((response["recordings"]?.array ?? []).compactMap { $0.map?["filename"]?.text })
        let missing = known.filter { $0.value < request.moment.order && !listed.contains($0.key) }.keys.min()
        return missing.map { "its recordings lack \($0)" }
    }
}
