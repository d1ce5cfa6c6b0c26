import Signaling
import Timing
import Wire

/// One device of a user that is, or was just now, connected to the coordinator.
struct Connection: Sendable {
    let id: String
    let userId: String
    let receiver: ReceiverID
    var tokenExpiresAt: Timestamp?
    /// The one call that the token is good for, or any.
    var callCid: CallCid?
    /// The host that presented the token, from which alone requests are accepted.
    var host: HostAddress?
    /// The calls that it follows, each of which knows it as a watcher.
    var watched: [CallCid] = []
    /// The date of the last health request, from which a client that returns late catches up.
    var lastHealth: Timestamp
    /// The instant of the last request or acknowledgement.
    var lastHeard: Instant
    /// True while the connection has no stream.
    var isLost = false
    /// The next review of the stream, or the end of a connection that is lost.
    var timer: TimerID?
}

/// All connections, found by each of their names.
struct ConnectionTable: Sendable {
    private var connections = ReceiverTable<Connection>()
    private var byId: [String: ReceiverID] = [:]
    private var byUser: [String: [ReceiverID]] = [:]
    /// Whose ids were asked for last, each in the one place that its id may have.
    private var recent: [ReceiverID?] = Array(repeating: nil, count: 256)
    /// Changes whenever a connection comes or goes.
    private(set) var generation = 0

    var count: Int { byId.count }

    /// A connection by the receiver of its events; one that is gone stays so, whatever is written there.
    subscript(receiver: ReceiverID) -> Connection? {
        get { connections[receiver] }
        set { if let newValue { connections.inPlace(receiver) { $0 = newValue } } }
    }

    subscript(id id: String) -> Connection? {
        byId[id].flatMap { self[$0] }
    }

    /// Asks a connection, or changes it, where it lies; nil when it is gone.
    @discardableResult
    mutating func inPlace<Answer>(_ receiver: ReceiverID, _ body: (inout Connection) -> Answer?) -> Answer? {
        connections.inPlace(receiver, body)
    }

    /// Whose id this is. Every request says one, so for those that come again and again no text is made of it.
    mutating func receiver(ofId id: Span<UInt8>) -> ReceiverID? {
        let place = Self.place(of: id)
        if let receiver = recent[place], connections.inPlace(receiver, { $0.id.utf8.span.isSame(as: id) }) ?? false {
            return receiver
        }
        guard let id = try? UTF8Span(validating: id), let receiver = byId[String(copying: id)] else { return nil }
        recent[place] = receiver
        return receiver
    }

    private static func place(of id: Span<UInt8>) -> Int {
        var place = 0
        for index in 0..<min(id.count, 4) { place = place &* 31 &+ Int(id[index]) }
        return place & 255
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
        guard let connection = self[receiver] else { return }
        connections[receiver] = nil
        generation += 1
        byId[connection.id] = nil
        byUser[connection.userId]?.removeAll { $0 == receiver }
        if byUser[connection.userId]?.isEmpty ?? false { byUser[connection.userId] = nil }
    }
}
