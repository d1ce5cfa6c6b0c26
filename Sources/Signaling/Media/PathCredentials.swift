import Wire

/// What a client proves with that an address is its own: a short-term credential of STUN (RFC 8489 section 9.1).
///
/// Both are texts without anything that would have to be prepared (RFC 8265): hexadecimal digits.
public struct PathCredentials: Body {
    /// Names the stay in checks.
    public var username: String
    /// The key of their integrity.
    public var password: String

    /// Gathers both.
    public init(username: String, password: String) {
        self.username = username
        self.password = password
    }

    /// Reads `username` and `password`.
    public init(_ fields: Fields) throws(BodyError) {
        username = try fields.name("username")
        password = try fields.name("password")
    }

    /// Writes both.
    public func write(to fields: inout FieldWriter) {
        fields.set("password", password)
        fields.set("username", username)
    }
}

/// Where a stay's media goes, and what its client proves itself with.
public struct MediaPathResponse: Body {
    /// The SFU's UDP port for media, on the host that the request went to.
    public var port: Int
    /// What the client proves itself with.
    public var credentials: PathCredentials

    /// Describes a path.
    public init(port: Int, credentials: PathCredentials) {
        self.port = port
        self.credentials = credentials
    }

    /// Reads `port`, `username` and `password`.
    public init(_ fields: Fields) throws(BodyError) {
        port = try fields.count("port")
        guard (1...65_535).contains(port) else {
            throw .badValue(field: fields.path(of: "port"), problem: "must lie between 1 and 65535")
        }
        credentials = try PathCredentials(fields)
    }

    /// Writes all three.
    public func write(to fields: inout FieldWriter) {
        fields.set("port", port)
        credentials.write(to: &fields)
    }
}
