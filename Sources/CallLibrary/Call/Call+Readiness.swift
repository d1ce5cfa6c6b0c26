import CallCore
import Timing

extension Call {
    /// Whether a join's policy asks to wait for the way for media, and it is not open yet.
    func mustWait(for policy: JoinPolicy) -> Bool {
        guard policy == .peerConnectionReadinessAware, state.values.callSettings.shouldPublish, let media else {
            return false
        }
        return media.pathState != .open
    }

    /// Waits until the way for media is open, and no longer than the limit of that.
    ///
    /// - Throws: `CancellationError` when the join ends meanwhile.
    func awaitReadiness() async throws {
        let outcome = SharedOutcome<Void>(onAbandoned: {})
        readiness = outcome
        let scheduler = client.environment.scheduler
        let limit = scheduler.now.advanced(by: client.configuration.timeouts.peerConnectionReadiness)
        let wake = scheduler.schedule(at: limit, "readiness of \(cid)") { [weak self] in
            self?.client.environment.trace(.mark(name: "call.join.unready", details: []))
            outcome.settle(.success(()))
        }
        defer {
            scheduler.cancel(wake)
            readiness = nil
        }
        try await outcome.value()
    }

    /// The way for media is open: nobody waits for it any more.
    func mediaIsReady() {
        readiness?.settle(.success(()))
    }
}
