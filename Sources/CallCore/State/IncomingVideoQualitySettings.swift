/// How well a client wants to see the others, whatever is shown of them.
public enum IncomingVideoQualitySettings: Hashable, Sendable {
    /// Whom a wish is about.
    public enum Group: Hashable, Sendable {
        /// Everybody.
        case all
        /// These stays.
        case custom(sessionIds: Set<String>)

        /// Whether a stay belongs to the group.
        public func contains(_ sessionId: String) -> Bool {
            switch self {
            case .all: true
            case .custom(let sessionIds): sessionIds.contains(sessionId)
            }
        }
    }

    /// No wish: as large as each is shown.
    case none
    /// As large as this, however they are shown.
    case manual(group: Group, targetSize: CallParticipant.TrackSize)
    /// Not at all.
    case disabled(group: Group)

    /// Whom the wish is about; nobody when there is none.
    public func contains(_ sessionId: String) -> Bool {
        switch self {
        case .none: false
        case .manual(let group, _), .disabled(let group): group.contains(sessionId)
        }
    }

    /// Whether the client wants no video of a stay.
    public func isVideoDisabled(for sessionId: String) -> Bool {
        guard case .disabled = self else { return false }
        return contains(sessionId)
    }

    /// How large the client wants the video of a stay; nil when it is as large as it is shown.
    public func targetSize(for sessionId: String) -> CallParticipant.TrackSize? {
        guard case .manual(_, let size) = self, contains(sessionId) else { return nil }
        return size
    }
}
