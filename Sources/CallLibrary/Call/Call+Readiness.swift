import CallCore
import Timing

extension Call {
    /// True when a join's policy requires an open media path and the path is not open yet.
    func mustWait(for policy: JoinPolicy) -> Bool {
        guard policy == .peerConnectionReadinessAware, state.values.callSettings.shouldPublish, let media else {
            return false
        }
        return media.pathState != .open
    }

    /// Waits until the media path is open, or until ``CallTimeouts/peerConnectionReadiness`` has passed.
    ///
    /// - Throws: `CancellationError` when the join ends during the wait.
    func awaitReadiness() async throws {
        let outcome = SharedOutcome<Void>(onAbandoned: {})
        readiness = outcome
        let timer = SingleTimer(client.environment.scheduler)
        let limit = client.configuration.timeouts.peerConnectionReadiness
        timer.set(after: limit, "readiness of \(cid)") { [weak self] in
            self?.client.environment.trace(.mark(name: "call.join.unready", details: []))
            outcome.settle(.success(()))
        }
        defer {
            timer.cancel()
            readiness = nil
        }
        try await outcome.value()
    }

    /// Ends the wait, because the media path is open now.
    func mediaIsReady() {
        readiness?.settle(.success(()))
    }
}
