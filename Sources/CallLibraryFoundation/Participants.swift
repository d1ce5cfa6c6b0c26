public import CallLibrary
public import Foundation

extension CallParticipant {
    /// The date on which the participant has joined.
    public var joinedAt: Date { Date(own.joinedAt) }

    /// The address of the user's picture; nil without one, and for a text that is not a URL.
    public var profileImageURL: URL? { own.profileImageURL.flatMap { URL(string: $0) } }

    /// The size at which the participant's video is shown.
    public var trackSize: CGSize {
        CGSize(width: own.trackSize.width, height: own.trackSize.height)
    }
}
