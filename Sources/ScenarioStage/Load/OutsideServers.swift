import BackendCore
import ScenarioDrivers
import ScenarioVocabulary
package import Wire

/// Servers in another process, which a load or a run uses instead of its own.
package struct OutsideServers: Sendable {
    /// The address of the coordinator.
    package let coordinator: SocketAddress
    /// The secret with which the servers check tokens.
    package let secret: [UInt8]
    /// A part of all names that is unique among the loads at these servers.
    package internal(set) var tag: String

    package init(coordinator: SocketAddress, secret: [UInt8], tag: String) {
        self.coordinator = coordinator
        self.secret = secret
        self.tag = tag
    }

    /// Servers at the addresses of the backend of a run.
    ///
    /// - Parameter secret: Random bytes. The servers read them from a file of digits, which is their secret.
    init(inPlaceOf plan: AddressPlan, secret: [UInt8]) {
        self.init(coordinator: plan.coordinatorAddress, secret: Array(secret.hexadecimal.utf8), tag: "")
    }

    /// The hosts of the servers.
    var hosts: [HostAddress] {
        let configuration = BackendConfiguration(
            secret: secret, coordinatorHost: coordinator.host, port: coordinator.port)
        return [coordinator.host] + configuration.edges.flatMap { [$0.address.host, $0.mediaAddress.host] }
    }

    /// The addresses that the first instance passes, so that two loads rarely begin at the same addresses.
    var firstAddressIndex: Int { tag.utf8.reduce(0) { ($0 * 31 + Int($1)) % AddressPlan.capacity } }
}
