import Wire

/// Checks that the fields of bodies between clients and SFUs agree with one another (semantics.md 4.6 and 5.2).
enum SessionFacts {
    /// Reconnect strategies by their numbers.
    private enum Strategy {
        static let fast: Int64 = 2
        static let rejoin: Int64 = 3
        static let migrate: Int64 = 4
    }

    /// Returns the violation of the state of a call as a client receives it on joining.
    static func violation(ofState state: CBOR.Map) -> String? {
        let present = (state["participants"]?.array ?? []).compactMap(\.map)
        if BodyFacts.hasRepetitions(present.compactMap { $0["session_id"]?.text }) { return "it lists a session twice" }
        if BodyFacts.hasRepetitions((state["pins"]?.array ?? []).compactMap { $0.map?["session_id"]?.text }) {
            return "it has a pin twice"
        }
        if present.count(where: { $0.flag("is_dominant_speaker") }) > 1 { return "two participants dominate" }
        let count = state["participant_count"]?.map ?? [:]
        let total = count["total"]?.integer ?? 0
        guard total >= Int64(present.count), total >= count["anonymous"]?.integer ?? 0 else {
            return "it counts fewer participants than it lists"
        }
        return present.lazy.compactMap(violation(ofParticipant:)).first
    }

    /// Returns the violation of an SFU's event.
    static func violation(ofEvent event: CBOR.Map) -> String? {
        if let participant = event["participant"]?.map { return violation(ofParticipant: participant) }
        let levels = (event["audio_levels"]?.array ?? []).compactMap { $0.map?["level"]?.double }
        return levels.allSatisfy { (0...1).contains($0) } ? nil : "its level is not between 0 and 1"
    }

    private static func violation(ofParticipant participant: CBOR.Map) -> String? {
        let published = (participant["published_tracks"]?.array ?? []).compactMap(\.integer)
        let sources = (participant["sources"]?.array ?? []).compactMap(\.map)
        guard isAscending(published), isAscending(sources.compactMap { $0["track_type"]?.integer }) else {
            return "its participant has a track twice, or in no order"
        }
        if BodyFacts.hasRepetitions(sources.compactMap { $0["ssrc"]?.integer }) { return "two tracks have one source" }
        return (0...1).contains(participant["audio_level"]?.double ?? 0) ? nil : "its level is not between 0 and 1"
    }

    private static func isAscending(_ numbers: [Int64]) -> Bool { zip(numbers, numbers.dropFirst()).allSatisfy(<) }

    /// Returns the violation of a client's request to its SFU.
    static func violation(ofRequest body: CBOR.Map) -> String? {
        for list in ["tracks", "mute_states", "announced_tracks"] {
            let types = (body[list]?.array ?? []).compactMap { element in
                element.map.map { [$0["session_id"]?.text ?? "", "\($0["track_type"]?.integer ?? 0)"] }
            }
            if BodyFacts.hasRepetitions(types) { return "its \(list) list an entry twice" }
        }
        guard let sessionId = body["session_id"]?.text, body["token"] != nil else { return nil }
        return violation(ofReconnecting: body["reconnect_details"]?.map ?? [:], body, sessionId)
    }

    /// A rejoin names the session that it replaces, and a migration the SFU that it leaves.
    private static func violation(ofReconnecting details: CBOR.Map, _ body: CBOR.Map, _ sessionId: String) -> String? {
        let strategy = details["strategy"]?.integer ?? 0
        guard body.flag("fast_reconnect") == (strategy == Strategy.fast) else {
            return "its fast_reconnect is not its strategy"
        }
        switch strategy {
        case Strategy.rejoin:
            let previous = details["previous_session_id"]?.text
            return previous == nil || previous == sessionId ? "it replaces no session" : nil
        case Strategy.migrate: return details["from_sfu_id"] == nil ? "it does not name the SFU that it leaves" : nil
        default: return nil
        }
    }
}
