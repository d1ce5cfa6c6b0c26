import CallCore
import Signaling
import Sockets
import Timing

/// One call's connection to its session. Performs the effects of a ``ReconnectionMachine``.
@MainActor
final class CallConnection {
    /// An SFU that accepted the client, with its response.
    struct Admission {
        let sfu: SFUClient
        let session: SFUJoinResponse
        /// The coordinator's response; nil after a fast reconnect, which sends no request to the coordinator.
        let join: JoinResult?
        /// The tracks that the client announced with the join.
        let tracks: [TrackInfo]
        /// The subscriptions that the client requested with the join.
        let subscriptions: [TrackSubscription]
    }

    unowned let call: Call
    /// The current SFU; the last one while the connection is lost.
    var sfu: SFUClient
    /// The SFU that a migration leaves. It is kept until the new SFU has every track.
    var old: SFUClient?
    /// The SFUs that received a join since the loss. The client knows of no acceptance, but a response may be lost.
    var candidates: [SFUClient] = []
    /// True when the pending attempt has sent a join to an SFU, so that a refusal comes from there.
    var isJoiningSFU = false
    private(set) var machine: ReconnectionMachine
    private let timers: KeyedTimers<ReconnectionTimer>
    /// The pending attempt.
    var attempt: (number: Int, task: Task<Void, Never>)?
    /// The session id of the next rejoin; nil for a new id.
    ///
    /// Attempts without a response share one id, so that they cannot create two participants. After a refusal by the
    /// SFU the next attempt requests a new id, because the session is over.
    var nextSessionId: String?
    /// The error of the last failed attempt.
    var lastError: (any Error)?
    private var probe: NetworkProbe?

    init(_ call: Call, _ sfu: SFUClient, _ session: SFUJoinResponse) {
        self.call = call
        self.sfu = sfu
        var limits = call.client.configuration.reconnection
        limits.disconnection = call.disconnectionTimeout
        machine = ReconnectionMachine(limits: limits)
        timers = KeyedTimers(call.client.environment.scheduler)
        handle(.entered(sfu.entry(session)))
    }

    /// Sets the time without a network after which the call is left. It counts from the next loss.
    func setDisconnectionTimeout(_ timeout: Duration?) {
        machine.limits.disconnection = timeout
    }

    // MARK: Events

    /// Passes an event to the machine and performs the effects.
    func handle(_ event: ReconnectionEvent) {
        let before = machine.stage
        let effects = machine.handle(event, at: call.client.environment.scheduler.now)
        if machine.stage != before {
            call.client.environment.trace(
                .property(name: "reconnection", from: before.text, to: machine.stage.text))
        }
        for effect in effects { perform(effect) }
    }

    /// Handles a response to a ping: the network works again.
    private func networkIsBack() {
        handle(.pathBack)
        call.client.networkIsBack()
    }

    /// Ends the connection. Sends a leave request to every SFU that may hold a session of this client.
    func leave(reason: String?) {
        handle(.leave)
        var left: [SFUClient] = []
        for client in [sfu] + (old.map { [$0] } ?? []) + candidates {
            client.close()
            if !left.contains(where: { $0.isSameSession(as: client) }) { client.leave(reason: reason) }
            left.append(client)
        }
    }

    /// True when reports of the SFU still count.
    func isCurrent(_ client: SFUClient) -> Bool { client === sfu }

    /// Handles events of the current SFU that concern the connection.
    func received(_ event: SFUEvent) {
        switch event {
        case .goAway: handle(.goAway)
        case .participantMigrationComplete: handle(.migrationCompleted)
        case .error(let error):
            switch error.kind {
            case .sfuFull: handle(.sfuFull(error.reconnectStrategy))
            case .participantSignalLost: handle(.lost(.signal))
            default: handle(.sfuError(error.reconnectStrategy))
            }
        default: break
        }
    }

    // MARK: Effects

    private func perform(_ effect: ReconnectionEffect) {
        switch effect {
        case .show(let phase): call.updateState { $0.connectionPhase = phase }
        case .report(let status): call.updateState { $0.reconnectionStatus = status }
        case .detach: sfu.close()
        case .probe: startProbing()
        case .stopProbing: probe?.stop()
        case .start(let timer, let duration): start(timer, duration)
        case .stop(let timer): timers.cancel(timer)
        case .fast(let number): run(number) { try await $0.reconnectFast() }
        case .rejoin(let number, let count, let avoided):
            call.updateState { $0.removeOwnParticipant() }
            run(number) { try await $0.rejoin(number, count, avoided) }
        case .migrate(let number, let count, let avoided):
            call.updateState { $0.removeOwnParticipant() }
            run(number) { try await $0.migrate(number, count, avoided) }
        case .abandon: abandon()
        case .releaseOld:
            old?.close()
            old = nil
        case .leave(let reason): call.leave(reason: reason)
        case .giveUp(let noNetwork): giveUp(noNetwork)
        }
    }

    private func startProbing() {
        let probe = probe ?? call.client.makeProbe { [weak self] in self?.networkIsBack() }
        self.probe = probe
        probe.start([call.client.coordinator.address, sfu.address])
    }

    private func start(_ timer: ReconnectionTimer, _ duration: Duration) {
        timers.set(timer, after: duration, "\(timer.rawValue) of \(call.cid)") { [weak self] in
            self?.handle(.ranOut(timer))
        }
    }

    private func giveUp(_ noNetwork: Bool) {
        let error: any Error = noNetwork ? NetworkNotAvailable() : lastError ?? NetworkNotAvailable()
        call.updateState { $0.disconnectionError = error }
        call.leave(reason: noNetwork ? "network not available" : "disconnected")
    }
}
