import Backend
import CallLibrary
import Chance
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing
import Wire

/// The end of a run after its last step: the network heals, everybody comes to agree, everybody goes, nothing is left.
@MainActor
final class RunEpilogue {
    enum Progress {
        /// Something was started: see what comes of it.
        case started
        /// Time has to pass, at most until then; without that, until nothing can happen any more.
        case waiting(until: Instant?)
        case finished
        case failed(ExpectationFailure)
    }

    private enum Phase {
        case closed
        case settling(until: Instant)
        case leaving(until: Instant)
    }

    /// How long it may take until all agree; longer than every timer that it depends on.
    static let settling = Duration.seconds(120)
    /// How long it may take until nothing is left; longer than every timer that may still run.
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

    /// Does what is to be done at a quiet instant after the last step.
    func advance() -> Progress {
        switch phase {
        case .closed:
            guard !rules.isDisjoint(with: [.rosters, .views, .leftovers]) else { return .finished }
            stage.record.log(nil, "the steps are done: the network heals")
            stage.heal()
            phase = .settling(until: loop.now.advanced(by: Self.settling))
            return .started
        case .settling(let end):
            if rules.contains(.rosters), let dissent = stage.dissent() {
                return loop.now < end ? .waiting(until: end) : .failed(stage.failure(dissent))
            }
            if rules.contains(.views), let difference = stage.differingView {
                return loop.now < end
                    ? .waiting(until: end) : .failed(stage.failure(ofView: difference, after: Self.settling))
            }
            guard rules.contains(.leftovers) else { return .finished }
            stage.record.log(nil, "all agree: everybody goes")
            stage.leave()
            phase = .leaving(until: loop.now.advanced(by: Self.leaving))
            return .started
        case .leaving(let end):
            guard loop.now < end else {
                return .failed(
                    ExpectationFailure(
                        reason: "everybody has gone, and something goes on: \(loop.pendingWork)", expected: "nothing"))
            }
            // No timer of the run's own here: it would be something that goes on.
            return .waiting(until: nil)
        }
    }

    /// Nothing can happen any more: says whether anything is left that should not be.
    func deadEnd() -> Progress {
        guard case .leaving = phase else { return .finished }
        if rules.contains(.wire), let failure = stage.unansweredRequest() { return .failed(failure) }
        let left = stage.leftovers
        guard !left.isEmpty else { return .finished }
        return .failed(
            ExpectationFailure(
                reason: "everybody has gone, and something is left", expected: "nothing",
                actual: left.joined(separator: ", ")))
    }
}

extension Stage {
    /// A calling state that followed one that it cannot follow.
    func illegalMove() -> ExpectationFailure? {
        for participant in cast {
            if let move = participant.illegalMove { return failure(participant.name, move) }
        }
        for driver in drivers {
            if let move = driver.illegalMove { return failure(driver.name, move) }
        }
        return nil
    }

    private func failure(_ name: String, _ move: (from: String, to: String)) -> ExpectationFailure {
        ExpectationFailure(
            reason: "\(name).callingState moved as it never may", expected: "a move of the table",
            actual: "from \(move.from) to \(move.to)", participants: [name])
    }

    /// Not all agree although nothing was done for two minutes, and the network loses nothing; looked at every ten
    /// seconds.
    func lateDissent() -> ExpectationFailure? {
        let now = loop.now
        guard lastCause.duration(to: now) > RunEpilogue.settling, lastLook.duration(to: now) >= .seconds(10) else {
            return nil
        }
        lastLook = now
        guard isLongUndisturbed else { return nil }
        return dissent().map(failure)
    }

    /// True when nothing was disturbed for two minutes, and the network loses nothing.
    var isLongUndisturbed: Bool {
        (lastDisturbance ?? .start).duration(to: loop.now) > RunEpilogue.settling && flaps.isEmpty
            && network.choices.isEmpty
            && hostsOfAll.allSatisfy(isReliable)
    }

    fileprivate func failure(_ dissent: String) -> ExpectationFailure {
        ExpectationFailure(
            reason: "\(RunEpilogue.settling.written) after the last fault not all see the same participants",
            expected: "one roster for all who are in a call, and no stay of anybody else", actual: dissent)
    }

    /// Whether what goes from and to a host arrives, and before anybody gives up waiting for it.
    private func isReliable(_ host: HostAddress) -> Bool {
        [LinkDirection.up, .down].allSatisfy { direction in
            let way = network.conditions(host: host, direction: direction)
            return !way.isCut && !way.isOffline && way.loss == 0 && way.burst == nil && way.corruption == .none
                && way.bandwidth == nil && way.latency + way.jitter < .seconds(1)
        }
    }

    var hostsOfAll: [HostAddress] {
        cast.map(\.address.host) + performers.map(\.address.host) + [plan.coordinator] + sfuHosts
    }

    /// Makes every way perfect, and loses nothing more on purpose.
    fileprivate func heal() {
        stopFlapping()
        network.choices.removeAll()
        for host in hostsOfAll {
            network.setConditions(.perfect, host: host, direction: .both)
        }
    }

    /// What not all agree on who are in a call; nil when they agree.
    fileprivate func dissent() -> String? {
        var sessions: [String: [(name: String, sessionId: String, seen: [String])]] = [:]
        for participant in cast {
            guard let call = participant.client.state.activeCall, call.stage == .joined else { continue }
            let values = call.state.values
            guard values.connectionPhase == .connected else {
                return "\(participant.name) is \(values.connectionPhase.rawValue)"
            }
            // Only the participant itself knows which of its own kind it is in.
            let known = values.participants.filter { other in !performers.contains { $0.spec.user == other.userId } }
            sessions[call.cId, default: []].append((participant.name, values.sessionId, known.map(\.sessionId)))
        }
        if let surplus = surplusStays(Set(sessions.values.joined().map(\.sessionId))) { return surplus }
        for cid in sessions.keys.sorted() {
            let here = sessions[cid] ?? []
            let expected = here.map(\.sessionId).sorted()
            let present = Set(expected)
            for one in here where !isWholeRoster(one.seen, of: one.sessionId, expected, present) {
                let surplus = one.seen.filter { !expected.contains($0) }.count
                let missing = here.filter { !one.seen.contains($0.sessionId) }.map(\.name)
                return "\(one.name) in \(cid) sees \(one.seen.count) of \(expected.count), "
                    + "\(surplus) of them not there, without \(missing.isEmpty ? "nobody" : missing.joined(separator: " "))"
            }
        }
        return nil
    }

    /// True when a roster has all that it must have. In a large call it has the client itself and as many others as
    /// everyone is shown, each once and none that is not there.
    private func isWholeRoster(_ seen: [String], of own: String, _ expected: [String], _ present: Set<String>) -> Bool {
        let shown = participantsShown
        guard expected.count > shown else { return seen.sorted() == expected }
        let distinct = Set(seen)
        return distinct.count == seen.count && distinct.isSubset(of: present) && distinct.contains(own)
            && seen.count >= shown
    }

    /// A stay that an SFU keeps of nobody who is in a call, or that two keep: each device has one session at most.
    private func surplusStays(_ present: Set<String>) -> String? {
        // Which stays are those of others than clients, nobody here knows.
        guard performers.isEmpty else { return nil }
        var places: [String: String] = [:]
        for edge in backend?.edgeNames ?? [] {
            for stay in backend?.stays(on: edge) ?? [] {
                guard present.contains(stay) else { return "\(edge) has the stay \(stay), and no client is in it" }
                if let other = places.updateValue(edge, forKey: stay) {
                    return "\(other) and \(edge) have the stay \(stay)"
                }
            }
        }
        return nil
    }

    /// Makes every participant leave its calls and disconnect.
    fileprivate func leave() {
        for participant in cast {
            participant.viewModel.hangUp(reason: "the run is over")
            Task { @MainActor in
                // A participant that never connected has nothing to end.
                try? await participant.client.disconnect()
            }
        }
        for performer in performers { Task { @MainActor in await performer.leave() } }
    }
}
