public import Timing
public import Wire

/// Something that happened, as an observer of an event stream is told of it.
public protocol Event: Body {
    /// The type's text on the wire, such as `call.ring`.
    static var type: String { get }

    /// When it happened, by the sender's clock.
    var createdAt: Timestamp { get }
}

/// The part of an event that its type decides.
public protocol EventKind: Sendable {
    /// What the event carries beside its call and its date.
    associatedtype Payload: Body
    /// The type's text on the wire.
    static var type: String { get }
}

/// An event of one call: what happened, in which call, when; the payload's fields read as its own.
@dynamicMemberLookup
public struct CallEvent<Kind: EventKind>: Event {
    /// The call that it is about.
    public var callCid: CallCid
    /// When it happened.
    public var createdAt: Timestamp
    /// What the event carries besides.
    public var payload: Kind.Payload

    /// The type's text on the wire.
    public static var type: String { Kind.type }

    /// Describes an event.
    public init(_ callCid: CallCid, at createdAt: Timestamp, _ payload: Kind.Payload) {
        self.callCid = callCid
        self.createdAt = createdAt
        self.payload = payload
    }

    /// Reads `call_cid`, `created_at` and the payload's fields.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            try fields.cid("call_cid"), at: try fields.date("created_at"), try Kind.Payload(fields))
    }

    /// Writes the type and all fields into one map.
    public func write(to fields: inout FieldWriter) {
        fields.set(event: Kind.type, of: callCid, at: createdAt, payload)
    }

    /// A field of the payload.
    public subscript<Value>(dynamicMember field: KeyPath<Kind.Payload, Value>) -> Value {
        payload[keyPath: field]
    }
}

/// An event of which nobody here wants to know more than that it came.
public struct PassedOverEvent: Hashable, Sendable {
    /// The type's text on the wire.
    public let type: String
    /// The call that it is about.
    public let callCid: CallCid
}

/// An event that this code cannot type: kept whole, counted and shown, never an error.
public struct UnknownEvent: Hashable, Sendable {
    /// The type's text on the wire.
    public var type: String
    /// The call that it names, if it names one.
    public var callCid: CallCid?
    /// All of it.
    public var body: CBOR
    /// What is wrong with an event of a known type; nil when only the type is unknown.
    public var problem: BodyError?

    /// Keeps an event.
    public init(type: String, callCid: CallCid?, body: CBOR, problem: BodyError? = nil) {
        self.type = type
        self.callCid = callCid
        self.body = body
        self.problem = problem
    }
}
