public import Signaling
public import Timing

/// Decides how a client reconnects after the loss of its connection to an SFU (`semantics.md` section 4, and section 0
/// rules 10 and 11).
///
/// A value without I/O: ``handle(_:at:)`` maps events to effects. Attempts carry a number, so the outcome of an
/// abandoned attempt has no effect.
public struct ReconnectionMachine: Sendable {
    /// The stage of a connection.
    public enum Stage: Hashable, Sendable {
        /// The client has never joined the session.
        case idle
        /// The client has joined the session.
        case joined
        /// The client has no network, and will reconnect with this strategy.
        case offline(ReconnectStrategy)
        /// The network works again, or an attempt failed. The next attempt follows after a pause.
        case settling(ReconnectStrategy)
        /// The client reconnects to the same session.
        case fastReconnecting
        /// The client requests a new session.
        case rejoining
        /// The client moves to another SFU.
        case migrating
        /// The client is on the other SFU, which does not have every track yet.
        case migrated
        /// The client has left the session permanently.
        case left
    }

    /// The current stage of the connection.
    public private(set) var stage = Stage.idle
    /// The limits. A change applies from the next use of a limit.
    public var limits: ReconnectionLimits
    /// The number of rejoins and migrations, including failed attempts.
    public private(set) var reconnectAttempt = 0
    /// The SFUs that were full, without duplicates, in order of discovery.
    public private(set) var avoided: [String] = []

    private var sfu = ""
    private var fastReconnectDeadline = Duration.zero
    /// The SFU's strategy for the next loss.
    private var stored: ReconnectStrategy?
    private var attempt = 0
    private var fastAttempts = 0
    /// The instant of the loss; nil while connected.
    private var lostAt: Instant?
    /// The instants at which the rejoins of the rolling window began.
    private var rejoins: [Instant] = []
    private var status = ReconnectionStatus.connected

    /// Creates the machine of a client that has not joined.
    public init(limits: ReconnectionLimits = ReconnectionLimits()) {
        self.limits = limits
    }

    /// Handles one event and returns its effects.
    public mutating func handle(_ event: ReconnectionEvent, at now: Instant) -> [ReconnectionEffect] {
        switch (stage, event) {
        case (.left, _):
            return []
        case (_, .leave):
            return end([])
        case (.idle, .entered(let entry)):
            return enter(entry, [])
        case (_, .entered), (.idle, _):
            return []

        // MARK: In the session
        case (.joined, .lost(.stream)):
            return lose(to: stored ?? .fast, isPathSuspect: false, at: now)
        case (.joined, .lost(.signal)):
            return lose(to: .fast, isPathSuspect: false, at: now)
        case (.joined, .lost(.health)), (.joined, .pathLost):
            return lose(to: .fast, isPathSuspect: true, at: now)
        case (.joined, .lost(.media)):
            return lose(to: .rejoin, isPathSuspect: false, at: now)
        case (.joined, .goAway), (.joined, .sfuError(.migrate)):
            return lose(to: .migrate, isPathSuspect: false, at: now)
        case (.joined, .sfuFull(let strategy)):
            avoid(sfu)
            return lose(to: strategy == .unspecified ? .migrate : strategy, isPathSuspect: false, at: now)
        case (.joined, .sfuError(.disconnect)):
            return end([.leave(reason: "error")])
        case (.joined, .sfuError(.fast)), (.joined, .sfuError(.rejoin)):
            if case .sfuError(let strategy) = event { stored = strategy }
            return []

        // MARK: Without a network
        case (.offline(let strategy), .pathBack):
            return settle(strategy, [.stop(.disconnection)])
        case (.offline, .ranOut(.disconnection)):
            return end([.giveUp(noNetwork: true)])
        case (.offline(.fast), .lost(.media)):
            stage = .offline(.rejoin)
            return []
        case (.settling(.fast), .lost(.media)):
            stage = .settling(.rejoin)
            return []
        case (.settling(let strategy), .pathLost):
            return waitForNetwork(strategy, [.stop(.debounce)], at: now)
        case (.settling(let strategy), .ranOut(.debounce)):
            return begin(strategy, [], at: now)

        // MARK: Attempts
        case (.fastReconnecting, .pathLost):
            return waitForNetwork(.fast, abandoning, at: now)
        case (.rejoining, .pathLost):
            return waitForNetwork(.rejoin, abandoning, at: now)
        case (.migrating, .pathLost):
            return waitForNetwork(.migrate, abandoning, at: now)
        case (.fastReconnecting, .ranOut(.attempt)):
            return waitForNetwork(.fast, [.abandon], at: now)
        case (.rejoining, .ranOut(.attempt)), (.migrating, .ranOut(.attempt)):
            return waitForNetwork(.rejoin, [.abandon], at: now)
        case (.rejoining, .admitted(attempt)), (.migrating, .admitted(attempt)):
            return [.start(.attempt, limits.attempt)]
        case (.fastReconnecting, .succeeded(attempt, let entry)), (.rejoining, .succeeded(attempt, let entry)):
            return enter(entry, [.stop(.attempt)])
        case (.migrating, .succeeded(attempt, let entry)):
            take(entry)
            stage = .migrated
            return [.stop(.attempt), .start(.migrationCompletion, limits.migrationCompletion)]
        case (.fastReconnecting, .failed(attempt, let failure)):
            return failed(failure, next: failure == .sessionGone ? .rejoin : .fast, at: now)
        case (.rejoining, .failed(attempt, let failure)), (.migrating, .failed(attempt, let failure)):
            return failed(failure, next: .rejoin, at: now)

        // MARK: On the other SFU
        case (.migrated, .migrationCompleted):
            return enter(nil, [.stop(.migrationCompletion), .releaseOld])
        case (.migrated, .ranOut(.migrationCompletion)), (.migrated, .lost), (.migrated, .goAway),
            (.migrated, .sfuFull), (.migrated, .sfuError(.migrate)):
            return begin(.rejoin, [.stop(.migrationCompletion), .releaseOld], at: now)
        case (.migrated, .pathLost):
            return waitForNetwork(.rejoin, [.stop(.migrationCompletion), .releaseOld, .detach], at: now)
        case (.migrated, .sfuError(.disconnect)):
            return end([.leave(reason: "error")])
        case (.migrated, .sfuError(.fast)), (.migrated, .sfuError(.rejoin)):
            if case .sfuError(let strategy) = event { stored = strategy }
            return []

        // MARK: In any stage with a visible loss
        case (_, .ranOut(.discretion)) where lostAt != nil && status == .connected:
            return showStatus(.reconnecting)

        // MARK: Reports of an SFU left behind, repeated reports and late outcomes
        case (.joined, _), (.offline, _), (.settling, _), (.fastReconnecting, _), (.rejoining, _), (.migrating, _),
            (.migrated, _):
            return []
        }
    }

    // MARK: Joining and leaving

    private mutating func enter(_ entry: SFUEntry?, _ effects: [ReconnectionEffect]) -> [ReconnectionEffect] {
        if let entry { take(entry) }
        stage = .joined
        lostAt = nil
        fastAttempts = 0
        let shown = showStatus(.connected)
        return effects.isEmpty && shown.isEmpty ? Self.connected : effects + Self.connected + shown
    }

    private mutating func take(_ entry: SFUEntry) {
        sfu = entry.sfu
        fastReconnectDeadline = entry.fastReconnectDeadline
        stored = nil
    }

    private mutating func end(_ effects: [ReconnectionEffect]) -> [ReconnectionEffect] {
        let stops: [ReconnectionEffect]
        switch stage {
        case .fastReconnecting, .rejoining, .migrating: stops = [.abandon]
        case .offline, .settling: stops = [.stopProbing]
        case .idle, .joined, .migrated, .left: stops = []
        }
        stage = .left
        return stops.isEmpty && effects.isEmpty ? Self.stopped : stops + Self.stopped + effects
    }

    private static let connected: [ReconnectionEffect] = [.stop(.discretion), .show(.connected)]
    private static let stopped: [ReconnectionEffect] = ReconnectionTimer.allCases.map { .stop($0) }

    private mutating func avoid(_ name: String) {
        if !name.isEmpty, !avoided.contains(name) { avoided.append(name) }
    }

    // MARK: Reconnecting

    /// Handles a lost connection. The network is probed only when it may be the cause.
    private mutating func lose(
        to strategy: ReconnectStrategy, isPathSuspect: Bool, at now: Instant
    ) -> [ReconnectionEffect] {
        lostAt = now
        let effects: [ReconnectionEffect] =
            (strategy == .migrate ? [] : [.detach])
            + (strategy == .fast ? [.start(.discretion, limits.discretion)] : [])
        return isPathSuspect ? waitForNetwork(strategy, effects, at: now) : begin(strategy, effects, at: now)
    }

    private var abandoning: [ReconnectionEffect] { [.stop(.attempt), .abandon] }

    private mutating func waitForNetwork(
        _ strategy: ReconnectStrategy, _ effects: [ReconnectionEffect], at now: Instant
    ) -> [ReconnectionEffect] {
        stage = .offline(strategy)
        guard let rest = timeUntilGivingUp(at: now) else { return effects + [.show(.offline), .probe] }
        guard rest > .zero else { return effects + end([.giveUp(noNetwork: true)]) }
        return effects + [.show(.offline), .start(.disconnection, rest), .probe]
    }

    /// Returns the remaining time without a connection before the client gives up; nil for no limit.
    private func timeUntilGivingUp(at now: Instant) -> Duration? {
        limits.disconnection.map { $0 - (lostAt ?? now).duration(to: now) }
    }

    private mutating func settle(
        _ strategy: ReconnectStrategy, _ effects: [ReconnectionEffect]
    ) -> [ReconnectionEffect] {
        stage = .settling(strategy)
        return effects + [.start(.debounce, limits.debounce)]
    }

    /// Begins an attempt with the given strategy, or with the next one that is still allowed.
    private mutating func begin(
        _ strategy: ReconnectStrategy, _ effects: [ReconnectionEffect], at now: Instant
    ) -> [ReconnectionEffect] {
        let effects = effects + [.stopProbing]
        switch strategy {
        case .fast:
            let rest = fastReconnectDeadline - (lostAt ?? now).duration(to: now)
            guard rest > .zero, limits.fastAttempts > fastAttempts else { return begin(.rejoin, effects, at: now) }
            fastAttempts += 1
            attempt += 1
            stage = .fastReconnecting
            return effects
                + [.show(.fastReconnecting), .start(.attempt, min(rest, limits.attempt)), .fast(attempt: attempt)]
        case .rejoin, .unspecified:
            return rejoin(effects, at: now)
        case .migrate:
            attempt += 1
            reconnectAttempt += 1
            stage = .migrating
            return effects + [.show(.migrating)] + showStatus(.migrating) + [
                .start(.attempt, limits.attempt),
                .migrate(attempt: attempt, reconnectAttempt: reconnectAttempt, avoiding: avoided),
            ]
        case .disconnect:
            return effects + end([.leave(reason: "disconnected")])
        }
    }

    private mutating func rejoin(_ effects: [ReconnectionEffect], at now: Instant) -> [ReconnectionEffect] {
        rejoins.removeAll { $0.duration(to: now) >= limits.rejoinWindow }
        guard rejoins.count < limits.rejoins else {
            return effects + end([.leave(reason: "rejoin_attempt_limit_exceeded")])
        }
        rejoins.append(now)
        attempt += 1
        reconnectAttempt += 1
        stage = .rejoining
        return effects + [.detach, .show(.rejoining)] + showStatus(.reconnecting) + [
            .start(.attempt, limits.attempt),
            .rejoin(attempt: attempt, reconnectAttempt: reconnectAttempt, avoiding: avoided),
        ]
    }

    /// Handles a failed attempt. A refusal is followed by a pause, a missing response by a wait for the network.
    private mutating func failed(
        _ failure: AttemptFailure, next: ReconnectStrategy, at now: Instant
    ) -> [ReconnectionEffect] {
        switch failure {
        case .over(let reason):
            return [.stop(.attempt)] + end([.leave(reason: reason)])
        case .full(let name):
            avoid(name)
            return begin(.rejoin, [.stop(.attempt)], at: now)
        case .sessionGone where stage == .fastReconnecting:
            return begin(.rejoin, [.stop(.attempt)], at: now)
        case .unanswered:
            return waitForNetwork(next, [.stop(.attempt)], at: now)
        case .refused, .sessionGone:
            if let rest = timeUntilGivingUp(at: now), rest <= .zero {
                return [.stop(.attempt)] + end([.giveUp(noNetwork: false)])
            }
            return settle(next, [.stop(.attempt)])
        }
    }

    /// Reports a status unless it is the current one.
    private mutating func showStatus(_ status: ReconnectionStatus) -> [ReconnectionEffect] {
        guard self.status != status else { return [] }
        self.status = status
        return [.report(status)]
    }
}

extension ReconnectionMachine.Stage {
    /// The case's name with its strategy, if any, such as `offline(fast)`; used in journals.
    public var text: String {
        switch self {
        case .offline(let strategy): "offline(\(strategy))"
        case .settling(let strategy): "settling(\(strategy))"
        case .idle, .joined, .fastReconnecting, .rejoining, .migrating, .migrated, .left: "\(self)"
        }
    }
}
