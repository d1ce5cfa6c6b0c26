import CallCore
import Timing

extension Call {
    /// Waits for what a join's policy asks for: until the way for media is open, and no longer than its limit.
    ///
    /// - Throws: `CancellationError` when the join ends meanwhile.
    func awaitReadiness(_ policy: JoinPolicy) async throws {
        guard policy == .peerConnectionReadinessAware, state.values.callSettings.shouldPublish,
            let media, media.pathState != .open
        else { return }
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
