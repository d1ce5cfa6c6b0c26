/// Everybody in a call: found by the id of their stay without searching, and always in a comparator's order.
///
/// Whoever is new stands last; whoever changed stays where they are unless a neighbour forces them to move.
struct Roster: Sendable {
    /// In no order that means anything; `order` holds their places in the list.
    private var slots: [CallParticipant] = []
    private var slotBySessionId: [String: Int] = [:]
    private var order: [Int] = []

    /// The order of the list.
    var comparator: ParticipantComparator {
        didSet { sort() }
    }

    init(comparator: ParticipantComparator = .standard) {
        self.comparator = comparator
    }

    var count: Int { slots.count }

    /// Everybody, in order.
    var participants: [CallParticipant] { order.map { slots[$0] } }

    /// Their users' ids, in order.
    var userIds: [String] { order.map { slots[$0].userId } }

    func contains(_ sessionId: String) -> Bool { slotBySessionId[sessionId] != nil }

    subscript(sessionId: String) -> CallParticipant? {
        slotBySessionId[sessionId].map { slots[$0] }
    }

    /// The first in order that a condition holds of.
    func first(where condition: (CallParticipant) -> Bool) -> CallParticipant? {
        order.first { condition(slots[$0]) }.map { slots[$0] }
    }

    /// Everybody by the id of their stay.
    var bySessionId: [String: CallParticipant] { slotBySessionId.mapValues { slots[$0] } }

    /// The ids of all stays, in order.
    var sessionIds: [String] { order.map { slots[$0].sessionId } }

    /// Adds somebody; a stay that is there already is left as it is.
    mutating func insert(_ participant: CallParticipant) {
        guard !contains(participant.sessionId) else { return }
        slotBySessionId[participant.sessionId] = slots.count
        order.append(slots.count)
        slots.append(participant)
        settle(at: order.count - 1)
    }

    /// Changes somebody; returns what they were and what they are, or nil when nothing is different.
    mutating func update(
        _ sessionId: String, _ change: (inout CallParticipant) -> Void
    ) -> (before: CallParticipant, after: CallParticipant)? {
        guard let slot = slotBySessionId[sessionId] else { return nil }
        let before = slots[slot]
        change(&slots[slot])
        guard slots[slot] != before, let place = order.firstIndex(of: slot) else { return nil }
        let after = slots[slot]
        settle(at: place)
        return (before, after)
    }

    /// Takes somebody out.
    mutating func remove(_ sessionId: String) -> CallParticipant? {
        guard let slot = slotBySessionId.removeValue(forKey: sessionId) else { return nil }
        order.removeAll { $0 == slot }
        let last = slots.count - 1
        let removed = slots[slot]
        if slot != last {
            slots[slot] = slots[last]
            slotBySessionId[slots[slot].sessionId] = slot
            if let place = order.firstIndex(of: last) { order[place] = slot }
        }
        slots.removeLast()
        return removed
    }

    /// Takes everybody out.
    mutating func removeAll() {
        slots = []
        slotBySessionId = [:]
        order = []
    }

    // MARK: Order

    private mutating func sort() {
        let before = order
        order = []
        for slot in before {
            order.append(slot)
            settle(at: order.count - 1)
        }
    }

    /// Moves one entry to where it belongs among the others, which are in order.
    private mutating func settle(at place: Int) {
        let slot = order[place]
        if place > 0, isBefore(slot, order[place - 1]) {
            order.remove(at: place)
            order.insert(slot, at: firstPlace(in: 0..<(place - 1)) { isBefore(slot, order[$0]) })
        } else if place + 1 < order.count, isBefore(order[place + 1], slot) {
            order.remove(at: place)
            order.insert(slot, at: firstPlace(in: (place + 1)..<order.count) { !isBefore(order[$0], slot) })
        }
    }

    private func isBefore(_ slot: Int, _ other: Int) -> Bool {
        // A span lends its elements; those of an array would be copied for the comparator.
        let slots = slots.span
        return comparator(slots[slot], slots[other]) == .before
    }

    /// The first place of a range that a condition holds of, or the range's end; it holds of all places behind one.
    private func firstPlace(in range: Range<Int>, _ condition: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
