public import CallCore

/// The arrangement of a call's participants on the screen.
public enum ParticipantsLayout: String, CaseIterable, Hashable, Sendable {
    /// All participants side by side, in one size.
    case grid
    /// One large participant with the others beside it.
    case spotlight
    /// One participant that fills the screen.
    case fullScreen
}

/// A participant that joined or left, shown for a moment.
public struct ParticipantEvent: Hashable, Sendable {
    /// The kind of change.
    public enum Action: String, CaseIterable, Hashable, Sendable {
        /// The participant joined.
        case join
        /// The participant left.
        case leave
    }

    /// The id of the participant's session.
    public let id: String
    /// The kind of change.
    public let action: Action
    /// The name of the user.
    public let user: String
    /// The address of the user's image.
    public let imageURL: String?

    /// The time for which the last event is shown.
    public static let visibility = Duration.seconds(2)
    /// The number of participants from which joins and leaves are not shown.
    public static let crowd = 25
}

extension CallViewModel {
    /// The listed participants. A grid of two or three omits this user, whose video floats above it.
    public var participants: [CallParticipant] {
        guard let values = call?.state else { return [] }
        let isSmall = (2...3).contains(values.rosterCount)
        return participantsLayout == .grid && isSmall ? values.remoteParticipants : values.participants
    }
}
