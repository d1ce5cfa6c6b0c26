public import CallCore

/// Whether participants have media.
public enum MediaSwitch: String, CaseIterable, Hashable, Sendable {
    /// No media.
    case off
    /// Microphones and cameras as the call's settings say.
    case on
    /// The same, in calls whose cameras are off at first.
    case audio
}

/// A participant's media, as far as it is other than the scenario's.
public struct MediaSpec: Hashable, Sendable {
    /// Whether it has any; nil for what the scenario says.
    public var isOn: Bool?
    /// What its synthetic sources are like.
    public var configuration = MediaConfiguration()
}
