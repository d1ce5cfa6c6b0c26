public import Signaling

/// Something that may change the calling state: a command of the user, the end of something that was begun, an event
/// of the coordinator, a timer.
public enum CallingEvent: Hashable, Sendable {
    // MARK: Commands

    /// The user starts a call: rings its members, or just joins it.
    case startCall(CallCid, ring: Bool)
    /// The user enters a call first and rings its members then.
    case joinAndRingCall(CallCid)
    /// The user joins a call.
    case joinCall(CallCid)
    /// The user looks at a call first.
    case enterLobby(LobbyInfo)
    /// The user accepts the call that rings.
    case acceptCall(CallCid)
    /// The user rejects the call that rings.
    case rejectCall(CallCid)
    /// The user ends what is going on.
    case hangUp(reason: String?)
    /// The application shows this call, or none; whether it is still being joined from outside the view model.
    case activeCallSet(CallCid?, isJoining: Bool)

    // MARK: Ends of what was begun, with the number of the attempt that they belong to

    /// The call exists and its members are rung; they have that long to answer.
    case created(attempt: Int, autoCancelTimeout: Duration)
    /// The call could not be created.
    case createFailed(attempt: Int)
    /// The coordinator took the acceptance.
    case accepted(attempt: Int)
    /// The coordinator did not take the acceptance.
    case acceptFailed(attempt: Int)
    /// The rejection was sent, whatever came of it.
    case rejected(attempt: Int)
    /// The coordinator told who is in the call of the lobby already.
    case lobbyRead(attempt: Int, participants: [User])
    /// The user is in the call.
    case joined(attempt: Int)
    /// The join failed, or was vetoed.
    case joinFailed(attempt: Int)

    // MARK: Events of the coordinator and of the client

    /// Somebody else than the view model answers for the user, and is on the way into the call.
    case externalJoinBegan(CallCid)
    /// That way has ended in the call, or elsewhere.
    case externalJoinEnded(CallCid, isJoined: Bool)
    /// Somebody rings.
    case ring(IncomingCall)
    /// Somebody accepted a ring.
    case ringAccepted(CallCid, by: Answerer)
    /// Somebody rejected a ring, or the caller took it back; what remains of the ring after that.
    case ringRejected(CallCid, by: Answerer, RingRemainder)
    /// The ring ended without an answer of this user.
    case ringMissed(CallCid)
    /// The call was ended for everyone.
    case callEnded(CallCid)
    /// This user was blocked.
    case blocked(CallCid)
    /// The client left the call, for whatever reason.
    case left(CallCid)
    /// Somebody came into the session of a call.
    case participantJoined(CallCid, User)
    /// Somebody left the session of a call.
    case participantLeft(CallCid, User)
    /// The connection to the call changed.
    case reconnection(CallCid, ReconnectionStatus)

    // MARK: Timers

    /// Nobody answered in time.
    case ringTimerFired(attempt: Int)
}

/// Who answered a ring, as far as this user is concerned.
public enum Answerer: Hashable, Sendable {
    /// This user, on this device or on another one.
    case me
    /// Who rings: who created the call, unless another member did it last.
    case creator
    /// Somebody else.
    case other
}

/// What is left of a ring after a rejection.
public enum RingRemainder: Hashable, Sendable {
    /// Somebody may still answer, or others are in the call.
    case goesOn
    /// Every callee rejected, so many of them, and nobody accepted.
    case everybodyRejected(count: Int)
    /// Nobody but this user has accepted or is in the call.
    case nobodyLeft
}

/// What a view model does when the calling state changed.
public enum CallingEffect: Hashable, Sendable {
    /// Create the call and ring its members; report ``CallingEvent/created(attempt:autoCancelTimeout:)``.
    case createRinging(CallCid, attempt: Int)
    /// Join the call, then ring its members; report ``CallingEvent/created(attempt:autoCancelTimeout:)``.
    case joinAndRing(CallCid, attempt: Int)
    /// Read the call of the lobby; report ``CallingEvent/lobbyRead(attempt:participants:)``.
    case readLobby(CallCid, attempt: Int)
    /// Join the call; report ``CallingEvent/joined(attempt:)``.
    case join(CallCid, create: Bool, afterRinging: Bool, JoinPolicy, attempt: Int)
    /// Accept the call; report ``CallingEvent/accepted(attempt:)``.
    case accept(CallCid, attempt: Int)
    /// Reject the call with this reason, or with the provider's; report ``CallingEvent/rejected(attempt:)``.
    case reject(CallCid, reason: RejectionReason, attempt: Int)
    /// Leave the call.
    case leave(CallCid, reason: String?)
    /// Start the ring timer; report ``CallingEvent/ringTimerFired(attempt:)``.
    case startRingTimer(Duration, attempt: Int)
    /// Stop the ring timer.
    case stopRingTimer
    /// Everything about the last call is over: forget members, participants and settings.
    case reset
}
