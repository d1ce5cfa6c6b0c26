/// Everybody in a call: found by the id of their stay, and always in a comparator's order.
///
/// Whoever is new stands last; whoever changed stays where they are unless a neighbour forces them to move.
struct Roster: Sendable {
    /// So many are searched; the slots of more are kept as well.
    private static let few = 8

    /// In no order that means anything; `order` holds their places in the list.
    private var slots: [CallParticipant] = []
    /// Empty while there are few.
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

    func contains(_ sessionId: String) -> Bool { slot(of: sessionId) != nil }

    subscript(sessionId: String) -> CallParticipant? {
        slot(of: sessionId).map { slots[$0] }
    }

    /// The first in order that a condition holds of.
    func first(where condition: (CallParticipant) -> Bool) -> CallParticipant? {
        order.first { condition(slots[$0]) }.map { slots[$0] }
    }

    /// Whether a condition holds of anybody.
    func contains(where condition: (borrowing CallParticipant) -> Bool) -> Bool {
        // A span lends its elements; those of an array would be copied, here and below.
        let slots = slots.span
        for slot in slots.indices where condition(slots[slot]) { return true }
        return false
    }

    /// Lends everybody, in order.
    func lendEach(to body: (borrowing CallParticipant) -> Void) {
        let slots = slots.span
        for slot in order { body(slots[slot]) }
    }

    /// What somebody publishes; nothing when they are not there.
    func publishedTracks(of sessionId: String) -> [CallParticipant.Track] {
        slot(of: sessionId).map { slots[$0].publishedTracks } ?? []
    }

    /// Everybody by the id of their stay.
    var bySessionId: [String: CallParticipant] {
        Dictionary(slots.map { ($0.sessionId, $0) }) { _, last in last }
    }

    /// The ids of all stays, in order.
    var sessionIds: [String] { order.map { slots[$0].sessionId } }

    private func slot(of sessionId: String) -> Int? {
        guard slotBySessionId.isEmpty else { return slotBySessionId[sessionId] }
        let slots = slots.span
        for slot in slots.indices where slots[slot].sessionId == sessionId { return slot }
        return nil
    }

    /// Makes room for a session of so many; there are mostly two.
    mutating func reserve(_ count: Int) {
        slots.reserveCapacity(max(count, 2))
        order.reserveCapacity(max(count, 2))
    }

    /// Adds somebody; a stay that is there already is left as it is.
    mutating func insert(_ participant: consuming CallParticipant) {
        guard !contains(participant.sessionId) else { return }
        order.append(slots.count)
        slots.append(participant)
        keepSlots()
        settle(at: order.count - 1)
    }

    /// Keeps the slot of who was added last, and of all others from then on that there are too many to search.
    private mutating func keepSlots() {
        guard slots.count > Self.few || !slotBySessionId.isEmpty else { return }
        for slot in (slotBySessionId.isEmpty ? 0 : slots.count - 1)..<slots.count {
            slotBySessionId[slots[slot].sessionId] = slot
        }
    }

    /// Changes somebody; returns whether they are watched as before, or nil when nothing is different.
    mutating func update(_ sessionId: String, _ change: (inout CallParticipant) -> Void) -> Bool? {
        guard let slot = slot(of: sessionId) else { return nil }
        let before = slots[slot]
        change(&slots[slot])
        guard slots[slot] != before, let place = order.firstIndex(of: slot) else { return nil }
        let isWatchedAlike = before.isWatched(like: slots[slot])
        settle(at: place)
        return isWatchedAlike
    }

    /// Takes somebody out.
    mutating func remove(_ sessionId: String) -> CallParticipant? {
        guard let slot = slot(of: sessionId) else { return nil }
        if !slotBySessionId.isEmpty { slotBySessionId[sessionId] = nil }
        order.removeAll { $0 == slot }
        let last = slots.count - 1
        let removed = slots[slot]
        if slot != last {
            slots[slot] = slots[last]
            if !slotBySessionId.isEmpty { slotBySessionId[slots[slot].sessionId] = slot }
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
