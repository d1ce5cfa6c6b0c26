public import Signaling

/// An event that may change the calling state: a command of the user, the outcome of an operation, an event of the
/// coordinator, or a timer.
public enum CallingEvent: Hashable, Sendable {
    // MARK: Commands

    /// The user starts a call, with or without ringing its members.
    case startCall(CallCid, ring: Bool)
    /// The user joins a call and then rings its members.
    case joinAndRingCall(CallCid)
    /// The user joins a call.
    case joinCall(CallCid)
    /// The user opens the lobby of a call.
    case enterLobby(LobbyInfo)
    /// The user accepts the ringing call.
    case acceptCall(CallCid)
    /// The user rejects the ringing call.
    case rejectCall(CallCid)
    /// The user ends the current call or ring.
    case hangUp(reason: String?)
    /// The application shows this call, or none. `isJoining` is true for a join from outside the view model.
    case activeCallSet(CallCid?, isJoining: Bool)

    // MARK: Outcomes of operations, with the number of their attempt

    /// The call exists and its members are rung for the given duration.
    case created(attempt: Int, autoCancelTimeout: Duration)
    /// The call could not be created.
    case createFailed(attempt: Int)
    /// The coordinator accepted the acceptance.
    case accepted(attempt: Int)
    /// The acceptance failed.
    case acceptFailed(attempt: Int)
    /// The rejection was sent, with success or failure.
    case rejected(attempt: Int)
    /// The coordinator returned the participants of the lobby's call.
    case lobbyRead(attempt: Int, participants: [User])
    /// The user has joined the call.
    case joined(attempt: Int)
    /// The join failed or was vetoed.
    case joinFailed(attempt: Int)

    // MARK: Events of the coordinator and of the client

    /// Code other than the view model joins a call for the user.
    case externalJoinBegan(CallCid)
    /// The external join ended with success or failure.
    case externalJoinEnded(CallCid, isJoined: Bool)
    /// Another user rings this one.
    case ring(IncomingCall)
    /// A user accepted a ring.
    case ringAccepted(CallCid, by: Answerer)
    /// A user rejected a ring, or the caller cancelled it. The remainder states if the ring continues.
    case ringRejected(CallCid, by: Answerer, RingRemainder)
    /// The ring ended without an answer by this user.
    case ringMissed(CallCid)
    /// The call was ended for everyone.
    case callEnded(CallCid)
    /// This user was blocked.
    case blocked(CallCid)
    /// The client left the call for any reason.
    case left(CallCid)
    /// A participant joined the session of a call.
    case participantJoined(CallCid, User)
    /// A participant left the session of a call.
    case participantLeft(CallCid, User)
    /// The connection to the call changed.
    case reconnection(CallCid, ReconnectionStatus)

    // MARK: Timers

    /// The time to answer has passed.
    case ringTimerFired(attempt: Int)
}

/// The user that answered a ring, from this user's point of view.
public enum Answerer: Hashable, Sendable {
    /// This user, on this device or another one.
    case me
    /// The caller: the last member that rang, or else the creator of the call.
    case creator
    /// Any other user.
    case other
}

/// The answers that a ring can still receive after a rejection.
public enum RingRemainder: Hashable, Sendable {
    /// Another callee may still answer, or other users are in the call.
    case continues
    /// Every callee rejected; with the number of callees.
    case allRejected(count: Int)
    /// No other user has accepted or is in the call.
    case noneRemains
}

/// An action that a calling state requests of a view model.
public enum CallingEffect: Hashable, Sendable {
    /// Create the call and ring its members. Reports ``CallingEvent/created(attempt:autoCancelTimeout:)``.
    case createRinging(CallCid, attempt: Int)
    /// Join the call, then ring its members. Reports ``CallingEvent/created(attempt:autoCancelTimeout:)``.
    case joinAndRing(CallCid, attempt: Int)
    /// Read the call of the lobby. Reports ``CallingEvent/lobbyRead(attempt:participants:)``.
    case readLobby(CallCid, attempt: Int)
    /// Join the call. Reports ``CallingEvent/joined(attempt:)``.
    case join(CallCid, create: Bool, afterRinging: Bool, JoinPolicy, attempt: Int)
    /// Accept the call. Reports ``CallingEvent/accepted(attempt:)``.
    case accept(CallCid, attempt: Int)
    /// Reject the call with this reason, or the provider's. Reports ``CallingEvent/rejected(attempt:)``.
    case reject(CallCid, reason: RejectionReason, attempt: Int)
    /// Cancel a ring of this user, and continue with the call.
    case cancelRing(CallCid)
    /// Leave the call.
    case leave(CallCid, reason: String?)
    /// Start the ring timer. Reports ``CallingEvent/ringTimerFired(attempt:)``.
    case startRingTimer(Duration, attempt: Int)
    /// Stop the ring timer.
    case stopRingTimer
    /// Clear the members, participants and settings of the last call.
    case reset
}
