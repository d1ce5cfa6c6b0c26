/// The requested quality of incoming video, independent of visibility.
public enum IncomingVideoQualitySettings: Hashable, Sendable {
    /// The participants that a setting applies to.
    public enum Group: Hashable, Sendable {
        /// All participants.
        case all
        /// The participants with the given session ids.
        case custom(sessionIds: Set<String>)

        /// True when the group includes the session.
        public func contains(_ sessionId: String) -> Bool {
            switch self {
            case .all: true
            case .custom(let sessionIds): sessionIds.contains(sessionId)
            }
        }
    }

    /// The size at which each video is shown.
    case none
    /// A fixed size, independent of the shown size.
    case manual(group: Group, targetSize: CallParticipant.TrackSize)
    /// No video.
    case disabled(group: Group)

    /// True when the setting applies to the session.
    public func contains(_ sessionId: String) -> Bool {
        switch self {
        case .none: false
        case .manual(let group, _), .disabled(let group): group.contains(sessionId)
        }
    }

    /// True when the video of the session is disabled.
    public func isVideoDisabled(for sessionId: String) -> Bool {
        guard case .disabled = self else { return false }
        return contains(sessionId)
    }

    /// Returns the requested size of a session's video; nil for the shown size.
    public func targetSize(for sessionId: String) -> CallParticipant.TrackSize? {
        guard case .manual(_, let size) = self, contains(sessionId) else { return nil }
        return size
    }
}
