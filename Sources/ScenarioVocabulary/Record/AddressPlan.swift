import ScenarioLanguage
import Signaling
package import Wire

/// The addresses of a run: coordinator 127.0.0.1, SFUs 127.0.1.x, participants 127.1.x.y.
///
/// A capture therefore resembles one of a network. The plan is constant, because journals and captures show addresses.
package struct AddressPlan {
    /// The port of every server; other tools decode it without configuration.
    package static let serverPort: UInt16 = 5683
    /// The port of every participant.
    package static let participantPort: UInt16 = 50_000
    /// The ports of all participants, including those that NATs assign.
    package static let participantPorts = participantPort...participantPort + 999
    /// The ports of the servers' media.
    package static let mediaPorts = MediaFormat.port...MediaFormat.port
    /// The ports from which a run's sockets send.
    package static let sourcePorts = [serverPort...serverPort, mediaPorts, participantPorts]
    /// The number of participants that the plan has addresses for.
    package static let capacity = 250 * 250

    private let servers: UInt8 = 0
    private let clients: UInt8 = 1

    package init() {}

    package var coordinator: HostAddress { HostAddress(127, servers, 0, 1) }

    package var coordinatorAddress: SocketAddress { SocketAddress(host: coordinator, port: Self.serverPort) }

    /// The host of an outsider; no participant has this address.
    package var intruder: HostAddress { .intruder }

    package func participant(_ index: Int) -> HostAddress {
        HostAddress(127, clients, UInt8(clamping: index / 250), UInt8(clamping: index % 250 + 1))
    }

    /// Returns a participant's host after handovers. Each one moves it by forty nets, so that the host is unused.
    package func participant(_ index: Int, handovers: Int) -> HostAddress {
        let net = (index / 250 + handovers * 40) % 250
        return HostAddress(127, clients, UInt8(clamping: net), UInt8(clamping: index % 250 + 1))
    }

    /// Returns true for a server's host.
    package func isServer(_ host: HostAddress) -> Bool { UInt8(truncatingIfNeeded: host.value >> 16) == servers }

    /// Returns the name of a server's host; nil for a participant's.
    package func serverName(_ host: HostAddress) -> String? {
        guard isServer(host) else { return nil }
        return host == coordinator ? "coordinator" : "sfu-\(host.octets[3])"
    }
}
