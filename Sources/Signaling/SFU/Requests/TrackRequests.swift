import Wire

/// Announces tracks: those that are not muted are published, those that are not named are published no more.
public struct SetPublisherRequest: Body {
    /// Names the stay.
    public var sessionId: String
    /// Every track that the client has, one of a type.
    public var tracks: [TrackInfo]

    /// Describes the request.
    public init(sessionId: String, tracks: [TrackInfo]) {
        self.sessionId = sessionId
        self.tracks = tracks
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(sessionId: try fields.name("session_id"), tracks: try fields.list("tracks"))
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        fields.set("tracks", tracks)
        fields.set("session_id", sessionId)
    }
}

/// Says which announced tracks are published from now on.
public struct UpdateMuteStatesRequest: Body {
    /// Names the stay.
    public var sessionId: String
    /// The tracks that change; the others stay as they are.
    public var muteStates: [TrackMuteState]

    /// Describes the request.
    public init(sessionId: String, muteStates: [TrackMuteState]) {
        self.sessionId = sessionId
        self.muteStates = muteStates
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(sessionId: try fields.name("session_id"), muteStates: try fields.list("mute_states"))
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        fields.set("session_id", sessionId)
        fields.set("mute_states", muteStates)
    }
}

/// Says which tracks of the others a client wants; sound comes without being asked for.
public struct UpdateSubscriptionsRequest: Body {
    /// Names the stay.
    public var sessionId: String
    /// All that it wants.
    public var tracks: [TrackSubscription]

    /// Describes the request.
    public init(sessionId: String, tracks: [TrackSubscription]) {
        self.sessionId = sessionId
        self.tracks = tracks
    }

    /// Reads the request.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(sessionId: try fields.name("session_id"), tracks: try fields.list("tracks"))
    }

    /// Writes the request.
    public func write(to fields: inout FieldWriter) {
        fields.set("tracks", tracks)
        fields.set("session_id", sessionId)
    }
}
