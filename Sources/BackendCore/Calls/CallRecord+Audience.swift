import Signaling

/// The receivers of a call's events.
struct Audience: Sendable {
    /// The generation of the connections for which the audience is valid.
    let generation: Int
    let receivers: [ReceiverID]
    /// The user of each receiver.
    let userIds: [String]
}

extension CallRecord {
    /// Subscribes a connection to the call; returns false when it was subscribed.
    func addWatcher(_ receiver: ReceiverID, of userId: String) -> Bool {
        guard !watchers.contains(receiver) else { return false }
        watchers.append(receiver)
        if index(ofMember: userId) == nil { audience = nil }
        return true
    }

    func removeWatcher(_ receiver: ReceiverID) {
        watchers.removeAll { $0 == receiver }
        audience = nil
    }

    /// Returns the receivers of the call's events: all connections of members, then the watchers that are not members.
    func audience(among connections: ConnectionTable) -> Audience {
        if let audience, audience.generation == connections.generation { return audience }
        var receivers: [ReceiverID] = []
        var userIds: [String] = []
        receivers.reserveCapacity(members.count)
        userIds.reserveCapacity(members.count)
        for member in members where !isBlocked(member.userId) {
            for receiver in connections.receivers(ofUser: member.userId) {
                receivers.append(receiver)
                userIds.append(member.userId)
            }
        }
        for receiver in watchers {
            guard let userId = connections[receiver]?.userId, index(ofMember: userId) == nil, !isBlocked(userId) else {
                continue
            }
            receivers.append(receiver)
            userIds.append(userId)
        }
        let audience = Audience(generation: connections.generation, receivers: receivers, userIds: userIds)
        self.audience = audience
        return audience
    }
}
