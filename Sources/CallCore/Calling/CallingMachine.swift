public import Signaling

/// The machine of the calling state (`semantics.md` 2.2 to 2.5 and section 0).
///
/// Each operation carries the number of its attempt. The outcome of an earlier attempt has no effect.
public struct CallingMachine: Sendable {
    /// The current calling state.
    public private(set) var state: CallingState = .idle
    /// The call of the state; nil when idle.
    public private(set) var call: CallCid?

    /// True when this user was rung for the call.
    private var wasRung = false
    /// True while a call reconnects before it is shown as joined.
    private var isReconnecting = false
    private var attempt = 0
    private var step = Step.none
    /// The calls whose creation the user abandoned, by the number of the attempt. Their rings are cancelled once
    /// created.
    private var abandonedCreations: [Int: CallCid] = [:]

    /// The pending operation within a state. It prevents a second answer to one ring.
    private enum Step: Hashable {
        case none
        case creating
        case entering
        case ringing
        case accepting
        case rejecting
        case cancelling(reason: String?)
        /// Code other than the view model joins the call.
        case external
    }

    /// Creates the machine of a user without calls.
    public init() {}

    /// Handles one event and returns its effects.
    public mutating func handle(_ event: CallingEvent) -> [CallingEffect] {
        guard !isStale(event) else { return handleAbandoned(event) }
        switch (state, event) {
        // MARK: Commands
        case (.idle, .startCall(let cid, let ring)), (.lobby, .startCall(let cid, let ring)):
            return ring ? startRinging(cid) : startJoining(cid)
        case (.idle, .joinAndRingCall(let cid)), (.lobby, .joinAndRingCall(let cid)):
            begin(cid, .outgoing, .entering)
            return [.joinAndRing(cid, attempt: attempt)]
        case (.idle, .joinCall(let cid)), (.lobby, .joinCall(let cid)):
            return startJoining(cid)
        case (.idle, .enterLobby(let info)), (.lobby, .enterLobby(let info)):
            begin(info.cid, .lobby(info))
            return [.readLobby(info.cid, attempt: attempt)]
        case (.incoming(let incoming), .acceptCall(let cid)) where incoming.cid == cid && step == .none:
            step = .accepting
            return [.stopRingTimer, .accept(cid, attempt: attempt)]
        case (.idle, .acceptCall(let cid)):
            begin(cid, .joining, .accepting)
            return [.accept(cid, attempt: attempt)]
        case (.incoming(let incoming), .rejectCall(let cid)) where incoming.cid == cid:
            return step == .accepting ? end(leaving: RejectionReason.decline.text) : rejectIncoming(cid, .decline)
        case (.outgoing, .rejectCall(let cid)) where cid == call:
            return cancelOutgoing(.cancel, leaving: RejectionReason.cancel.text)
        case (_, .rejectCall(let cid)):
            return [.reject(cid, reason: .decline, attempt: 0)]
        case (.incoming(let incoming), .hangUp(let reason)):
            return step == .accepting ? end(leaving: reason) : rejectIncoming(incoming.cid, .decline)
        case (.outgoing, .hangUp(let reason)):
            return cancelOutgoing(.cancel, leaving: reason)
        case (.lobby, .hangUp):
            return end()
        case (.joining, .hangUp(let reason)), (.inCall, .hangUp(let reason)), (.reconnecting, .hangUp(let reason)):
            return end(leaving: reason)
        case (.idle, .hangUp):
            return []
        case (.incoming, .startCall), (.incoming, .joinCall), (.incoming, .enterLobby), (.incoming, .acceptCall),
            (.outgoing, .startCall), (.outgoing, .joinCall), (.outgoing, .enterLobby), (.outgoing, .acceptCall),
            (.joining, .startCall), (.joining, .joinCall), (.joining, .enterLobby), (.joining, .acceptCall),
            (.inCall, .startCall), (.inCall, .joinCall), (.inCall, .enterLobby), (.inCall, .acceptCall),
            (.reconnecting, .startCall), (.reconnecting, .joinCall), (.reconnecting, .enterLobby),
            (.reconnecting, .acceptCall), (.lobby, .acceptCall), (.incoming, .joinAndRingCall),
            (.outgoing, .joinAndRingCall), (.joining, .joinAndRingCall), (.inCall, .joinAndRingCall),
            (.reconnecting, .joinAndRingCall):
            return []
        case (_, .activeCallSet(let cid, let isJoining)):
            return cid.map { adopt($0, isJoining: isJoining) } ?? endShown()

        // MARK: Outcomes of operations
        case (.outgoing, .created(_, let timeout)):
            guard step == .creating || step == .entering else { return [] }
            step = .ringing
            return timeout > .zero ? [.startRingTimer(timeout, attempt: attempt)] : []
        case (.incoming, .accepted), (.joining, .accepted):
            return joinAfterRinging()
        case (.outgoing, .rejected), (.incoming, .rejected):
            return endAfterRejecting()
        case (.joining, .joined):
            return showJoined()
        case (_, .createFailed), (_, .acceptFailed), (_, .joinFailed):
            return end()
        case (.lobby(let info), .lobbyRead(_, let participants)):
            state = .lobby(participants.reduce(info) { $0.joined(by: $1) })
            return []
        case (_, .created), (_, .accepted), (_, .rejected), (_, .joined), (_, .lobbyRead):
            return []

        // MARK: Events of the coordinator and of the client
        case (.idle, .externalJoinBegan(let cid)), (.lobby, .externalJoinBegan(let cid)):
            return adopt(cid, isJoining: true)
        case (.incoming(let incoming), .externalJoinBegan(let cid)) where incoming.cid == cid && step == .none:
            return adopt(cid, isJoining: true)
        case (.joining, .externalJoinEnded(let cid, let isJoined)) where cid == call && step == .external:
            return isJoined ? showJoined() : end()
        case (.idle, .externalJoinEnded(let cid, isJoined: true)):
            // Another call was shown or left when this join began.
            let effects = adopt(cid, isJoining: false)
            wasRung = true
            return effects
        case (_, .externalJoinBegan), (_, .externalJoinEnded):
            return []
        case (.idle, .ring(let incoming)):
            begin(incoming.cid, .incoming(incoming))
            return incoming.timeout > .zero ? [.startRingTimer(incoming.timeout, attempt: attempt)] : []
        case (_, .ring):
            return []
        case (.incoming(let incoming), .ringAccepted(let cid, by: .me)) where incoming.cid == cid && step == .none:
            return end()
        case (.outgoing, .ringAccepted(let cid, let answerer)) where cid == call && answerer != .me:
            guard [.ringing, .creating, .entering].contains(step) else { return [] }
            return joinAfterRinging()
        case (_, .ringAccepted):
            return []
        case (.incoming, .ringRejected(let cid, by: .creator, _)) where cid == call:
            return step == .accepting ? end(leaving: "cancelled") : end()
        case (.incoming, .ringRejected(let cid, by: .me, _)) where cid == call && step == .none:
            return end()
        case (.joining, .ringRejected(let cid, by: .creator, .noneRemains)) where cid == call && wasRung,
            (.inCall, .ringRejected(let cid, by: .creator, .noneRemains)) where cid == call && wasRung,
            (.reconnecting, .ringRejected(let cid, by: .creator, .noneRemains)) where cid == call && wasRung:
            return end(leaving: "cancelled")
        case (.outgoing, .ringRejected(let cid, by: .me, _)) where cid == call && step == .ringing:
            return end(leaving: "cancelled")
        case (.outgoing, .ringRejected(let cid, _, .allRejected(let count))) where cid == call:
            return cancelOutgoing(.custom("all \(count) members rejected"), leaving: "unanswered")
        case (_, .ringRejected):
            return []
        case (.incoming(let incoming), .ringMissed(let cid)) where incoming.cid == cid && step == .none:
            return end()
        case (_, .ringMissed):
            return []
        case (.incoming(let incoming), .callEnded(let cid)) where incoming.cid == cid:
            return step == .accepting ? end(leaving: "ended") : end()
        case (.lobby, .callEnded(let cid)) where cid == call:
            return end()
        case (_, .callEnded(let cid)) where cid == call:
            return end(leaving: "ended")
        case (_, .blocked(let cid)) where cid == call:
            return end(leaving: "blocked")
        case (_, .callEnded), (_, .blocked):
            return []
        case (.joining, .left(let cid)) where cid == call,
            (.inCall, .left(let cid)) where cid == call,
            (.reconnecting, .left(let cid)) where cid == call,
            (.outgoing, .left(let cid)) where cid == call,
            (.incoming, .left(let cid)) where cid == call:
            return end()
        case (_, .left):
            return []
        case (.lobby(let info), .participantJoined(let cid, let user)) where cid == info.cid:
            state = .lobby(info.joined(by: user))
            return []
        case (.lobby(let info), .participantLeft(let cid, let user)) where cid == info.cid:
            state = .lobby(info.left(by: user))
            return []
        case (_, .participantJoined), (_, .participantLeft):
            return []
        case (.inCall, .reconnection(let cid, let status)), (.reconnecting, .reconnection(let cid, let status)):
            // A disconnected call is being left, which is a separate event.
            guard cid == call, status != .disconnected else { return [] }
            state = status == .connected ? .inCall : .reconnecting
            return []
        case (.joining, .reconnection(let cid, let status)), (.outgoing, .reconnection(let cid, let status)):
            if cid == call { isReconnecting = status == .reconnecting || status == .migrating }
            return []
        case (_, .reconnection):
            return []

        // MARK: Timers
        case (.outgoing, .ringTimerFired):
            return cancelOutgoing(.cancel, leaving: "timeout")
        case (.incoming(let incoming), .ringTimerFired):
            return rejectIncoming(incoming.cid, .timeout)
        case (_, .ringTimerFired):
            return []
        }
    }

    // MARK: Transitions

    private mutating func begin(_ cid: CallCid, _ newState: CallingState, _ newStep: Step = .none) {
        attempt += 1
        call = cid
        isReconnecting = false
        if case .incoming = newState { wasRung = true } else { wasRung = newStep == .accepting }
        state = newState
        step = newStep
    }

    /// Shows a call that code other than the view model joins or has joined.
    private mutating func adopt(_ cid: CallCid, isJoining: Bool) -> [CallingEffect] {
        switch state {
        case .idle, .lobby, .incoming:
            begin(cid, isJoining ? .joining : .inCall, .external)
            wasRung = isJoining
            return [.stopRingTimer]
        case .outgoing, .joining, .inCall, .reconnecting:
            return []
        }
    }

    /// Ends a shown call. A ringing or joining call is not affected.
    private mutating func endShown() -> [CallingEffect] {
        switch state {
        case .inCall, .reconnecting: end()
        case .idle, .lobby, .incoming, .outgoing, .joining: []
        }
    }

    private mutating func startRinging(_ cid: CallCid) -> [CallingEffect] {
        begin(cid, .outgoing, .creating)
        return [.createRinging(cid, attempt: attempt)]
    }

    private mutating func startJoining(_ cid: CallCid) -> [CallingEffect] {
        begin(cid, .joining)
        return [.join(cid, create: true, afterRinging: false, .default, attempt: attempt)]
    }

    /// Shows a joined call. No operation of the join is pending any more.
    private mutating func showJoined() -> [CallingEffect] {
        state = isReconnecting ? .reconnecting : .inCall
        return [.stopRingTimer]
    }

    private mutating func rejectIncoming(_ cid: CallCid, _ reason: RejectionReason) -> [CallingEffect] {
        guard step == .none else { return [] }
        step = .rejecting
        return [.stopRingTimer, .reject(cid, reason: reason, attempt: attempt)]
    }

    /// Cancels an outgoing ring. During the creation of the call the state becomes idle immediately, and the rejection
    /// follows when the call exists.
    private mutating func cancelOutgoing(_ reason: RejectionReason, leaving: String?) -> [CallingEffect] {
        guard let cid = call else { return end() }
        switch step {
        case .creating:
            abandonedCreations[attempt] = cid
            return end()
        case .entering:
            abandonedCreations[attempt] = cid
            return end(leaving: leaving)
        case .cancelling:
            return []
        case .none, .ringing, .accepting, .rejecting, .external:
            step = .cancelling(reason: leaving)
            return [.stopRingTimer, .reject(cid, reason: reason, attempt: attempt)]
        }
    }

    private mutating func endAfterRejecting() -> [CallingEffect] {
        guard case .cancelling(let reason) = step else { return step == .rejecting ? end() : [] }
        return end(leaving: reason)
    }

    private mutating func joinAfterRinging() -> [CallingEffect] {
        guard let call else { return end() }
        state = .joining
        step = .none
        let policy: JoinPolicy = wasRung ? .peerConnectionReadinessAware : .default
        return [.stopRingTimer, .join(call, create: false, afterRinging: true, policy, attempt: attempt)]
    }

    private mutating func end(leaving reason: String?) -> [CallingEffect] {
        guard let left = call else { return end() }
        reset()
        return [.leave(left, reason: reason), .stopRingTimer, .reset]
    }

    private mutating func end() -> [CallingEffect] {
        reset()
        return [.stopRingTimer, .reset]
    }

    private mutating func reset() {
        attempt += 1
        state = .idle
        call = nil
        step = .none
    }

    // MARK: Late outcomes

    private func isStale(_ event: CallingEvent) -> Bool {
        switch event {
        case .created(let number, _), .createFailed(let number), .accepted(let number), .acceptFailed(let number),
            .rejected(let number), .joined(let number), .joinFailed(let number), .ringTimerFired(let number),
            .lobbyRead(let number, _):
            number != attempt
        case .startCall, .joinAndRingCall, .joinCall, .enterLobby, .acceptCall, .rejectCall, .hangUp, .ring,
            .ringAccepted, .ringRejected, .ringMissed, .callEnded, .blocked, .left, .reconnection,
            .participantJoined, .participantLeft, .activeCallSet, .externalJoinBegan, .externalJoinEnded:
            false
        }
    }

    /// Handles a stale event. Ends a ring that was created for an attempt after the user had abandoned it.
    private mutating func handleAbandoned(_ event: CallingEvent) -> [CallingEffect] {
        switch event {
        case .created(let number, _):
            guard let cid = abandonedCreations[number] else { return [] }
            return cid == call ? cancelAbandonedRing(number) : [.reject(cid, reason: .cancel, attempt: number)]
        case .rejected(let number):
            guard let cid = abandonedCreations.removeValue(forKey: number), cid != call else { return [] }
            return [.leave(cid, reason: nil)]
        case .createFailed(let number):
            abandonedCreations.removeValue(forKey: number)
            return []
        default:
            return []
        }
    }

    /// Cancels an abandoned ring of the call that a later attempt uses, unless the call rings again.
    private mutating func cancelAbandonedRing(_ number: Int) -> [CallingEffect] {
        guard let cid = abandonedCreations.removeValue(forKey: number) else { return [] }
        switch state {
        case .outgoing, .incoming: return []
        case .idle, .lobby, .joining, .inCall, .reconnecting: return [.cancelRing(cid)]
        }
    }
}
