import Wire

/// Takes noise out of what a stay publishes of its microphone, or no more.
public struct NoiseCancellationRequest: Body {
    /// Names the stay.
    public var sessionId: String

    /// Describes the request.
    public init(sessionId: String) {
        self.sessionId = sessionId
    }

    /// Reads `session_id`.
    public init(_ fields: Fields) throws(BodyError) {
        sessionId = try fields.name("session_id")
    }

    /// Writes `session_id`.
    public func write(to fields: inout FieldWriter) {
        fields.set("session_id", sessionId)
    }
}
