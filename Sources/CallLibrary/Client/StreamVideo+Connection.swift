import CallCore
internal import Containers
import Signaling

/// What happens to the connection to the coordinator, and to the network below it.
extension StreamVideo {
    func heard(_ news: CoordinatorLink.News) {
        switch news {
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
            state.user = event.me
            setConnection(.connected)
            if !event.resumed { forgetEventNumbers() }
            handle(.connected(event))
            if !event.resumed { rereadCalls() }
            tell(.restored(isResumed: event.resumed))
        }
    }

    /// Somebody answered, so the network is there for everything that waits for it.
    func networkIsBack() {
        link.handle(.pathBack)
    }

    /// A datagram could not be sent: this host has no network.
    func couldNotSend() {
        // Whoever sends is in the middle of something; they hear of it when that is done.
        guard !isTellingOfPath else { return }
        isTellingOfPath = true
        Task { @MainActor in
            isTellingOfPath = false
            link.handle(.pathLost)
            for call in knownCalls { call.pathLost() }
        }
    }

    /// The numbers of another stream say nothing about what the events before it have changed.
    func forgetEventNumbers() {
        for call in knownCalls { call.updateState { $0.forgetEventNumbers() } }
    }

    /// Every call that the client knows, in an order of its own.
    var knownCalls: [Call] { calls.values.sorted { $0.cid < $1.cid } }

    /// Asks how every call is that the client knew of, and tells what has happened to it meanwhile as if it were told
    /// just now (`semantics.md` section 0, rule 12).
    private func rereadCalls() {
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
            }
        }
    }
}
