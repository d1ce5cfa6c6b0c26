public import CallCore

/// How the participants of a call are arranged on the screen.
public enum ParticipantsLayout: String, CaseIterable, Hashable, Sendable {
    /// Side by side, all of one size.
    case grid
    /// One large, the others beside.
    case spotlight
    /// One that fills the screen.
    case fullScreen
}

/// Somebody came into the call or left it, as it is shown for a moment.
public struct ParticipantEvent: Hashable, Sendable {
    /// What somebody did.
    public enum Action: String, CaseIterable, Hashable, Sendable {
        /// They came.
        case join
        /// They left.
        case leave
    }

    /// Names their stay.
    public let id: String
    /// What they did.
    public let action: Action
    /// What people call them.
    public let user: String
    /// Where their picture is.
    public let imageURL: String?

    /// How long it is shown after the last one.
    public static let visibility = Duration.seconds(2)
    /// From so many participants on nobody is told of comings and goings.
    public static let crowd = 25
}

extension CallViewModel {
    /// Who is shown in the list. In a grid of two or three this user is left out: their picture floats above.
    public var participants: [CallParticipant] {
        guard let values = call?.state else { return [] }
        let isSmall = (2...3).contains(values.rosterCount)
        return participantsLayout == .grid && isSmall ? values.remoteParticipants : values.participants
    }
}
