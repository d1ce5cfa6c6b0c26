public import Timing

/// The stream is open, and this is what its owner is called (`connection.ok`).
public struct ConnectedEvent: Event {
    /// Names the connection in requests that must know it.
    public var connectionId: String
    /// The user as the coordinator knows them.
    public var me: User
    /// When the stream was opened.
    public var createdAt: Timestamp
    /// Whether events that this client had not acknowledged follow; if false it must re-read what it watches.
    public var resumed: Bool

    /// The type's text on the wire.
    public static let type = "connection.ok"

    /// Describes an open stream.
    public init(connectionId: String, me: User, createdAt: Timestamp, resumed: Bool = false) {
        self.connectionId = connectionId
        self.me = me
        self.createdAt = createdAt
        self.resumed = resumed
    }

    /// Reads the event.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            connectionId: try fields.name("connection_id"), me: try fields.value("me"),
            createdAt: try fields.date("created_at"), resumed: try fields.optionalBoolean("resumed") ?? false)
    }

    /// Writes the event.
    public func write(to fields: inout FieldWriter) {
        fields.set("me", me)
        fields.set("type", Self.type)
        if resumed { fields.set("resumed", resumed) }
        fields.set("created_at", createdAt)
        fields.set("connection_id", connectionId)
    }
}
