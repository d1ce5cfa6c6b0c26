import Backend
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Sockets
import Wire

/// The resources of one instance of a load: the shared servers, and its own addresses and names.
struct LoadMembership {
    /// The stage with the servers and the network.
    let shared: Stage
    /// The end of the names of the instance's users and calls.
    let tag: String
    /// The first address of each participant, in the order of the file.
    let addresses: [SocketAddress]
    /// Called with each event of each datagram from or to the instance.
    let onDatagram: @MainActor (DatagramRecord) -> Void
}

/// The instances of a load by the hosts of their participants, and the addresses that are free.
@MainActor
final class InstanceHosts {
    private var stages: [HostAddress: Stage] = [:]
    /// The number of addresses that were taken.
    private var taken = 0

    /// The instance with a participant at a host.
    func stage(at host: HostAddress) -> Stage? { stages[host] }

    func register(_ stage: Stage, at host: HostAddress) { stages[host] = stage }

    func leave(_ stage: Stage, from host: HostAddress) {
        if stages[host] === stage { stages[host] = nil }
    }

    /// The number of hosts with a participant.
    var count: Int { stages.count }

    /// Returns the next address of a free host. A host is reused only after all others, at its next port, because
    /// datagrams to its last participant may be under way.
    func takeAddress(_ plan: AddressPlan) -> SocketAddress {
        while true {
            let host = plan.participant(taken % AddressPlan.capacity)
            let port = AddressPlan.participantPorts.lowerBound + UInt16(taken / AddressPlan.capacity % 1000)
            taken += 1
            if stages[host] == nil { return SocketAddress(host: host, port: port) }
        }
    }
}

extension Stage {
    /// Records that a participant of an instance is at a host.
    func register(_ stage: Stage, at host: HostAddress) { instanceHosts.register(stage, at: host) }

    /// Returns an address for a participant of an instance.
    func takeAddress() -> SocketAddress { instanceHosts.takeAddress(plan) }

    /// True when `count` more participants have addresses.
    func hasAddresses(_ count: Int) -> Bool { instanceHosts.count + count < AddressPlan.capacity }
}

// MARK: An instance

extension Stage {
    /// Starts the participants of an instance at the shared servers.
    func bootInstance() async throws {
        guard let membership, let backend = membership.shared.backend else { return }
        self.backend = backend
        let users = scenario.participants.filter { $0.kind == .regular }
            .map { User(id: $0.user, name: $0.displayName, role: $0.role) }
        backend.admit(users)
        try await bootParticipants()
    }

    /// Makes every participant leave its calls and disconnect.
    func leaveAll(_ ended: @escaping @MainActor () -> Void) {
        var left = performers.count
        guard left > 0 else { return ended() }
        for performer in performers {
            performer.hangUp()
            Task { @MainActor in
                await performer.leave()
                left -= 1
                if left == 0 { ended() }
            }
        }
    }

    /// True when no client waits for anything.
    var isAtRest: Bool { unendedCommands.isEmpty && performers.allSatisfy { $0.isAtRest } }

    /// Ends all that is left of an instance, and frees its addresses.
    func tearDown() {
        guard let membership else { return }
        stopFlapping()
        for performer in performers {
            performer.die()
            membership.shared.instanceHosts.leave(self, from: performer.address.host)
        }
        for host in names.keys { release(host, membership.shared) }
        let calls = scenario.calls.map { CallCid(type: $0.type, id: $0.id) }
        membership.shared.backend?.forget(users: users, calls: calls)
    }

    private func release(_ host: HostAddress, _ shared: Stage) {
        shared.instanceHosts.leave(self, from: host)
        if plan.serverName(host) == nil { network.forget(host: host) }
    }
}
