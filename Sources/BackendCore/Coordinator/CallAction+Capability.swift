import Signaling

extension CallAction {
    /// The capability that the action needs; nil where other rules decide.
    ///
    /// A join is decided by more than one capability, a change by what it changes, and an answer to a ring by being
    /// rung.
    var requiredCapability: OwnCapability? {
        switch self {
        case .get, .getOrCreate, .getParticipants, .getRingState, .submitFeedback: .readCall
        case .join, .reject, .update, .updateMembers: nil
        case .delete: .endCall
        case .sendReaction: .createReaction
        case .ring, .accept, .sendEvent, .requestPermission: .joinCall
        case .markEnded: .endCall
        case .block, .unblock: .blockUsers
        case .kick: .kickUser
        case .muteUsers: .muteUsers
        case .pin, .unpin: .pinForEveryone
        case .userPermissions: .updateCallPermissions
        }
    }
}
