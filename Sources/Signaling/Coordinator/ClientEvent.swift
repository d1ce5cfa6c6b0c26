public import Timing
import Wire

/// An event of no call: what happened and when; the payload's fields read as its own.
@dynamicMemberLookup
public struct ClientWideEvent<Kind: EventKind>: Event {
    /// When it happened.
    public var createdAt: Timestamp
    /// What the event carries besides.
    public var payload: Kind.Payload

    /// The type's text on the wire.
    public static var type: String { Kind.type }

    /// Describes an event.
    public init(at createdAt: Timestamp, _ payload: Kind.Payload) {
        self.createdAt = createdAt
        self.payload = payload
    }

    /// Reads `created_at` and the payload's fields.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(at: try fields.date("created_at"), try Kind.Payload(fields))
    }

    /// Writes the type and all fields into one map.
    public func write(to fields: inout FieldWriter) {
        fields.set("type", Kind.type)
        fields.set("created_at", createdAt)
        payload.write(to: &fields)
    }

    /// A field of the payload.
    public subscript<Value>(dynamicMember field: KeyPath<Kind.Payload, Value>) -> Value {
        payload[keyPath: field]
    }
}

extension EventKinds {
    /// The application's configuration changed.
    public enum AppUpdated: EventKind {
        /// What it carries.
        public typealias Payload = EmptyBody
        /// The type on the wire.
        public static let type = "app.updated"
    }

    /// What is known of a user changed.
    public enum UserUpdated: EventKind {
        /// What it carries.
        public typealias Payload = UserPayload
        /// The type on the wire.
        public static let type = "user.updated"
    }

    /// The connection cannot go on.
    public enum ConnectionError: EventKind {
        /// What it carries.
        public typealias Payload = ConnectionErrorPayload
        /// The type on the wire.
        public static let type = "connection.error"
    }

    /// The coordinator is there.
    public enum HealthCheck: EventKind {
        /// What it carries.
        public typealias Payload = HealthCheckPayload
        /// The type on the wire.
        public static let type = "health.check"
    }
}

/// The application's configuration changed.
public typealias AppUpdatedEvent = ClientWideEvent<EventKinds.AppUpdated>
/// What is known of a user changed.
public typealias UserUpdatedEvent = ClientWideEvent<EventKinds.UserUpdated>
/// The connection cannot go on.
public typealias ConnectionErrorEvent = ClientWideEvent<EventKinds.ConnectionError>
/// The coordinator is there.
public typealias HealthCheckEvent = ClientWideEvent<EventKinds.HealthCheck>

/// Why a connection cannot go on.
public struct ConnectionErrorPayload: Body {
    /// Names the connection.
    public var connectionId: String
    /// What is wrong.
    public var error: APIError

    /// Describes it.
    public init(connectionId: String, error: APIError) {
        self.connectionId = connectionId
        self.error = error
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        connectionId = try fields.name("connection_id")
        error = try fields.value("error")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("error", error)
        fields.set("connection_id", connectionId)
    }
}

/// Which connection is alive.
public struct HealthCheckPayload: Body {
    /// Names the connection.
    public var connectionId: String
    /// The call that is asked about, if one is.
    public var cid: CallCid?

    /// Describes it.
    public init(connectionId: String, cid: CallCid? = nil) {
        self.connectionId = connectionId
        self.cid = cid
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        connectionId = try fields.name("connection_id")
        cid = try fields.optionalCid("cid")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("cid", cid)
        fields.set("connection_id", connectionId)
    }
}
