/// The durations of egress. No media engine produces it, so its states follow these times.
package struct EgressPace: Hashable, Sendable {
    /// The time from the request to the beginning.
    package var start: Duration
    /// The time from the end to the available file.
    package var file: Duration
    /// The time between two recorded frames.
    package var frame: Duration
    /// The time from the beginning of a session to its thumbnail.
    package var thumbnail: Duration

    /// Creates durations, each with a default.
    package init(
        start: Duration = .milliseconds(500), file: Duration = .seconds(2), frame: Duration = .seconds(10),
        thumbnail: Duration = .seconds(2)
    ) {
        self.start = start
        self.file = file
        self.frame = frame
        self.thumbnail = thumbnail
    }
}
