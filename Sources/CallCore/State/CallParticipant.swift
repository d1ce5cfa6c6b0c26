public import Signaling
public import Timing

/// Somebody in a call, as the others see them (`semantics.md` 3.3 and the documents).
///
/// What only media can tell (tracks, speaking, levels, quality) is not here yet: it comes with the media plane.
public struct CallParticipant: Hashable, Sendable {
    /// Who.
    public var user: User
    /// Names this stay; one user may be in a call from several devices.
    public var sessionId: String
    /// The roles in the call.
    public var roles: [String]
    /// What the names of their tracks begin with.
    public var trackLookupPrefix: String?
    /// When they joined.
    public var joinedAt: Timestamp

    /// Describes somebody as the SFU tells of them.
    public init(_ participant: SFUParticipant) {
        user = participant.user
        sessionId = participant.sessionId
        roles = participant.roles
        trackLookupPrefix = participant.trackLookupPrefix.isEmpty ? nil : participant.trackLookupPrefix
        joinedAt = participant.joinedAt
    }

    /// The stay's id.
    public var id: String { sessionId }
    /// The user's id.
    public var userId: String { user.id }
    /// What people call the user.
    public var name: String { user.name }
    /// The first of ``roles``; empty when there is none.
    public var role: String { roles.first ?? "" }
    /// Where the user's picture is.
    public var profileImageURL: String? { user.image }
}
