import CallCore
internal import Containers
import Signaling

/// The connection to the coordinator: opening and closing, and events of the connection and of the network.
extension StreamVideo {
    /// Opens the connection to the coordinator and its event stream. Has no effect while they are open. Concurrent
    /// callers share one attempt.
    ///
    /// - Throws: ``RequestError``; `tokenExpired` or `tokenInvalid` when the coordinator refuses the token.
    public func connect() async throws {
        guard state.connection != .connected else { return }
        if let opening { return try await opening.value() }
        let opening = SharedOutcome<Void>(onAbandoned: {})
        self.opening = opening
        defer { self.opening = nil }
        setConnection(.connecting)
        do {
            opened(try await link.open())
            opening.settle(.success(()))
        } catch {
            setConnection(.disconnected(reason: "\(error)"))
            opening.settle(.failure(error))
            throw error
        }
    }

    /// Returns the user's token. The coordinator issues a guest's token. The application provides any other.
    func accessToken() async throws -> [UInt8] {
        if user.isAnonymous { throw MissingPermissionsError(userId: user.id) }
        guard user.isGuest else { return try await tokenProvider() }
        if let guestToken { return guestToken }
        let guest: CreateGuestResponse = try await coordinator.send(.createGuest, CreateGuestRequest { $0.user = user })
        state.user = guest.user
        guestToken = guest.accessToken
        return guest.accessToken
    }

    /// Leaves every call and closes the connection.
    public func disconnect() async throws {
        for call in knownCalls { call.leave(reason: "disconnected") }
        link.close()
        setConnection(.disconnected(reason: "the client closed it"))
        try await coordinator.disconnect()
    }

    /// Sets the token as the key of ingress streams (`semantics.md` 3.1, ingress).
    func use(_ token: [UInt8]) {
        streamKey = token.hexadecimal
        for call in calls.values { call.updateState { $0.streamKey = streamKey } }
    }

    /// Shows another status of the connection.
    func setConnection(_ status: ConnectionStatus) {
        let before = state.connection
        guard before != status else { return }
        state.connection = status
        if status != .connected { nextReading.cancel() }
        environment.trace(.property(name: "connectionStatus", from: "\(before)", to: "\(status)"))
    }

    // MARK: Events of the connection

    /// Handles an event of the event stream as a whole.
    func handle(_ event: CoordinatorLink.Event) {
        switch event {
        case .events(let events, let first):
            for (index, event) in events.enumerated() {
                if case .passedOver = event { continue }
                handle(event, number: first &+ index)
            }
        case .unreadable(let error):
            environment.trace(.mark(name: "event.unreadable", details: [("error", "\(error)")]))
        case .lost:
            setConnection(.connecting)
        case .gone(let error):
            setConnection(.disconnected(reason: "\(error)"))
        case .restored(let event):
            opened(event)
        }
    }

    /// Begins to use an event stream. A stream that was not resumed may lack events, so the known calls are read again.
    func opened(_ event: ConnectedEvent) {
        state.user = event.me
        setConnection(.connected)
        if !event.resumed { forgetEventNumbers() }
        handle(.connected(event))
        if !event.resumed || isReadingDue { rereadCalls() }
    }

    /// Reopens the event stream, because the network works again.
    func networkIsBack() {
        link.handle(.pathBack)
    }

    /// Handles a datagram that could not be sent: this host has no network.
    func handleUnsendable() {
        // The sender of the datagram may be in the middle of an operation, so the loss is handled in a later turn.
        guard !isReportingPath else { return }
        isReportingPath = true
        Task { @MainActor in
            isReportingPath = false
            link.handle(.pathLost)
            for call in knownCalls { call.pathLost() }
        }
    }

    /// Resets the event numbers of all calls. Numbers of different streams cannot be compared.
    func forgetEventNumbers() {
        for call in knownCalls { call.updateState { $0.forgetEventNumbers() } }
    }

    /// The calls to which the client passes events, sorted by cid.
    package var knownCalls: [Call] { calls.values.sorted { $0.cid < $1.cid } }

    /// Reads every known call again. Handles changes since the last events as if their events had just arrived
    /// (`semantics.md` section 0, rule 12).
    private func rereadCalls() {
        isReadingDue = false
        for call in knownCalls where call.state.values.isInitialized { reread(call) }
    }

    private func reread(_ call: Call) {
        Task { @MainActor in
            do {
                let response: GetCallResponse = try await call.send(.get)
                let before = call.state.values
                call.updateState {
                    $0.update(from: response)
                    $0.withdrawRecordingRequest(unlessRecorded: response.call)
                }
                let missed = MissedEvents(
                    before, call.state.values.updated(response), for: state.user, at: environment.scheduler.date)
                environment.trace(
                    .mark(name: "call.reread", details: [("cid", call.cId), ("missed", "\(missed.events.count)")]))
                if call.state.values.isOutdated { rereadLater() }
                for event in missed.events { handle(event) }
                try await checkRing(of: call)
            } catch {
                environment.trace(
                    .mark(name: "call.reread.failed", details: [("cid", call.cId), ("error", "\(error)")]))
                if case .refused(let refusal)? = error as? RequestError { wasRefused(call, refusal) }
                if (error as? RequestError)?.isTransient ?? true { rereadLater() }
            }
        }
    }

    /// Ends a ring that ended while its events were lost. The call alone may not show the end: its caller may have rung
    /// other users since, or this user may no longer be a member.
    private func checkRing(of call: Call) async throws {
        guard state.ringing === call, call.stage == .idle, let caller = call.state.values.caller, caller != me.id else {
            return
        }
        let number = rings.number
        let ring = try await call.getRingState()
        guard state.ringing === call, rings.number == number, call.stage == .idle else { return }
        if !ring.isOpen(for: me.id, of: caller) { changeRing(of: call.cid, .missed) }
    }

    /// Handles the refusal to read a call again. The call no longer exists, or this user may no longer read it: its
    /// ring ends. A joined call that no longer exists is left. In other cases the SFU decides if a session ends.
    private func wasRefused(_ call: Call, _ refusal: APIError) {
        guard let change = RingChange(refusal), call.isHeld else { return }
        if change == .ended, call.isEntered { return call.leave(reason: "ended") }
        if !call.isEntered { changeRing(of: call.cid, change) }
    }

    /// Schedules another reading of the known calls: after a pause, or when a lost connection reopens.
    func rereadLater() {
        isReadingDue = true
        guard state.connection == .connected, !nextReading.isSet else { return }
        nextReading.set(after: TrackPublisher.pause, "calls of ", state.user.id) { [weak self] in
            self?.rereadCalls()
        }
    }
}

/// The user that ended a call. Only the coordinator's event names this user, and the SFU's `callEnded` may arrive
/// first.
extension StreamVideo {
    /// Keeps a weak reference to a call that was left because it ended. The coordinator's event will name the user.
    func awaitEndingUser(of call: Call) {
        endings[call.cid] = Ending(call: call)
    }

    /// Sets the user that ended a call, when the call was left before the event arrived.
    func setEndingUser(_ event: CoordinatorEvent) {
        guard case .ended(let ended) = event else { return }
        endings.removeValue(forKey: ended.callCid)?.call?.updateState { $0.apply(event) }
    }

    /// A call that ended, while the user that ended it is unknown.
    struct Ending {
        weak var call: Call?
    }
}

extension RingStateResponse {
    /// True when the user can still answer the caller's ring.
    fileprivate func isOpen(for user: String, of caller: String) -> Bool {
        isRinging && rungUserIds.contains(user) && rejectedBy[caller] == nil
            && [acceptedBy, rejectedBy, missedBy].allSatisfy { $0[user] == nil }
    }
}

extension RingChange {
    /// Creates the change that follows from a refusal to read a call; nil for a refusal without consequence.
    fileprivate init?(_ refusal: APIError) {
        switch APIError.Code(rawValue: refusal.code) {
        case .callNotFound: self = .ended
        case .notAllowed: self = .blocked
        default: return nil
        }
    }
}
