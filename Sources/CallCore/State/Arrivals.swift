import Signaling

/// The stays of a session as the coordinator tells of them: in the order of joining, found by id without searching.
struct Arrivals: Sendable {
    /// A stay that is over leaves a gap, so that the others keep their places.
    private var places: [SessionParticipant?] = []
    private var placeById: [String: Int] = [:]

    init(_ participants: [SessionParticipant] = []) {
        for participant in participants { insert(participant) }
    }

    var participants: [SessionParticipant] { places.compactMap { $0 } }

    /// Adds a stay, or takes over what is new about it.
    mutating func insert(_ participant: SessionParticipant) {
        if let place = placeById[participant.userSessionId] {
            places[place] = participant
        } else {
            placeById[participant.userSessionId] = places.count
            places.append(participant)
        }
    }

    mutating func remove(_ id: String) {
        guard let place = placeById.removeValue(forKey: id) else { return }
        places[place] = nil
        if placeById.count * 2 < places.count { self = Arrivals(participants) }
    }
}
