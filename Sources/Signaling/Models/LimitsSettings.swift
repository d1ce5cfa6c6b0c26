/// How long a session may be, and how many may be in it.
public struct LimitsSettings: Body {
    /// How long a session lasts at most, in whole seconds; zero for as long as somebody is in it.
    public var maxDuration: Duration
    /// How many may be in a session at once; zero for any number.
    public var maxParticipants: Int

    /// Describes the limits; there are none unless told otherwise.
    public init(maxDuration: Duration = .zero, maxParticipants: Int = 0) {
        self.maxDuration = maxDuration
        self.maxParticipants = maxParticipants
    }

    /// Reads the limits that are given.
    public init(_ fields: Fields) throws(BodyError) {
        self.init()
        maxDuration = .seconds(try fields.optionalCount("max_duration_seconds") ?? 0)
        maxParticipants = try fields.optionalCount("max_participants") ?? 0
    }

    /// Writes the limits that there are.
    public func write(to fields: inout FieldWriter) {
        if maxParticipants > 0 { fields.set("max_participants", maxParticipants) }
        if maxDuration > .zero { fields.set("max_duration_seconds", maxDuration.components.seconds) }
    }
}

/// The limits that change; zero means none.
public struct LimitsSettingsRequest: Body {
    /// How long a session lasts at most, in whole seconds.
    public var maxDuration: Duration?
    /// How many may be in a session at once.
    public var maxParticipants: Int?

    /// Describes the limits that change.
    public init(maxDuration: Duration? = nil, maxParticipants: Int? = nil) {
        self.maxDuration = maxDuration
        self.maxParticipants = maxParticipants
    }

    /// Reads the limits that are given.
    public init(_ fields: Fields) throws(BodyError) {
        maxDuration = try fields.optionalCount("max_duration_seconds").map { .seconds($0) }
        maxParticipants = try fields.optionalCount("max_participants")
    }

    /// Writes the limits that are set.
    public func write(to fields: inout FieldWriter) {
        fields.set("max_participants", maxParticipants)
        fields.set("max_duration_seconds", maxDuration?.components.seconds)
    }
}
