/// The calls in which each participant is. While it is in several, its properties do not name their call.
struct ParticipantCalls: Sendable {
    private var calls: [String: Set<Substring>] = [:]
    /// The participants that were in several calls at once.
    private(set) var mixed: Set<String> = []

    /// Notes a stage of a call.
    mutating func note(_ change: Change, _ cid: Substring) {
        if change.to == "idle" {
            calls[change.participant]?.remove(cid)
        } else {
            calls[change.participant, default: []].insert(cid)
        }
        if calls[change.participant]?.count ?? 0 > 1 { mixed.insert(change.participant) }
    }
}
