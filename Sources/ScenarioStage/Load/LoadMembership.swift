import Backend
import Load
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
    /// The part of all addresses that are for this process.
    private let share: LoadShare

    /// - Parameters:
    ///   - share: The part of the addresses that the process has, where several share a network.
    ///   - first: The number of addresses to skip.
    init(share: LoadShare = .whole, first: Int = 0) {
        self.share = share
        taken = first / share.count
    }

    /// The instance with a participant at a host.
    func stage(at host: HostAddress) -> Stage? { stages[host] }

    func register(_ stage: Stage, at host: HostAddress) { stages[host] = stage }

    func leave(_ stage: Stage, from host: HostAddress) {
        if stages[host] === stage { stages[host] = nil }
    }

    /// True when `count` more participants have addresses.
    func hasRoom(for count: Int) -> Bool { stages.count + count < AddressPlan.capacity / share.count }

    /// Returns the next address of a free host. A host is reused only after all others, at its next port, because
    /// datagrams to its last participant may be under way.
    func takeAddress(_ plan: AddressPlan) -> SocketAddress {
        while true {
            let rooms = AddressPlan.capacity / share.count
            let host = plan.participant(taken % rooms * share.count + share.index)
            let port = AddressPlan.participantPorts.lowerBound + UInt16(taken / rooms % 1000)
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

    /// Prepares the use of servers in another process.
    func open(_ servers: OutsideServers) {
        for host in servers.hosts { network.admit(outsider: host) }
    }

    /// True when `count` more participants have addresses.
    func hasAddresses(_ count: Int) -> Bool { instanceHosts.hasRoom(for: count) }
}

// MARK: An instance

extension Stage {
    /// Starts the participants of an instance at the shared servers.
    func bootInstance() async throws {
        guard let membership else { return }
        backend = membership.shared.backend
        // Servers of another process know the users once they connect.
        backend?.admit(scenario.participants.filter { $0.kind == .regular }.map(\.libraryUser))
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

    /// True when no client has a pending operation.
    var isAtRest: Bool { unendedCommands.isEmpty && performers.allSatisfy { $0.isAtRest } }

    /// Ends the remaining participants of an instance, and frees its addresses.
    func tearDown() {
        guard let membership else { return }
        stopFlapping()
        for performer in performers {
            performer.kill()
            membership.shared.instanceHosts.leave(self, from: performer.address.host)
        }
        for host in names.keys { release(host, membership.shared) }
        let calls = scenario.calls.map { CallCid(type: $0.type, id: $0.id) }
        membership.shared.backend?.forget(users: users, calls: calls)
    }

    private func release(_ host: HostAddress, _ shared: Stage) {
        shared.instanceHosts.leave(self, from: host)
        if !plan.isServer(host) { network.forget(host: host) }
    }
}
