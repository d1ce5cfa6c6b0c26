import Signaling

/// The stays of a session as the coordinator tells of them: in the order of joining, found by id.
struct Arrivals: Sendable {
    /// So many are searched; the places of more are kept as well.
    private static let few = 8

    /// A stay that is over leaves a gap, so that the others keep their places.
    private var places: [SessionParticipant?] = []
    /// Empty while there are few.
    private var placeById: [String: Int] = [:]

    init(_ participants: [SessionParticipant] = []) {
        places.reserveCapacity(participants.count)
        for participant in participants { insert(participant) }
    }

    var participants: [SessionParticipant] { places.compactMap { $0 } }

    /// Adds a stay, or takes over what is new about it.
    mutating func insert(_ participant: SessionParticipant) {
        if let place = place(of: participant.userSessionId) {
            places[place] = participant
        } else {
            places.append(participant)
            keepPlaces()
        }
    }

    mutating func remove(_ id: String) {
        guard let place = place(of: id) else { return }
        guard !placeById.isEmpty else {
            places.remove(at: place)
            return
        }
        placeById[id] = nil
        places[place] = nil
        if placeById.count * 2 < places.count { self = Arrivals(participants) }
    }

    private func place(of id: String) -> Int? {
        placeById.isEmpty ? places.firstIndex { $0?.userSessionId == id } : placeById[id]
    }

    /// Keeps the place of what was added last, and of all others from then on that there are too many to search.
    private mutating func keepPlaces() {
        guard places.count > Self.few else { return }
        for place in (placeById.isEmpty ? 0 : places.count - 1)..<places.count {
            if let participant = places[place] { placeById[participant.userSessionId] = place }
        }
    }
}
