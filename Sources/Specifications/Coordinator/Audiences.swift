import Timing

/// The users that each event is sent to.
struct Audiences: Specification {
    static let page = SpecificationPage(
        name: "audiences of events",
        statement:
            "An SFU's event reaches users with a session in the call. The arrival of a participant reaches each other "
            + "session of the call. An event of the coordinator about what all in a call see reaches every user with a "
            + "session in it. A participant receives an event as often as it was sent to its user.",
        source: "semantics.md 2.9; 5.1; 5.2",
        arrows: [
            .init(from: "sent", to: "received", guards: ["the event was sent to the user"]),
            .init(from: "sent by an SFU", to: "received", guards: ["the user has a session in the call"]),
        ])

    /// The events of SFUs.
    private static let ofSFU: Set<Substring> = [
        "participant_joined", "participant_left", "track_published", "track_unpublished", "dominant_speaker_changed",
        "audio_level_changed", "connection_quality_changed", "pins_updated",
    ]
    /// The events of the coordinator that every participant of a call must receive.
    private static let ofAll: Set<Substring> = [
        "call.accepted", "call.rejected", "call.ended", "call.live_started", "call.updated", "call.recording_started",
        "call.recording_stopped", "call.transcription_started", "call.transcription_stopped", "call.blocked_user",
        "call.hls_broadcasting_started", "call.hls_broadcasting_stopped", "call.session_ended",
    ]

    private struct Key: Hashable {
        let user: Substring
        let type: Substring
    }

    private var sessions = LiveSessions()
    /// The calls in which rights of users were changed.
    private var restricted: Set<Substring> = []
    /// The number of events of each type that servers sent to each user.
    private var sent: [Key: Int] = [:]
    /// The number of events of each type that each participant received.
    private var received: [String: [Substring: Int]] = [:]
    /// The refusal of an event for a user without a session, unless its session begins at the same instant: the
    /// coordinator pins a participant that joins before the SFU reports the session.
    private var early: (refusal: Refusal, cid: Substring, user: Substring, at: Instant)?
    /// The clients that have read their calls again. They create events from the differences.
    private var rereaders: Set<String> = []

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        sessions.process(observation)
        switch observation {
        case .session(let change):
            if early?.cid == change.cid, early?.user == change.user { early = nil }
        case .sent(let event): return send(event, at: now, run)
        // A participant without the right to read receives the SFU's events alone.
        case .request(let request) where request.operation == "userPermissions":
            if let cid = request.cid { restricted.insert(cid) }
        case .received(let receipt): return receive(receipt, run)
        case .noted(let participant, "call.reread"): rereaders.insert(participant)
        case .crashed(let participant): received[participant] = nil
        default: break
        }
        return nil
    }

    mutating func elapse(to now: Instant, _ run: RunTraits) -> Refusal? {
        guard let early, early.at < now else { return nil }
        self.early = nil
        return early.refusal
    }

    private mutating func send(_ event: SentEvent, at now: Instant, _ run: RunTraits) -> Refusal? {
        for user in event.users { sent[Key(user: user, type: event.type), default: 0] += 1 }
        guard let cid = event.cid, let present = sessions.users(in: cid) else { return nil }
        if Self.ofSFU.contains(event.type), let stranger = event.users.first(where: { !present.contains($0) }) {
            let refusal = Refusal(
                "\(event.type) in \(cid)", "it is sent to \(stranger)", allowed: present.sorted().map(String.init),
                refused: ["the user has a session in the call"])
            guard event.type == "pins_updated" else { return refusal }
            early = early ?? (refusal, cid, stranger, now)
        }
        guard run.isUndisturbed, Self.ofAll.contains(event.type), !restricted.contains(cid) else { return nil }
        let reached = Set(event.users)
        guard let missing = present.subtracting(reached).min() else { return nil }
        return Refusal(
            "\(event.type) in \(cid)", "it is not sent to \(missing), which has a session in the call",
            allowed: ["an event for each user with a session in the call"])
    }

    private mutating func receive(_ receipt: Receipt, _ run: RunTraits) -> Refusal? {
        let participant = receipt.participant
        // The first event of a connection is a response, and `call_ended` comes with the removal of a session.
        guard receipt.type != "connection.ok", receipt.type != "call_ended", !rereaders.contains(participant) else {
            return nil
        }
        let type = receipt.type[...]
        received[participant, default: [:]][type, default: 0] += 1
        // A damaged datagram may name another event.
        guard !run.damagesDatagrams else { return nil }
        let most = sent[Key(user: run.user(of: participant)[...], type: type)] ?? 0
        guard received[participant]?[type] ?? 0 > most else { return nil }
        return Refusal(
            participant, "it receives \(receipt.type) for the \(received[participant]?[type] ?? 0). time",
            allowed: ["\(most) times"], refused: ["the event was sent to the user"])
    }
}
