import Wire

/// A call with its members and what the asking user may do in it; answers get, create and ring.
public struct GetCallResponse: Body {
    /// The call.
    public var call: CallResponse
    /// Its members.
    public var members: [Member]
    /// What the asking user may do.
    public var ownCapabilities: [OwnCapability]
    /// Whether the request created it.
    public var created: Bool
    /// The number of the last event of the asking connection's stream that the answer includes; nil when unknown.
    public var asOf: Int?

    /// Describes the answer.
    public init(call: CallResponse, members: [Member], ownCapabilities: [OwnCapability], created: Bool = false) {
        self.call = call
        self.members = members
        self.ownCapabilities = ownCapabilities
        self.created = created
    }

    /// Reads the answer.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            call: try fields.value("call"), members: try fields.members(),
            ownCapabilities: try fields.capabilities("own_capabilities"),
            created: try fields.optionalBoolean("created") ?? false)
        asOf = try fields.optionalCount("as_of")
    }

    /// Writes the answer.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("as_of", asOf)
        if created { fields.set("created", created) }
        fields.set("members", members)
        fields.set("own_capabilities", ownCapabilities)
    }
}

/// Where a participant's SFU is and what to show it.
public struct SFUCredentials: Body {
    /// Names the SFU, such as `sfu-1`.
    public var edgeName: String
    /// The SFU's host.
    public var host: String
    /// The SFU's UDP port.
    public var port: Int
    /// The token for the SFU: a CBOR Web Token for this call and user.
    public var token: [UInt8]

    /// Describes the credentials.
    public init(edgeName: String, host: String, port: Int, token: [UInt8]) {
        self.edgeName = edgeName
        self.host = host
        self.port = port
        self.token = token
    }

    /// Reads the credentials.
    public init(_ fields: Fields) throws(BodyError) {
        let port = try fields.count("port")
        guard (1...65_535).contains(port) else {
            throw .badValue(field: fields.path(of: "port"), problem: "must lie between 1 and 65535")
        }
        guard let token = try fields.optionalBytes("token") else {
            throw .wrongType(field: fields.path(of: "token"), expected: "a byte string")
        }
        self.init(
            edgeName: try fields.name("edge_name"), host: try fields.name("host"), port: port, token: token)
    }

    /// Writes the credentials.
    public func write(to fields: inout FieldWriter) {
        fields.set("host", host)
        fields.set("port", port)
        fields.set("token", bytes: token)
        fields.set("edge_name", edgeName)
    }
}

/// A call, and the way into its session.
public struct JoinCallResponse: Body {
    /// The call.
    public var call: CallResponse
    /// Its members.
    public var members: [Member]
    /// What the joining user may do.
    public var ownCapabilities: [OwnCapability]
    /// Whether the request created the call.
    public var created: Bool
    /// Where to go.
    public var credentials: SFUCredentials
    /// Whether and how often the client reports its statistics.
    public var statsOptions: StatsOptions
    /// The number of the last event of the asking connection's stream that the answer includes; nil when unknown.
    public var asOf: Int?

    /// Describes the answer.
    public init(
        call: CallResponse, members: [Member], ownCapabilities: [OwnCapability], created: Bool,
        credentials: SFUCredentials, statsOptions: StatsOptions = StatsOptions()
    ) {
        self.call = call
        self.members = members
        self.ownCapabilities = ownCapabilities
        self.created = created
        self.credentials = credentials
        self.statsOptions = statsOptions
    }

    /// Reads the answer.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            call: try fields.value("call"), members: try fields.members(),
            ownCapabilities: try fields.capabilities("own_capabilities"),
            created: try fields.optionalBoolean("created") ?? false, credentials: try fields.value("credentials"),
            statsOptions: try fields.optional("stats_options") ?? StatsOptions())
        asOf = try fields.optionalCount("as_of")
    }

    /// Writes the answer.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("as_of", asOf)
        if created { fields.set("created", created) }
        fields.set("members", members)
        fields.set("credentials", credentials)
        fields.set("stats_options", statsOptions)
        fields.set("own_capabilities", ownCapabilities)
    }
}

/// A call as an answer left it; answers accept, reject, end and the like.
public struct CallChangeResponse: Body {
    /// The call.
    public var call: CallResponse
    /// The number of the last event of the asking connection's stream that the answer includes; nil when unknown.
    public var asOf: Int?

    /// Describes the answer.
    public init(call: CallResponse) {
        self.call = call
    }

    /// Reads `call` and `as_of`.
    public init(_ fields: Fields) throws(BodyError) {
        call = try fields.value("call")
        asOf = try fields.optionalCount("as_of")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("call", call)
        fields.set("as_of", asOf)
    }
}

/// An answer about one call, which says how far into the connection's event stream it is up to date.
public protocol CallAnswer: Body {
    /// The number of the last event of the asking connection's stream that the answer includes; nil when unknown.
    var asOf: Int? { get set }
}

extension GetCallResponse: CallAnswer {}
extension JoinCallResponse: CallAnswer {}
extension CallChangeResponse: CallAnswer {}
extension CallStateResponse: CallAnswer {}
