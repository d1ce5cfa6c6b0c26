import Backend
import Chance
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing
import Wire

/// The end of a run after its last step: the network is restored, rosters converge, all clients leave, nothing remains.
@MainActor
final class RunEpilogue {
    enum Progress {
        /// Something was started; its effects come first.
        case started
        /// Time must pass, at most until the instant; without one, until no event is possible.
        case waiting(until: Instant?)
        case finished
        case failed(ExpectationFailure)
    }

    private enum Phase {
        case closed
        case settling(until: Instant)
        case leaving(until: Instant)
    }

    /// The time in which all rosters must agree; longer than every timer that they depend on.
    static let settling = Duration.seconds(120)
    /// The time in which everything must end; longer than every timer that may still run.
    static let leaving = Duration.seconds(900)

    private let stage: Stage
    private let loop: EventLoop
    private let rules: Set<WholeRunRule>
    private var phase = Phase.closed

    init(_ rules: Set<WholeRunRule>, on stage: Stage, loop: EventLoop) {
        self.rules = rules
        self.stage = stage
        self.loop = loop
    }

    var hasBegun: Bool {
        if case .closed = phase { false } else { true }
    }

    /// Performs the next action at an idle point after the last step.
    func advance() -> Progress {
        switch phase {
        case .closed:
            guard !rules.isDisjoint(with: [.rosters, .views, .leftovers]) else { return .finished }
            stage.record.log(nil, "the steps are done: the network heals")
            stage.heal()
            phase = .settling(until: loop.now.advanced(by: Self.settling))
            return .started
        case .settling(let end):
            if rules.contains(.rosters), let disagreement = stage.disagreement() {
                return loop.now < end ? .waiting(until: end) : .failed(stage.failure(disagreement))
            }
            if rules.contains(.views), let difference = stage.differingView {
                return loop.now < end
                    ? .waiting(until: end)
                    : .failed(stage.failure(ofView: difference.description, after: Self.settling))
            }
            guard rules.contains(.leftovers) else { return .finished }
            stage.record.log(nil, "all agree, and all leave")
            stage.leave()
            phase = .leaving(until: loop.now.advanced(by: Self.leaving))
            return .started
        case .leaving(let end):
            guard loop.now < end else {
                return .failed(
                    ExpectationFailure(
                        reason: "work is pending after all have left: \(loop.pendingWork)", expected: "nothing"))
            }
            // The run sets no timer of its own here: it would count as activity.
            return .waiting(until: nil)
        }
    }

    /// Returns the result when no event is possible: a failure if anything remains.
    func deadEnd() -> Progress {
        guard case .leaving = phase else { return .finished }
        if rules.contains(.wire), let failure = stage.unansweredRequest() ?? stage.ledgerFailure() {
            return .failed(failure)
        }
        let left = stage.leftovers
        guard !left.isEmpty else { return .finished }
        return .failed(
            ExpectationFailure(
                reason: "something remains after all have left", expected: "nothing",
                actual: left.joined(separator: ", ")))
    }
}

extension Stage {
    /// Returns the failure of an illegal transition of a calling state.
    func illegalMove() -> ExpectationFailure? {
        for performer in performers {
            guard let move = performer.illegalMove else { continue }
            var failure = failure(performer.name, move)
            if let line = (performer as? DriverPerformer)?.illegalMessage { failure.findings = [line] }
            return failure
        }
        return nil
    }

    private func failure(_ name: String, _ move: (from: String, to: String)) -> ExpectationFailure {
        ExpectationFailure(
            reason: "\(name).callingState moved as it never may",
            expected: "from \(move.from) to "
                + Spelling.list(CallingMoves.successors(of: move.from), joinedBy: "or"),
            actual: "from \(move.from) to \(move.to)", participants: [name])
    }

    /// Returns the failure of rosters that still differ after two minutes without a disturbance, on a network without
    /// loss. They are compared every ten seconds.
    func lateDisagreement() -> ExpectationFailure? {
        let now = loop.now
        guard lastCause.duration(to: now) > RunEpilogue.settling, lastLook.duration(to: now) >= .seconds(10) else {
            return nil
        }
        lastLook = now
        guard isLongUndisturbed else { return nil }
        return disagreement().map(failure)
    }

    /// True when there was no disturbance for two minutes, and the network has no loss.
    var isLongUndisturbed: Bool {
        (lastDisturbance ?? .start).duration(to: loop.now) > RunEpilogue.settling && flaps.isEmpty
            && network.losses.isEmpty && network.times.isEmpty
            && hostsOfAll.allSatisfy(isReliable)
    }

    fileprivate func failure(_ disagreement: String) -> ExpectationFailure {
        ExpectationFailure(
            reason: "\(RunEpilogue.settling.written) after the last fault not all see the same participants",
            expected: "one roster for all who are in a call, and no other session", actual: disagreement)
    }

    /// Returns true when the host's datagrams arrive, and within the time that their receivers wait.
    private func isReliable(_ host: HostAddress) -> Bool {
        [LinkDirection.up, .down].allSatisfy { direction in
            let way = network.conditions(host: host, direction: direction)
            return !way.isCut && !way.isOffline && way.loss == 0 && way.burst == nil && way.corruption == .none
                && way.bandwidth == nil && way.latency + way.jitter < .seconds(1)
        }
    }

    var hostsOfAll: [HostAddress] {
        performers.map(\.address.host) + [plan.coordinator] + sfuHosts
    }

    /// Restores all links, and ends deliberate drops.
    fileprivate func heal() {
        stopFlapping()
        network.losses.removeAll()
        network.times.removeAll()
        for host in hostsOfAll {
            network.setConditions(.perfect, host: host, direction: .both)
        }
    }

    /// Returns the difference between the participants' views of their calls; nil when they agree.
    fileprivate func disagreement() -> String? {
        var sessions: [String: [(name: String, sessionId: String, seen: [String])]] = [:]
        // The sessions of these users are unknown to the harness.
        let hidden = Set(performers.filter { !$0.showsRoster }.map(\.spec.user))
        for performer in performers {
            guard let roster = performer.roster else { continue }
            guard roster.isConnected else { return "\(performer.name) is \(roster.phase)" }
            let known = roster.shown.filter { !hidden.contains($0.userId) }
            sessions[roster.cid, default: []].append((performer.name, roster.sessionId, known.map(\.sessionId)))
        }
        if let surplus = surplusSessions(Set(sessions.values.joined().map(\.sessionId))) { return surplus }
        for cid in sessions.keys.sorted() {
            let here = sessions[cid] ?? []
            let expected = here.map(\.sessionId).sorted()
            let present = Set(expected)
            for one in here where !isWholeRoster(one.seen, of: one.sessionId, expected, present) {
                let surplus = one.seen.filter { !expected.contains($0) }.count
                let missing = here.filter { !one.seen.contains($0.sessionId) }.map(\.name)
                return "\(one.name) in \(cid) sees \(one.seen.count) of \(expected.count), "
                    + "\(surplus) of them absent, and misses \(missing.isEmpty ? "none" : missing.joined(separator: " "))"
            }
        }
        return nil
    }

    /// Returns true for a complete roster. In a large call that is the client itself and the number of others that are
    /// shown, without duplicates and without absent ones.
    private func isWholeRoster(_ seen: [String], of own: String, _ expected: [String], _ present: Set<String>) -> Bool {
        let shown = participantsShown
        guard expected.count > shown else { return seen.sorted() == expected }
        let distinct = Set(seen)
        return distinct.count == seen.count && distinct.isSubset(of: present) && distinct.contains(own)
            && seen.count >= shown
    }

    /// Returns a session at an SFU without a client in the call, or one at two SFUs: each device has at most one.
    private func surplusSessions(_ present: Set<String>) -> String? {
        guard performers.allSatisfy({ $0.showsRoster }) else { return nil }
        var places: [String: String] = [:]
        for edge in backend?.edgeNames ?? [] {
            for session in backend?.sessionIds(on: edge) ?? [] {
                guard present.contains(session) else {
                    return "\(edge) has the session \(session), and no client is in it"
                }
                if let other = places.updateValue(edge, forKey: session) {
                    return "\(other) and \(edge) have the session \(session)"
                }
            }
        }
        return nil
    }

    /// Makes every participant leave its calls and disconnect.
    fileprivate func leave() {
        for performer in performers {
            performer.hangUp()
            Task { @MainActor in await performer.leave() }
        }
    }
}
