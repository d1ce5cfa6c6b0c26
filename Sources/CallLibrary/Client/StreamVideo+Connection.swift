import CallCore
internal import Containers
import Signaling

/// Events of the connection to the coordinator, and of the network.
extension StreamVideo {
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

    /// Begins to use an event stream. One that was not resumed may lack events, also when the application connects while
    /// the client reconnects.
    func opened(_ event: ConnectedEvent) {
        state.user = event.me
        setConnection(.connected)
        if !event.resumed { forgetEventNumbers() }
        handle(.connected(event))
        if !event.resumed || isReadingDue { rereadCalls() }
    }

    /// Reports a working network to the event stream.
    func networkIsBack() {
        link.handle(.pathBack)
    }

    /// Handles a datagram that could not be sent: this host has no network.
    func handleUnsendable() {
        // A sender may be in the middle of an operation, so the report follows in a later turn.
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

    /// Every call that the client holds, sorted by cid.
    var knownCalls: [Call] { calls.values.sorted { $0.cid < $1.cid } }

    /// Reads every known call again, and handles the missed changes as if their events had just arrived (`semantics.md`
    /// section 0, rule 12).
    private func rereadCalls() {
        isReadingDue = false
        for call in knownCalls where call.state.values.isInitialized { reread(call) }
    }

    private func reread(_ call: Call) {
        Task { @MainActor in
            do {
                let response: GetCallResponse = try await call.send(.get)
                let missed = MissedEvents(call.state.values, response, for: state.user)
                environment.trace(
                    .mark(name: "call.reread", details: [("cid", call.cId), ("missed", "\(missed.events.count)")]))
                call.updateState { $0.update(from: response) }
                for event in missed.events { handle(event) }
            } catch {
                environment.trace(
                    .mark(name: "call.reread.failed", details: [("cid", call.cId), ("error", "\(error)")]))
                if (error as? RequestError)?.mayPass ?? true { rereadLater() }
            }
        }
    }

    /// Reads the known calls again after a pause, or on the return of a connection that is lost meanwhile.
    func rereadLater() {
        isReadingDue = true
        guard state.connection == .connected, !nextReading.isSet else { return }
        nextReading.set(after: TrackPublisher.pause, "calls of ", state.user.id) { [weak self] in
            self?.rereadCalls()
        }
    }
}

/// The ender of a call. An SFU's `callEnded` may overtake the coordinator's event, which alone names the ender.
extension StreamVideo {
    /// Keeps a weak reference to a call that was left because it ended, so that its ender can be set later.
    func awaitEndingUser(of call: Call) {
        endings[call.cid] = Ending(call: call)
    }

    /// Sets the ender of a call that was left earlier.
    func setEndingUser(_ event: CoordinatorEvent) {
        guard case .ended(let ended) = event else { return }
        endings.removeValue(forKey: ended.callCid)?.call?.updateState { $0.apply(event) }
    }

    /// A call without a known ender.
    struct Ending {
        weak var call: Call?
    }
}
