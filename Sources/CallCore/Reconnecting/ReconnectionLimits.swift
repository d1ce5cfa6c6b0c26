/// The time limits and attempt limits of reconnects (`semantics.md` 4.2).
public struct ReconnectionLimits: Hashable, Sendable {
    /// The number of fast reconnects before a rejoin.
    public var fastAttempts: Int
    /// The maximum number of rejoins within ``rejoinWindow``.
    public var rejoins: Int
    /// The rolling window in which rejoins are counted.
    public var rejoinWindow: Duration
    /// The time for which the network must work before it is used.
    public var debounce: Duration
    /// The time limit of one request of an attempt, to the coordinator or to the SFU.
    public var attempt: Duration
    /// The time limit for the new SFU's report that a migration is complete.
    public var migrationCompletion: Duration
    /// The time for which a fast reconnect is not shown in ``ReconnectionStatus`` (`semantics.md` section 0, rule 10).
    public var discretion: Duration
    /// The time without a network after which the client gives up; nil for no limit.
    public var disconnection: Duration?

    /// Creates limits. The defaults are the documented ones.
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
