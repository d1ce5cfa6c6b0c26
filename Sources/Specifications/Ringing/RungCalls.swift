/// The call of each participant's ring, as far as `ringingCall` shows it.
///
/// The calling state does not name its call. While a ring goes on, another ring of the client may replace the ringing call;
/// then either call may be the one of the calling state.
struct RungCalls: Sendable {
    private enum Call {
        case unknown
        case known(Substring)
        /// One of several.
        case ambiguous
    }

    /// The value of each participant's `ringingCall`.
    private var shown: [String: Substring] = [:]
    private var calls: [String: Call] = [:]

    /// Notes that a ring of a participant begins.
    ///
    /// - Parameter isShown: True when `ringingCall` shows it already. A caller's is shown with the response to its request.
    mutating func begin(_ participant: String, isShown: Bool) {
        calls[participant] = isShown ? shown[participant].map(Call.known) ?? .unknown : .unknown
    }

    /// Notes that the ring of a participant has ended.
    mutating func end(_ participant: String) { calls[participant] = nil }

    /// Processes a change of `ringingCall`.
    mutating func process(_ change: PropertyChange) {
        let name = change.participant
        guard change.to != "none" else {
            shown[name] = nil
            return
        }
        let cid = Substring(change.to)
        shown[name] = cid
        switch calls[name] {
        case .unknown?: calls[name] = .known(cid)
        case .known(let other)? where other != cid: calls[name] = .ambiguous
        case .known?, .ambiguous?, nil: break
        }
    }

    /// False when an event or a request is about another call than a participant's ring.
    func mayConcern(_ cid: Substring?, _ participant: String) -> Bool {
        guard case .known(let call)? = calls[participant], let cid else { return true }
        return call == cid
    }
}
