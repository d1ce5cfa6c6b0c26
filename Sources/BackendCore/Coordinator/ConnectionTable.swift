import Signaling
import Timing

/// One device of a user that is, or was just now, connected to the coordinator.
struct Connection: Sendable {
    let id: String
    let userId: String
    let receiver: ReceiverID
    var tokenExpiresAt: Timestamp?
    /// The one call that the token is good for, or any.
    var callCid: CallCid?
    /// The calls that it follows.
    var watched: Set<CallCid> = []
    /// When its client last showed that it is there.
    var lastHeard: Timestamp
    /// When it is given up; set while nobody listens.
    var forgetting: TimerID?
}

/// All connections, found by each of their names.
struct ConnectionTable: Sendable {
    /// By the slot of the receiver; nil where nobody is.
    private var connections: [Connection?] = []
    private var byId: [String: ReceiverID] = [:]
    private var byUser: [String: [ReceiverID]] = [:]
    /// Changes whenever a connection comes or goes.
    private(set) var generation = 0

    var count: Int { byId.count }

    /// A connection by the receiver of its events; one that is gone stays so, whatever is written there.
    subscript(receiver: ReceiverID) -> Connection? {
        _read { yield isKnown(receiver) ? connections[receiver.slot] : nil }
        _modify {
            if isKnown(receiver) {
                yield &connections[receiver.slot]
            } else {
                var nobody: Connection?
                yield &nobody
            }
        }
    }

    subscript(id id: String) -> Connection? {
        byId[id].flatMap { self[$0] }
    }

    private func isKnown(_ receiver: ReceiverID) -> Bool {
        connections.indices.contains(receiver.slot) && connections[receiver.slot]?.receiver == receiver
    }

    /// A user's connections in the order of their coming.
    func receivers(ofUser userId: String) -> [ReceiverID] {
        byUser[userId] ?? []
    }

    mutating func add(_ connection: Connection) {
        generation += 1
        let slot = connection.receiver.slot
        while connections.count <= slot { connections.append(nil) }
        connections[slot] = connection
        byId[connection.id] = connection.receiver
        byUser[connection.userId, default: []].append(connection.receiver)
    }

    mutating func remove(_ receiver: ReceiverID) {
        guard let connection = self[receiver] else { return }
        connections[receiver.slot] = nil
        generation += 1
        byId[connection.id] = nil
        byUser[connection.userId]?.removeAll { $0 == receiver }
        if byUser[connection.userId]?.isEmpty ?? false { byUser[connection.userId] = nil }
    }
}
