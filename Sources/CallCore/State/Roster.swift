internal import Containers

/// The participants of a call, found by session id and always in a comparator's order.
///
/// A new participant is last. A changed one keeps its position unless the order requires a move.
struct Roster: Sendable {
    private var sessions = SmallMap<String, CallParticipant>()
    /// The slots of `sessions` in the comparator's order.
    private var order: [Int] = []

    var comparator: ParticipantComparator {
        didSet { sort() }
    }

    init(comparator: ParticipantComparator = .standard) {
        self.comparator = comparator
    }

    var count: Int { sessions.count }

    /// All participants, in order.
    var participants: [CallParticipant] { order.map { sessions.values[$0] } }

    /// The ids of the participants' users, in order.
    var userIds: [String] { order.map { sessions.values[$0].userId } }

    /// The ids of all sessions, in order.
    var sessionIds: [String] { order.map { sessions.values[$0].sessionId } }

    func contains(_ sessionId: String) -> Bool { sessions.contains(sessionId) }

    subscript(sessionId: String) -> CallParticipant? { sessions[sessionId] }

    /// Returns the first participant in order that fulfils a condition.
    func first(where condition: (CallParticipant) -> Bool) -> CallParticipant? {
        order.first { condition(sessions.values[$0]) }.map { sessions.values[$0] }
    }

    /// True when a participant fulfils the condition.
    func contains(where condition: (borrowing CallParticipant) -> Bool) -> Bool {
        // A span lends its elements; those of an array would be copied. The same applies below.
        let slots = sessions.values.span
        for slot in slots.indices where condition(slots[slot]) { return true }
        return false
    }

    /// Calls `body` with each participant, in order.
    func visitAll(_ body: (borrowing CallParticipant) -> Void) {
        let slots = sessions.values.span
        for slot in order { body(slots[slot]) }
    }

    /// The tracks that a session publishes; empty for an unknown session.
    func publishedTracks(of sessionId: String) -> [CallParticipant.Track] {
        sessions.slot(of: sessionId).map { sessions.values[$0].publishedTracks } ?? []
    }

    var bySessionId: [String: CallParticipant] {
        Dictionary(sessions.values.map { ($0.sessionId, $0) }) { _, last in last }
    }

    mutating func reserve(_ count: Int) {
        // Most calls have two participants.
        sessions.reserveCapacity(max(count, 2))
        order.reserveCapacity(max(count, 2))
    }

    /// Adds a participant, unless its session is known.
    mutating func insert(_ participant: consuming CallParticipant) {
        let sessionId = participant.sessionId
        guard !contains(sessionId) else { return }
        order.append(sessions.insert(participant, for: sessionId))
        restoreOrder(at: order.count - 1)
    }

    /// Changes a participant. Returns true when it leads to the same subscriptions as before, and nil when nothing
    /// changed.
    mutating func update(_ sessionId: String, _ change: (inout CallParticipant) -> Void) -> Bool? {
        guard let slot = sessions.slot(of: sessionId) else { return nil }
        let before = sessions.values[slot]
        change(&sessions.values[slot])
        guard sessions.values[slot] != before, let position = order.firstIndex(of: slot) else { return nil }
        let hasSameSubscriptions = before.hasSameSubscriptions(as: sessions.values[slot])
        restoreOrder(at: position)
        return hasSameSubscriptions
    }

    /// Removes and returns a participant.
    mutating func remove(_ sessionId: String) -> CallParticipant? {
        guard let slot = sessions.slot(of: sessionId) else { return nil }
        order.removeAll { $0 == slot }
        let removed = sessions.take(from: slot)
        // The last participant moved to the slot.
        if let position = order.firstIndex(of: sessions.count) { order[position] = slot }
        return removed
    }

    mutating func removeAll() {
        sessions.removeAll()
        order = []
    }

    // MARK: Order

    private mutating func sort() {
        let before = order
        order = []
        for slot in before {
            order.append(slot)
            restoreOrder(at: order.count - 1)
        }
    }

    /// Moves one entry to its position. The other entries are in order.
    private mutating func restoreOrder(at position: Int) {
        let slot = order[position]
        if position > 0, isBefore(slot, order[position - 1]) {
            order.remove(at: position)
            order.insert(slot, at: firstPosition(in: 0..<(position - 1)) { isBefore(slot, order[$0]) })
        } else if position + 1 < order.count, isBefore(order[position + 1], slot) {
            order.remove(at: position)
            order.insert(slot, at: firstPosition(in: (position + 1)..<order.count) { !isBefore(order[$0], slot) })
        }
    }

    private func isBefore(_ slot: Int, _ other: Int) -> Bool {
        let slots = sessions.values.span
        return comparator(slots[slot], slots[other]) == .before
    }

    /// Returns the first position of a range that fulfils a condition, or the range's end, by binary search. All
    /// positions after a fulfilling one must fulfil the condition as well.
    private func firstPosition(in range: Range<Int>, _ condition: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
