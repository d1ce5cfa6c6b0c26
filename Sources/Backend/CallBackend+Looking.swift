package import BackendCore
package import Signaling
import Sockets
import Wire

/// The state of the servers, as read from outside of their machines.
extension CallBackend {
    /// The reasons for which a server drops a datagram: those of media, and those of the message layer.
    package nonisolated static let dropReasons = MediaDrop.allCases.map(\.rawValue) + ["malformedCoAP", "rejectedCoAP"]

    /// Returns the numbers of dropped datagrams at the coordinator or an SFU, by reason. They count from the backend's
    /// start, even if the server was replaced.
    package func drops(at server: String) -> [String: Int] { dropCounts[server] ?? [:] }

    /// Returns the ids of the sessions at an SFU.
    package func sessionIds(on edge: String) -> [String] { machine(of: edge)?.sessionNames ?? [] }

    /// The number of sessions at all SFUs.
    package var sessionCount: Int {
        edgeNames.reduce(0) { $0 + (machine(of: $1)?.sessionNames.count ?? 0) }
    }

    /// Returns a call as a user reads it now, or nil when one of them is unknown.
    package func read(_ cid: CallCid, by userId: String) -> GetCallResponse? {
        coordinator.machine.read(cid, by: userId)
    }

    /// Returns a user as the coordinator describes it, or nil for an unknown one.
    package func user(_ id: String) -> User? { coordinator.machine.user(id) }

    /// The calls that have not ended, ordered by cid.
    package var calls: [CallReading] { coordinator.machine.callReadings }

    /// Returns the capabilities of a user in a call, or nil when one of them is unknown.
    package func capabilities(in cid: CallCid, of userId: String) -> [OwnCapability]? {
        coordinator.machine.capabilities(in: cid, of: userId)
    }

    /// Returns the users that belong to a call now and those that are blocked, or nil when it is unknown.
    package func membership(of cid: CallCid) -> CallMembership? { coordinator.machine.membership(of: cid) }

    /// Returns a session as its SFU holds it, or nil when no SFU has it.
    package func read(session sessionId: String) -> SessionReading? {
        edgeNames.lazy.compactMap { self.machine(of: $0)?.read(sessionId) }.first
    }

    /// The first difference between what the servers hold, in words; nil when they agree.
    package var differenceOfServers: String? {
        coordinator.machine.difference(
            from: edgeNames.compactMap { name in machine(of: name).map { (name: name, machine: $0) } })
    }

    /// The number of connections at the coordinator.
    package var connectionCount: Int { coordinator.machine.connectionCount }

    /// Counts datagrams at the coordinator's port that are not CoAP messages.
    func straysToCoordinator() {
        coordinator.onStray = { [weak self] peer in
            guard let self else { return }
            note(MediaDrop.mediaOnSignalingPort.rawValue, at: "coordinator")
            counted.count(MediaDrop.mediaOnSignalingPort)
            let count = drops(at: "coordinator")[MediaDrop.mediaOnSignalingPort.rawValue] ?? 0
            report(.dropped(.mediaOnSignalingPort, from: peer, count: count))
        }
    }

    func note(_ reason: String, at server: String) {
        dropCounts[server, default: [:]][reason, default: 0] += 1
    }

    func note(_ event: CoAPSocket.Event, at server: String) {
        switch event {
        case .malformed: note("malformedCoAP", at: server)
        case .rejected: note("rejectedCoAP", at: server)
        case .duplicate, .retransmitted, .challenged: break
        }
    }
}
