import Wire

/// An SFU that calls can be on.
public struct EdgeResponse: Body {
    /// Its name, such as `sfu-1`.
    public var id: String
    /// `loopback`, or `network` when other machines reach it.
    public var location: String
    /// Its host.
    public var host: String
    /// Its UDP port.
    public var port: Int

    /// Describes it.
    public init(id: String, location: String, host: String, port: Int) {
        self.id = id
        self.location = location
        self.host = host
        self.port = port
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        id = try fields.name("id")
        location = try fields.name("location")
        host = try fields.name("host")
        port = try fields.count("port")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("id", id)
        fields.set("host", host)
        fields.set("port", port)
        fields.set("location", location)
    }
}

/// The SFUs that there are.
public struct GetEdgesResponse: Body {
    /// The SFUs, in the order of their names.
    public var edges: [EdgeResponse]

    /// Describes it.
    public init(edges: [EdgeResponse] = []) {
        self.edges = edges
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        edges = try fields.list("edges")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("edges", edges)
    }
}

/// Asks to be let in without a token.
public struct CreateGuestRequest: Body {
    /// Who the guest would like to be.
    public var user: User

    /// Describes it.
    public init(user: User) {
        self.user = user
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        user = try fields.value("user")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("user", user)
    }
}

/// Who the guest is from now on.
public struct CreateGuestResponse: Body {
    /// The user; its id differs from the asked one when somebody has that.
    public var user: User
    /// The token to connect with.
    public var accessToken: [UInt8]

    /// Describes it.
    public init(user: User, accessToken: [UInt8]) {
        self.user = user
        self.accessToken = accessToken
    }

    /// Reads it.
    public init(_ fields: Fields) throws(BodyError) {
        user = try fields.value("user")
        accessToken = try fields.bytes("access_token")
    }

    /// Writes what is set.
    public func write(to fields: inout FieldWriter) {
        fields.set("user", user)
        fields.set("access_token", bytes: accessToken)
    }
}
