import Wire

/// Checks that egress which stops was stopped by a request, or with its session. Otherwise it has failed, which is
/// another event (wire.md, `egress`).
struct EgressEnds {
    private struct Stop {
        let type: String
        let cid: String
        let date: Int64
    }

    private struct Request {
        /// The beginnings of the types of the events that it may cause.
        let kinds: [String]
        let order: Int
        let date: Int64
        /// The date of the response; nil while the request is open.
        var respondedAt: Int64?
    }

    /// The events with which a session and its egress end.
    private static let ends: Set<String> = ["call.session_ended", "call.ended", "call.deleted"]
    /// The requests that stop egress, by call.
    private var requests: [String: [Request]] = [:]
    /// The stops that no request explains, by connection, until the next event shows whether the session has ended.
    private var stops: [String: [Stop]] = [:]

    mutating func begin(_ requestFacts: RequestFacts, _ cid: String) {
        requests[cid, default: []].append(
            Request(
                kinds: Self.kinds(of: requestFacts), order: requestFacts.moment.order, date: requestFacts.moment.date))
    }

    /// Returns the beginnings of the types of the events about the egress that a request stops.
    private static func kinds(of request: RequestFacts) -> [String] {
        let body = request.body ?? [:]
        func with(_ flag: String, _ kind: String) -> [String] { body.flag(flag) ? [kind] : [] }
        return switch request.resource.first {
        case "recordings": ["call.recording_"]
        case "rtmp_broadcasts": ["call.rtmp_broadcast_"]
        case "stop_broadcasting": ["call.hls_broadcasting_"]
        case "stop_frame_recording": ["call.frame_recording_"]
        case "stop_transcription": ["call.transcription_"] + with("stop_closed_captions", "call.closed_captions_")
        case "stop_closed_captions": ["call.closed_captions_"] + with("stop_transcription", "call.transcription_")
        default: ["call."]
        }
    }

    mutating func end(_ requestFacts: RequestFacts, _ cid: String, at moment: MessageTime) {
        guard let index = requests[cid]?.lastIndex(where: { $0.order == requestFacts.moment.order }) else { return }
        requests[cid]?[index].respondedAt = moment.date
    }

    /// Forgets the stops of a connection, because some of its events are unknown.
    mutating func skip(_ connection: String) { stops[connection] = nil }

    /// Processes an event of a call; returns the violation of an earlier one.
    mutating func violation(ofEvent type: String, _ cid: String, at date: Int64, on connection: String) -> String? {
        if let open = stops[connection] {
            if Self.ends.contains(type) {
                stops[connection] = open.filter { $0.cid != cid || $0.date != date }
            } else if let stop = open.first(where: { $0.cid == cid && $0.date < date }) {
                stops[connection] = nil
                return "its \(stop.type) has no request, and its session continues"
            }
        }
        if Self.isStop(type), !isRequested(type, in: cid, at: date) {
            stops[connection, default: []].append(Stop(type: type, cid: cid, date: date))
        }
        return nil
    }

    private static func isStop(_ type: String) -> Bool {
        type.hasSuffix("_stopped") && type.hasPrefix("call.")
    }

    private func isRequested(_ type: String, in cid: String, at date: Int64) -> Bool {
        let open = (requests[cid] ?? []).filter { $0.date <= date && $0.respondedAt ?? date >= date }
        return open.contains { $0.kinds.contains { type.hasPrefix($0) } }
    }
}
