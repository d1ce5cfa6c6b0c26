/// Whether and how often a client reports what it sent and received.
public struct StatsOptions: Body {
    /// Whether it tells the SFU.
    public var isEnabled: Bool
    /// How often it counts, and tells.
    public var reportingInterval: Duration

    /// Describes the options.
    public init(isEnabled: Bool = true, reportingInterval: Duration = .seconds(10)) {
        self.isEnabled = isEnabled
        self.reportingInterval = reportingInterval
    }

    /// Reads the options.
    public init(_ fields: Fields) throws(BodyError) {
        self.init(
            isEnabled: try fields.optionalBoolean("enable_rtc_stats") ?? true,
            reportingInterval: try fields.optionalMilliseconds("reporting_interval_ms") ?? .seconds(10))
    }

    /// Writes the options.
    public func write(to fields: inout FieldWriter) {
        fields.set("enable_rtc_stats", isEnabled)
        fields.set("reporting_interval_ms", milliseconds: reportingInterval)
    }
}
