import Timing

/// The properties that change with events.
struct EventEffects: Specification {
    private static let effects: [(event: String, property: String, value: String)] = [
        ("call.live_started", "backstage", "false"),
        ("call.transcription_started", "transcribing", "true"),
        ("call.transcription_stopped", "transcribing", "false"),
        ("call.transcription_failed", "transcribing", "false"),
        ("call.closed_captions_started", "captioning", "true"),
        ("call.closed_captions_stopped", "captioning", "false"),
        ("call.closed_captions_failed", "captioning", "false"),
        ("call.recording_started", "recordingState", "recording"),
    ]
    /// The values before the first change.
    private static let defaults = [
        "backstage": "false", "transcribing": "false", "captioning": "false", "recordingState": "noRecording",
    ]

    static let page = SpecificationPage(
        name: "state after events",
        statement:
            "When an event reaches a client, its state already shows the event's effect. The state is never older "
            + "than an event.",
        source: "semantics.md 2.9; 3.2",
        arrows: effects.map { .init(from: $0.event, to: "\($0.property): \($0.value)") })

    private struct Key: Hashable {
        let participant: String
        let property: String
    }

    private var values: [Key: (text: String, since: Instant)] = [:]
    /// The instant at which each event was last sent.
    private var sent: [Substring: Instant] = [:]
    /// The calls that each participant is in. The values of several calls cannot be distinguished.
    private var calls: [String: Set<Substring>] = [:]

    mutating func process(_ observation: Observation, at now: Instant, _ run: RunTraits) -> Refusal? {
        switch observation {
        case .changed(let change) where Self.defaults[change.property] != nil:
            values[Key(participant: change.participant, property: change.property)] = (change.to, now)
        case .sent(let event): sent[event.type] = now
        case .stage(let change, let cid): enter(change, cid)
        case .received(let receipt) where run.isUndisturbed: return receive(receipt)
        case .crashed(let participant): forget(participant)
        default: break
        }
        return nil
    }

    private mutating func enter(_ change: PropertyChange, _ cid: Substring) {
        if change.to == "joined" { calls[change.participant, default: []].insert(cid) }
        // The client removes a call that was left or rejected. The next call begins with the default values.
        if change.to == "idle" || change.to == "rejected" { forget(change.participant) }
    }

    private mutating func forget(_ participant: String) {
        calls[participant] = nil
        for property in Self.defaults.keys { values[Key(participant: participant, property: property)] = nil }
    }

    private func receive(_ receipt: Receipt) -> Refusal? {
        guard let effect = Self.effects.first(where: { $0.event == receipt.type }), let cid = receipt.cid,
            let known = calls[receipt.participant], known.count == 1, known.contains(cid[...])
        else { return nil }
        let key = Key(participant: receipt.participant, property: effect.property)
        let value = values[key] ?? (Self.defaults[effect.property] ?? "", .start)
        // A response that arrived before the event may be newer than the event.
        guard value.text != effect.value, let sentAt = sent[receipt.type[...]], value.since < sentAt else { return nil }
        return Refusal(
            receipt.participant, "\(receipt.type) arrives, and \(effect.property) is \(value.text)",
            allowed: [effect.value])
    }
}
