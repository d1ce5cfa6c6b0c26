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
    private var connections: [ReceiverID: Connection] = [:]
    private var byId: [String: ReceiverID] = [:]
    private var byUser: [String: [ReceiverID]] = [:]
    /// Changes whenever a connection comes or goes.
    private(set) var generation = 0

    var count: Int { connections.count }

    subscript(receiver: ReceiverID) -> Connection? {
        get { connections[receiver] }
        _modify { yield &connections[receiver] }
    }

    subscript(id id: String) -> Connection? {
        byId[id].flatMap { connections[$0] }
    }

    /// A user's connections in the order of their coming.
    func receivers(ofUser userId: String) -> [ReceiverID] {
        byUser[userId] ?? []
    }

    mutating func add(_ connection: Connection) {
        generation += 1
        connections[connection.receiver] = connection
        byId[connection.id] = connection.receiver
        byUser[connection.userId, default: []].append(connection.receiver)
    }

    mutating func remove(_ receiver: ReceiverID) {
        guard let connection = connections.removeValue(forKey: receiver) else { return }
        generation += 1
        byId[connection.id] = nil
        byUser[connection.userId]?.removeAll { $0 == receiver }
        if byUser[connection.userId]?.isEmpty ?? false { byUser[connection.userId] = nil }
    }
}
