import Timing
import Wire

/// The media of a session, as far as its client and its SFU have agreed on it: tracks that the client sends,
/// participants that the SFU has shown, and tracks that the client receives.
struct SessionMedia {
    /// A track of a participant.
    struct Track: Hashable {
        let session: String
        let type: Int64
    }

    /// A participant as the session's stream has shown it.
    struct Participant {
        /// The SSRC of each track.
        var sources: [Int64: UInt32] = [:]
        var published: Set<Int64> = []
        var isSpeaking = false
        var level = 0.0
    }

    /// The packets of a source that an SFU sends to the client.
    struct Flow {
        /// True when the client receives the track, and since when that has been so or not so.
        var isDue: Bool
        var since: Instant
        var lastPacket: Instant?
        var lastReport: Instant?
    }

    static let voice: Int64 = 1
    /// The user that records a call and sends nothing (semantics.md 5.3).
    private static let recorder = "recording-egress"
    /// The tracks that need no subscription: voices, and sounds of screens.
    private static let sounds: Set<Int64> = [voice, 4]

    /// The request that joined. Events of another one are of an earlier stream.
    let request: CBOR.Map
    let id: String
    /// The user name of the client's checks, and the instant of the response with it; nil without media.
    let username: String?
    let joinedAt: Instant
    private(set) var flows: [UInt32: Flow] = [:]
    var own = OwnTracks()
    /// True once the SFU has shown the client as a participant that sends media.
    private(set) var isSender = false
    var participants: [String: Participant] = [:]
    var dominant: String?
    private var subscriptions: Set<Track> = []
    /// The number of the next event.
    var nextEvent: Int64 = 1
    /// The numbers of the last events by which the SFU unpublished the client's tracks, by type.
    private var withdrawals: [Int64: Int64] = [:]
    /// False once a body was not read, or the SFU has sent something else than changes of its participants.
    var isKnown = true
    /// The last check of the path, and its first success.
    var checkedAt: Instant?
    var openedAt: Instant?
    var judgedAt = Instant.start

    /// Creates the media of a session that an SFU has granted; nil when its request is unknown.
    init?(_ request: CBOR.Map?, _ response: CBOR.Map, at now: Instant) {
        guard let request, let id = request["session_id"]?.text else { return nil }
        (self.request, self.id, joinedAt) = (request, id, now)
        username = response["path"]?.map?["username"]?.text
        subscriptions = Self.tracks(in: request["reconnect_details"]?.map?["subscriptions"])
        own.announce(request["announced_tracks"], at: now)
        for participant in response["call_state"]?.map?["participants"]?.array ?? [] { show(participant.map, at: now) }
    }

    private static func tracks(in list: CBOR?) -> Set<Track> {
        Set(
            (list?.array ?? []).compactMap(\.map).compactMap { entry in
                guard let session = entry["session_id"]?.text, let type = entry["track_type"]?.integer else {
                    return nil
                }
                return Track(session: session, type: type)
            })
    }

    // MARK: Own tracks

    /// Processes the list of all tracks that the client publishes. Of those, the SFU does not publish a track that it had
    /// unpublished by an event which the client has not handled.
    mutating func publish(_ request: CBOR.Map, at now: Instant) {
        let last = request["as_of"]?.integer ?? 0
        own.publish(request["tracks"], without: Set(withdrawals.filter { $0.value > last }.keys), at: now)
    }

    /// Records the number of an event by which the SFU unpublished a track of the client.
    mutating func withdraw(_ type: Int64, byEvent number: Int64) { withdrawals[type] = number }

    // MARK: Tracks of others

    /// Processes the list of all videos that the client requests.
    mutating func subscribe(_ list: CBOR?, at now: Instant) {
        subscriptions = Self.tracks(in: list)
        for session in participants.keys { updateFlows(of: session, [], at: now) }
    }

    /// Processes a participant that the SFU shows as a whole.
    mutating func show(_ shown: CBOR.Map?, at now: Instant) {
        guard let shown, let session = shown["session_id"]?.text else { return }
        let before = participants[session]
        var participant = Participant()
        for source in (shown["sources"]?.array ?? []).compactMap(\.map) {
            guard let type = source["track_type"]?.integer, let ssrc = source["ssrc"]?.integer else { continue }
            participant.sources[type] = UInt32(truncatingIfNeeded: ssrc)
        }
        participant.published = Set((shown["published_tracks"]?.array ?? []).compactMap(\.integer))
        participant.isSpeaking = shown.flag("is_speaking")
        participant.level = shown["audio_level"]?.double ?? 0
        participants[session] = participant
        if shown.flag("is_dominant_speaker") { dominant = session }
        if session == id {
            isSender = shown["user"]?.map?["id"]?.text != Self.recorder
            own.show(participant.published, at: now)
        }
        updateFlows(of: session, before.map { Array($0.sources.values) } ?? [], at: now)
    }

    mutating func remove(_ session: String, at now: Instant) {
        guard let participant = participants.removeValue(forKey: session) else { return }
        if dominant == session { dominant = nil }
        updateFlows(of: session, Array(participant.sources.values), at: now)
    }

    mutating func setPublished(_ isPublished: Bool, _ type: Int64, of session: String, at now: Instant) {
        if isPublished {
            participants[session]?.published.insert(type)
        } else {
            participants[session]?.published.remove(type)
        }
        if session == id { own.setSent(isPublished, type, at: now) }
        updateFlows(of: session, [], at: now)
    }

    private mutating func updateFlows(of session: String, _ former: [UInt32], at now: Instant) {
        guard session != id else { return }
        let participant = participants[session]
        for source in former where participant?.sources.values.contains(source) != true {
            setDue(false, source, at: now)
        }
        for (type, source) in participant?.sources ?? [:] {
            let isWanted = Self.sounds.contains(type) || subscriptions.contains(Track(session: session, type: type))
            setDue(isWanted && participant?.published.contains(type) == true, source, at: now)
        }
    }

    private mutating func setDue(_ isDue: Bool, _ source: UInt32, at now: Instant) {
        if flows[source]?.isDue == isDue { return }
        let known = flows[source]
        flows[source] = Flow(
            isDue: isDue, since: now, lastPacket: known?.lastPacket, lastReport: known?.lastReport)
    }

    /// Records a packet of a source that the SFU sends to the client.
    mutating func forwarded(_ source: UInt32, at now: Instant) { flows[source]?.lastPacket = now }

    /// Records a report of a source that the SFU sends to the client.
    mutating func forwardedReport(of source: UInt32, at now: Instant) { flows[source]?.lastReport = now }
}
