import ScenarioLanguage
import Signaling
package import Wire

/// Who has which address: coordinator 127.0.0.1, SFUs 127.0.1.x, participants 127.1.x.y, so that a capture reads like a
/// network. It is the same in every run: addresses are part of what a journal and a capture show.
package struct AddressPlan {
    /// The port of every server, so that other tools decode it by themselves.
    package static let serverPort: UInt16 = 5683
    /// The port of every participant.
    package static let participantPort: UInt16 = 50_000
    /// The ports of all participants, also after NATs have given them others.
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

    /// Somebody who takes no part; no participant is ever there.
    package var intruder: HostAddress { HostAddress(127, clients, 0, 251) }

    package func participant(_ index: Int) -> HostAddress {
        HostAddress(127, clients, UInt8(clamping: index / 250), UInt8(clamping: index % 250 + 1))
    }

    /// Where a participant is after so many handovers: forty nets further each time, so that nobody else is there.
    package func participant(_ index: Int, handovers: Int) -> HostAddress {
        let net = (index / 250 + handovers * 40) % 250
        return HostAddress(127, clients, UInt8(clamping: net), UInt8(clamping: index % 250 + 1))
    }

    /// What the host of an address is called when it is no participant.
    package func serverName(_ host: HostAddress) -> String? {
        guard host.octets[1] == servers else { return nil }
        return host == coordinator ? "coordinator" : "sfu-\(host.octets[3])"
    }
}
