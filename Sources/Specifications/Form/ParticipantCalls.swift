/// The calls that each participant is in.
///
/// The properties of a participant do not name their call, so those of a participant in several calls are not judged.
struct ParticipantCalls: Sendable {
    private var calls: [String: Set<Substring>] = [:]
    /// The participants that were in several calls at once.
    private(set) var mixed: Set<String> = []

    /// Processes a change of a call's stage.
    mutating func note(_ change: PropertyChange, _ cid: Substring) {
        if change.to == "idle" {
            calls[change.participant]?.remove(cid)
        } else {
            calls[change.participant, default: []].insert(cid)
        }
        if calls[change.participant]?.count ?? 0 > 1 { mixed.insert(change.participant) }
    }
}
