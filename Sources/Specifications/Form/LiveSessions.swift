/// The users with a session in each call, as the SFUs report them.
struct LiveSessions: Sendable {
    /// The user of each session, by call.
    private var calls: [Substring: [Substring: Substring]] = [:]
    /// False once an SFU has lost its sessions, because no server reports their ends.
    private var isKnown = true

    mutating func process(_ observation: Observation) {
        switch observation {
        case .session(let change) where change.isEnd: calls[change.cid]?[change.session] = nil
        case .session(let change): calls[change.cid, default: [:]][change.session] = change.user
        case .lostState: isKnown = false
        default: break
        }
    }

    /// Returns the users with a session in a call; nil when they are not known.
    func users(in cid: Substring) -> Set<Substring>? { isKnown ? calls[cid].map { Set($0.values) } : nil }
}
