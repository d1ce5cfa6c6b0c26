/// Whether participants have media.
package enum MediaSwitch: String, CaseIterable, Hashable, Sendable {
    /// No media.
    case off
    /// Microphones and cameras as the call's settings say.
    case on
    /// The same, in calls whose cameras are off at first.
    case audio
}

/// A participant's media, as far as it is other than the scenario's.
package struct MediaSpec: Hashable, Sendable {
    /// Whether it has any; nil for what the scenario says.
    package var isOn: Bool?
    /// What its synthetic sources are like.
    package var sources = Sources()

    /// The synthetic sources of a participant; nil for the library's default.
    package struct Sources: Hashable, Sendable {
        /// When the user speaks, from the start of the run.
        package var speech: [Range<Duration>] = []
        /// The loudness of speech, in decibels below the maximum.
        package var loudness: Int?
        /// Pictures a second of the camera.
        package var frameRate: Int?
        /// Pictures a second of the screen.
        package var screenFrameRate: Int?
        /// The synchronisation source of the first track.
        package var firstSource: Int?
        /// The sequence number of each track's first packet.
        package var firstSequenceNumber: Int?
        /// The timestamp of each track's first packet.
        package var firstTimestamp: Int?
    }
}
