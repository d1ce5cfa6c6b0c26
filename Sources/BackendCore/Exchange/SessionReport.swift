public import Signaling
public import Timing

/// What an SFU tells the coordinator.
public enum SessionReport: Hashable, Sendable {
    /// A user's stay began.
    case joined(CallCid, userId: String, sessionId: String, at: Timestamp)
    /// A stay ended.
    case left(CallCid, sessionId: String, at: Timestamp)
}

/// What the coordinator tells an SFU.
public enum SessionOrder: Hashable, Sendable {
    /// Let this user in when they come with a token for the call.
    case admit(CallCid, User, roles: [String])
    /// Let this user in no more, and end their stays.
    case remove(CallCid, userId: String, CallEndedReason)
    /// End every stay and let nobody in.
    case end(CallCid, CallEndedReason)
}
