import Timing
import Wire

// The events of a session's stream, each once (wire.md, "The SFU").
extension SessionMedia {
    /// Events that say nothing about tracks, voices or the end of the session.
    private static let others: Set<String> = ["connection_quality_changed", "pins_updated", "health_check_response"]

    /// Processes a batch of events, of which the first one has a number.
    mutating func take(_ events: [CBOR], from first: Int64, at now: Instant) {
        guard first <= nextEvent else {
            isKnown = false
            return
        }
        let known = Int(nextEvent - first)
        nextEvent = max(nextEvent, first + Int64(events.count))
        for (index, event) in events.enumerated().dropFirst(known) {
            if let event = event.map { take(event, first + Int64(index), at: now) }
        }
    }

    private mutating func take(_ event: CBOR.Map, _ number: Int64, at now: Instant) {
        let type = event["type"]?.text ?? ""
        let participant = event["participant"]?.map
        let session = (participant ?? event)["session_id"]?.text ?? ""
        switch type {
        case "participant_joined", "participant_updated": show(participant, at: now)
        case "participant_left": remove(session, at: now)
        case "track_published", "track_unpublished":
            if participant != nil { show(participant, at: now) }
            guard let track = event["track_type"]?.integer else { return }
            setPublished(type == "track_published", track, of: session, at: now)
            if session == id, type == "track_unpublished" { withdraw(track, byEvent: number) }
        case "audio_level_changed":
            for level in (event["audio_levels"]?.array ?? []).compactMap(\.map) { take(level) }
        case "dominant_speaker_changed": dominant = session
        default: if !Self.others.contains(type) { isKnown = false }
        }
    }

    private mutating func take(_ level: CBOR.Map) {
        guard let session = level["session_id"]?.text else { return }
        participants[session]?.isSpeaking = level.flag("is_speaking")
        participants[session]?.level = level["level"]?.double ?? 0
    }
}
