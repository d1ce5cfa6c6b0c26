import Wire

/// Opens a user's event stream on one device.
public struct ConnectRequest: Body {
    /// The access token, a CBOR Web Token (RFC 8392).
    public var token: [UInt8]
    /// Who the client says it is; must be the token's user.
    public var user: User
    /// The connection whose stream is to be resumed, if there was one.
    public var resume: String?
    /// The number of the last event that the client handled on it.
    public var lastEvent: Int?

    /// Describes the request.
    public init(token: [UInt8], user: User, resume: String? = nil, lastEvent: Int? = nil) {
        self.token = token
        self.user = user
        self.resume = resume
        self.lastEvent = lastEvent
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            token: try fields.bytes("token"), user: try fields.value("user"), resume: try fields.optionalText("resume"),
            lastEvent: try fields.optionalInteger("last_event").map { Int(clamping: $0) })
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        fields.set("user", user)
        fields.set("token", bytes: token)
        fields.set("resume", resume)
        fields.set("last_event", lastEvent)
    }
}
