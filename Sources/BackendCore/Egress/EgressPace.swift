/// How long what leaves a call takes: there is no media engine behind it, only its life.
public struct EgressPace: Hashable, Sendable {
    /// From the request to the beginning.
    public var start: Duration
    /// From the end to the file that can be fetched.
    public var file: Duration
    /// From one recorded frame to the next.
    public var frame: Duration
    /// From the beginning of a session to its thumbnail.
    public var thumbnail: Duration

    /// Describes the pace; each has a usual value.
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
