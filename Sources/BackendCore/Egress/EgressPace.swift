/// The durations of egress. No media engine produces it, so its states follow these times.
public struct EgressPace: Hashable, Sendable {
    /// The time from the request to the beginning.
    public var start: Duration
    /// The time from the end to the available file.
    public var file: Duration
    /// The time between two recorded frames.
    public var frame: Duration
    /// The time from the beginning of a session to its thumbnail.
    public var thumbnail: Duration

    /// Creates durations, each with a default.
    public init(
        start: Duration = .milliseconds(500), file: Duration = .seconds(2), frame: Duration = .seconds(10),
        thumbnail: Duration = .seconds(2)
    ) {
        self.start = start
        self.file = file
        self.frame = frame
        self.thumbnail = thumbnail
    }
}
