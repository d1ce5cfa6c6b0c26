internal import Containers
import Signaling
import Timing
import Wire

/// A connection of one of a user's devices. It is kept for a while after its stream is lost.
final class Connection {
    let id: String
    let userId: String
    let receiver: ReceiverID
    let isOfGuest: Bool
    var tokenExpiresAt: Timestamp?
    /// The only call that the token permits; nil for any.
    var callCid: CallCid?
    /// The client when it proves its requests; requests without a proof are then refused.
    let client: ProvingClient?
    /// The address at which the stream was opened. Requests from other addresses are refused.
    var peer: SocketAddress?
    /// The calls that the connection watches.
    var watched: [CallCid] = []
    /// The last date at which the client had all events. A client that reconnects too late receives the rings since
    /// then.
    var completeAt: Timestamp
    /// The instant of the last request or acknowledgement.
    var lastReceived: Instant
    /// True while the connection has no stream.
    var isLost = false
    /// The timer of the stream's next review; the timer that ends the connection while the stream is lost.
    var timer: TimerID?

    init(
        id: String, user: User, client: ProvingClient? = nil, receiver: ReceiverID, completeAt: Timestamp,
        lastReceived: Instant
    ) {
        self.id = id
        self.client = client
        userId = user.id
        isOfGuest = user.role == CallRole.guest
        self.receiver = receiver
        self.completeAt = completeAt
        self.lastReceived = lastReceived
    }
}

/// All connections, found by receiver, by id and by user.
struct ConnectionTable {
    private var connections = SmallMap<ReceiverID, Connection>()
    private var byId: [String: Connection] = [:]
    private var byUser: [String: [ReceiverID]] = [:]
    /// A number that changes with every added or removed connection.
    private(set) var generation = 0
    /// The number of guests' connections.
    private(set) var countOfGuests = 0
    /// The maximum number of guests' connections. Any client can be a guest.
    static let maxCountOfGuests = 5_000

    var count: Int { byId.count }

    subscript(receiver: ReceiverID) -> Connection? { connections[receiver] }

    subscript(id id: String) -> Connection? { byId[id] }

    /// Returns a user's connections in the order of connecting.
    func receivers(ofUser userId: String) -> [ReceiverID] {
        byUser[userId] ?? []
    }

    mutating func add(_ connection: Connection) {
        generation += 1
        if connection.isOfGuest { countOfGuests += 1 }
        connections[connection.receiver] = connection
        byId[connection.id] = connection
        byUser[connection.userId, default: []].append(connection.receiver)
    }

    mutating func remove(_ connection: Connection) {
        generation += 1
        if connection.isOfGuest { countOfGuests -= 1 }
        connections[connection.receiver] = nil
        byId[connection.id] = nil
        byUser[connection.userId]?.removeAll { $0 == connection.receiver }
        if byUser[connection.userId]?.isEmpty ?? false { byUser[connection.userId] = nil }
    }

    /// Descriptions of the entries in each table; empty when all connections have ended.
    var leftovers: [String] {
        filled([
            "connections": connections.count, "ids of connections": byId.count, "users of connections": byUser.count,
            "connections of guests": countOfGuests,
        ])
    }
}
