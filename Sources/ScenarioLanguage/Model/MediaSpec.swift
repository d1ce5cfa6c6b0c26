/// The media setting of a scenario.
package enum MediaSwitch: String, CaseIterable, Hashable, Sendable {
    /// No media.
    case off
    /// Microphones and cameras according to the call's settings.
    case on
    /// The same, in calls whose cameras are initially off.
    case audio
}

/// A participant's deviations from the scenario's media.
package struct MediaSpec: Hashable, Sendable {
    /// True when the participant has media; nil for the scenario's setting.
    package var isOn: Bool?
    /// The parameters of its synthetic sources.
    package var sources = Sources()

    /// The synthetic sources of a participant; nil for the library's default.
    package struct Sources: Hashable, Sendable {
        /// The times at which the user speaks, from the start of the run.
        package var speech: [Range<Duration>] = []
        /// The loudness of speech, in decibels below the maximum.
        package var loudness: Int?
        /// The frame rate of the camera, in frames per second.
        package var frameRate: Int?
        /// The frame rate of the screen, in frames per second.
        package var screenFrameRate: Int?
        /// The synchronisation source of the first track.
        package var firstSource: Int?
        /// The sequence number of each track's first packet.
        package var firstSequenceNumber: Int?
        /// The timestamp of each track's first packet.
        package var firstTimestamp: Int?
    }
}
