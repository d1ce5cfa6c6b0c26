/// How long the parts of a reconnection may take, and how often they are tried (`semantics.md` 4.2).
public struct ReconnectionLimits: Hashable, Sendable {
    /// How many fast reconnects are tried before a rejoin.
    public var fastAttempts: Int
    /// How many rejoins may begin within ``rejoinWindow``.
    public var rejoins: Int
    /// The rolling time in which rejoins are counted.
    public var rejoinWindow: Duration
    /// How long the network must have been back before it is used.
    public var debounce: Duration
    /// How long one request of an attempt may take, to the coordinator or to the SFU.
    public var attempt: Duration
    /// How long the new SFU may take to say that a migration is complete.
    public var migrationCompletion: Duration
    /// How long a fast reconnect stays invisible in ``ReconnectionStatus`` (`semantics.md` section 0, rule 10).
    public var discretion: Duration
    /// How long a client may be without a network before it gives up; nil is for ever.
    public var disconnection: Duration?

    /// The documented limits unless told otherwise.
    public init(
        fastAttempts: Int = 3, rejoins: Int = 10, rejoinWindow: Duration = .seconds(120),
        debounce: Duration = .seconds(1), attempt: Duration = .seconds(30),
        migrationCompletion: Duration = .seconds(10), discretion: Duration = .seconds(1),
        disconnection: Duration? = .seconds(30)
    ) {
        self.fastAttempts = fastAttempts
        self.rejoins = rejoins
        self.rejoinWindow = rejoinWindow
        self.debounce = debounce
        self.attempt = attempt
        self.migrationCompletion = migrationCompletion
        self.discretion = discretion
        self.disconnection = disconnection
    }
}
