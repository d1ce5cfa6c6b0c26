package import BackendCore
package import Signaling
import Sockets
import Wire

/// What can be seen of the servers from outside their rules.
extension CallBackend {
    /// Every reason for which a server takes a datagram for nothing: those of media, and those of the message layer.
    public nonisolated static let dropReasons = MediaDrop.allCases.map(\.rawValue) + ["malformedCoAP", "rejectedCoAP"]

    /// How many datagrams changed nothing at a server, the coordinator or an SFU by its name, for which reason; since the
    /// backend's start, whatever has become of the server.
    public func drops(at server: String) -> [String: Int] { dropCounts[server] ?? [:] }

    /// The stays that an SFU keeps, by the ids of their sessions.
    public func stays(on edge: String) -> [String] { machine(of: edge)?.sessionNames ?? [] }

    /// Returns a call as a user reads it now, or nil when one of them is unknown.
    package func read(_ cid: CallCid, by userId: String) -> GetCallResponse? {
        coordinator.machine.read(cid, by: userId)
    }

    /// Returns a session as its SFU holds it, or nil when no SFU has it.
    package func read(session sessionId: String) -> SessionReading? {
        edgeNames.lazy.compactMap { self.machine(of: $0)?.read(sessionId) }.first
    }

    /// How many connections the coordinator keeps.
    public var connectionCount: Int { coordinator.machine.connectionCount }

    /// A datagram that is no message of CoAP came to the coordinator's port.
    func straysToCoordinator() {
        coordinator.onStray = { [weak self] peer in
            guard let self else { return }
            note(MediaDrop.mediaOnSignalingPort.rawValue, at: "coordinator")
            counted.count(MediaDrop.mediaOnSignalingPort)
            let count = drops(at: "coordinator")[MediaDrop.mediaOnSignalingPort.rawValue] ?? 0
            tell(.dropped(.mediaOnSignalingPort, from: peer, count: count))
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
