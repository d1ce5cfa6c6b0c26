import Backend
import Chance
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing
import Wire

extension Stage {
    /// Returns the failure of rosters that still differ after two minutes without a disturbance, on a network without
    /// loss. They are compared every ten seconds.
    func lateDisagreement() -> ExpectationFailure? {
        let now = loop.now
        guard lastActionAt.duration(to: now) > RunEpilogue.settling, lastRosterCheckAt.duration(to: now) >= .seconds(10)
        else {
            return nil
        }
        lastRosterCheckAt = now
        guard isLongUndisturbed else { return nil }
        return disagreement().map(failure)
    }

    /// True when there was no disturbance for two minutes, and the network has no loss.
    var isLongUndisturbed: Bool {
        (lastDisturbanceAt ?? .start).duration(to: loop.now) > RunEpilogue.settling && flaps.isEmpty
            && network.losses.isEmpty && network.times.isEmpty
            && hostsOfAll.allSatisfy(isReliable)
    }

    func failure(_ disagreement: String) -> ExpectationFailure {
        ExpectationFailure(
            reason: "\(RunEpilogue.settling.written) after the last fault the rosters differ",
            expected: "the same roster for all participants of a call, and no other session", actual: disagreement)
    }

    /// Returns true when the host's datagrams arrive, and within the time that their receivers wait.
    func isReliable(_ host: HostAddress) -> Bool {
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
    func restoreNetwork() {
        stopFlapping()
        network.losses.removeAll()
        network.times.removeAll()
        for host in hostsOfAll {
            network.setConditions(.perfect, host: host, direction: .both)
        }
    }

    /// Returns the difference between the participants' views of their calls; nil when they agree.
    func disagreement() -> String? {
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
        guard let backend, performers.allSatisfy({ $0.showsRoster }) else { return nil }
        return Self.surplusSession(backend.edgeNames.map { ($0, backend.sessionIds(on: $0)) }, present)
    }

    /// - Parameters:
    ///   - sessions: The sessions at each SFU.
    ///   - present: The sessions of all clients in calls.
    nonisolated static func surplusSession(
        _ sessions: [(edge: String, ids: [String])], _ present: Set<String>
    ) -> String? {
        var places: [String: String] = [:]
        for (edge, ids) in sessions {
            for session in ids {
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
}
