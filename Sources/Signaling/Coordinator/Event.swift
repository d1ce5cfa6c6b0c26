public import Timing
public import Wire

/// An event of the coordinator's stream.
public protocol Event: Hashable, Sendable {
    /// The type on the wire, such as `call.ring`.
    static var type: String { get }

    /// The date of the event, by the sender's clock.
    var createdAt: Timestamp { get }
}

/// A row of the table of events, `events.yaml`.
public struct EventRow<Payload>: Sendable {
    let type: String
    package let urgency: EventUrgency

    init(_ type: String, _ urgency: EventUrgency = .prompt) {
        self.type = type
        self.urgency = urgency
    }
}

/// A kind of event. It distinguishes events that have the same payload.
public protocol EventKind: Sendable {
    /// The fields of the event besides its type, call and date.
    associatedtype Payload: Hashable, Sendable
    /// The row of the table.
    static var row: EventRow<Payload> { get }
}

/// An event of one call. Its payload's fields are its properties.
@dynamicMemberLookup
public struct CallEvent<Kind: EventKind>: Event {
    /// The cid of the call.
    public var callCid: CallCid
    /// The date of the event.
    public var createdAt: Timestamp
    /// The other fields.
    public var payload: Kind.Payload

    /// The type on the wire.
    public static var type: String { Kind.row.type }

    /// Creates an event.
    package init(_ callCid: CallCid, at createdAt: Timestamp, _ payload: Kind.Payload) {
        self.callCid = callCid
        self.createdAt = createdAt
        self.payload = payload
    }

    /// A field of the payload.
    public subscript<Value>(dynamicMember field: KeyPath<Kind.Payload, Value>) -> Value {
        payload[keyPath: field]
    }
}

extension CallEvent: FieldForm, FieldValue, Body where Kind.Payload: Body {
    package init() { self.init(.none, at: Timestamp(milliseconds: 0), Kind.Payload()) }

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        coder.type(Kind.row.type)
        try coder.field("call_cid", &callCid)
        try coder.field("created_at", &createdAt)
        try payload.code(&coder)
    }
}

/// An event of the user's connection. Its payload's fields are its properties.
@dynamicMemberLookup
public struct ClientWideEvent<Kind: EventKind>: Event {
    /// The date of the event.
    public var createdAt: Timestamp
    /// The other fields.
    public var payload: Kind.Payload

    /// The type on the wire.
    public static var type: String { Kind.row.type }

    /// Creates an event.
    package init(at createdAt: Timestamp, _ payload: Kind.Payload) {
        self.createdAt = createdAt
        self.payload = payload
    }

    /// A field of the payload.
    public subscript<Value>(dynamicMember field: KeyPath<Kind.Payload, Value>) -> Value {
        payload[keyPath: field]
    }
}

extension ClientWideEvent: FieldForm, FieldValue, Body where Kind.Payload: Body {
    package init() { self.init(at: Timestamp(milliseconds: 0), Kind.Payload()) }

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        coder.type(Kind.row.type)
        try coder.field("created_at", &createdAt)
        try payload.code(&coder)
    }
}

/// The first event of a stream: it is open (`connection.ok`).
public struct ConnectedEvent: Event, Body {
    /// The id of the connection.
    public var connectionId = ""
    /// The user's profile at the coordinator.
    public var me = User()
    /// The date at which the stream was opened.
    public var createdAt = Timestamp(milliseconds: 0)
    /// True when the unacknowledged events follow. If false, the client must read its calls again.
    public var resumed = false

    /// The type on the wire.
    public static let type = "connection.ok"

    package init() {}

    package mutating func code(_ coder: inout BodyCoder) throws(BodyError) {
        coder.type(Self.type)
        try coder.field("me", &me)
        try coder.field("resumed", &resumed, omitting: false)
        try coder.field("created_at", &createdAt)
        try coder.field("connection_id", &connectionId)
    }
}

/// An event of a session that the client does not follow.
public struct PassedOverEvent: Hashable, Sendable {
    /// The type on the wire.
    public let type: String
    /// The cid of the call.
    public let callCid: CallCid
}

/// An event of an unknown type, or of a known one that cannot be decoded. It is kept whole.
public struct UnknownEvent: Hashable, Sendable {
    /// The type on the wire.
    public var type: String
    /// The cid of its call, if it has one.
    public var callCid: CallCid?
    /// The whole event.
    public var body: CBOR
    /// The error in an event of a known type; nil when only the type is unknown.
    public var problem: BodyError?

    /// Creates an unknown event.
    public init(type: String, callCid: CallCid?, body: CBOR, problem: BodyError? = nil) {
        self.type = type
        self.callCid = callCid
        self.body = body
        self.problem = problem
    }
}
