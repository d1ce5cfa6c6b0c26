import Wire

/// The participants and pins of a call, as the stream of one session shows them.
struct SessionStream {
    private let own: String
    /// The published tracks of each participant, by session.
    private var tracks: [String: Set<Int64>] = [:]
    /// The participants of a large call that are shown since their join. Events before that may follow.
    private var shownLate: Set<String> = []
    /// The number that each participant has at its SFU, by session. A participant that moves has another one.
    private var places: [String: String] = [:]
    private var pins: Set<String>

    /// Creates the state that the response to a join shows.
    init(of session: String, _ state: CBOR.Map) {
        own = session
        pins = Self.sessions(in: state["pins"])
        for participant in (state["participants"]?.array ?? []).compactMap(\.map) {
            guard let session = participant["session_id"]?.text else { continue }
            tracks[session] = Self.tracks(of: participant)
            places[session] = Self.place(of: participant)
        }
    }

    /// Processes an event; returns its violation.
    mutating func violation(of event: CBOR.Map, _ type: String) -> String? {
        let participant = event["participant"]?.map
        let session = (participant ?? event)["session_id"]?.text ?? ""
        switch type {
        case "participant_joined":
            places[session] = Self.place(of: participant ?? [:])
            guard tracks.updateValue(Self.tracks(of: participant ?? [:]), forKey: session) == nil else {
                return "its participant \(session) joins, and was in the call before"
            }
        case "participant_left":
            guard tracks.removeValue(forKey: session) != nil else {
                return "its participant \(session) leaves, and was not in the call"
            }
        case "participant_updated": return update(session, participant ?? [:], type)
        case "track_published", "track_unpublished": return change(session, event, type)
        case "pins_updated": return pin(Self.sessions(in: event["pins"]))
        case "dominant_speaker_changed":
            return tracks[session] == nil ? "its \(session) dominates, and is not in the call" : nil
        case "audio_level_changed": return absent(in: event["audio_levels"], type)
        case "connection_quality_changed": return absent(in: event["connection_quality_updates"], type)
        default: break
        }
        return nil
    }

    /// A participant that is shown as a whole has the tracks of the events before, or those with which it has moved to
    /// another SFU. A client is not notified of its own changes.
    private mutating func update(_ session: String, _ participant: CBOR.Map, _ type: String) -> String? {
        let (shown, place) = (Self.tracks(of: participant), Self.place(of: participant))
        if tracks[session] == nil { shownLate.insert(session) }
        let hasMoved = places.updateValue(place, forKey: session) != place
        guard let known = tracks.updateValue(shown, forKey: session), session != own, !shownLate.contains(session),
            !hasMoved, known != shown
        else { return nil }
        return "its \(type) shows the tracks \(shown.sorted()) of \(session), and it had \(known.sorted()) before"
    }

    private mutating func change(_ session: String, _ event: CBOR.Map, _ type: String) -> String? {
        guard let known = tracks[session] else { return "its \(type) is of \(session), which is not in the call" }
        let track = event["track_type"]?.integer ?? 0
        let isPublished = type == "track_published"
        let mayRepeat = session == own || shownLate.contains(session)
        guard mayRepeat || known.contains(track) != isPublished else {
            return "its \(type) of the track \(track) of \(session) changes nothing"
        }
        tracks[session] = isPublished ? known.union([track]) : known.subtracting([track])
        return event["participant"]?.map.flatMap { update(session, $0, type) }
    }

    private mutating func pin(_ sessions: Set<String>) -> String? {
        guard sessions != pins else { return "its pins are the same as before" }
        pins = sessions
        return nil
    }

    /// Returns the violation of a list that names a session without a participant.
    private func absent(in list: CBOR?, _ type: String) -> String? {
        let unknown = Self.sessions(in: list).filter { tracks[$0] == nil }
        return unknown.min().map { "its \(type) names \($0), which is not in the call" }
    }

    private static func tracks(of participant: CBOR.Map) -> Set<Int64> {
        Set((participant["published_tracks"]?.array ?? []).compactMap(\.integer))
    }

    private static func place(of participant: CBOR.Map) -> String { participant["track_lookup_prefix"]?.text ?? "" }

    private static func sessions(in list: CBOR?) -> Set<String> {
        Set((list?.array ?? []).compactMap { $0.map?["session_id"]?.text })
    }
}
