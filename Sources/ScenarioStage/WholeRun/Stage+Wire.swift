import Loop
import ScenarioDrivers
import ScenarioVocabulary
import Sockets
import Timing
import Wire

extension Stage {
    /// Takes over that the network, a server or a process was disturbed on purpose.
    ///
    /// - Parameter addressesOrBytes: True when datagrams change their addresses or bytes, or a process forgets them.
    func disturbed(addressesOrBytes: Bool = false) {
        lastDisturbance = loop.now
        wire.disturb(distrusting: addressesOrBytes)
    }

    /// Checks a datagram of clients of the call library and of servers.
    func watch(_ datagram: DatagramRecord) {
        switch datagram.fate {
        case .sent:
            guard !isForeign(datagram.from.host), !isForeign(datagram.to.host) else { return }
            wire.sent(datagram, byServer: plan.serverName(datagram.from.host) != nil)
        case .corrupted: disturbed(addressesOrBytes: true)
        case .delayed, .duplicated, .received, .lost, .kernelDropped, .undeliverable: break
        }
    }

    private func isForeign(_ host: HostAddress) -> Bool {
        host == plan.intruder || performers.contains { $0.address.host == host }
    }

    /// A datagram that follows no protocol.
    func wireFailure() -> ExpectationFailure? { wire.violation.map(failure(onWire:)) }

    /// A request that has no response although nothing can happen any more.
    func unansweredRequest() -> ExpectationFailure? { wire.unanswered.map(failure(onWire:)) }

    private func failure(onWire text: String) -> ExpectationFailure {
        ExpectationFailure(
            reason: "a datagram breaks a rule of its protocol", expected: "messages as their RFCs want them",
            actual: text)
    }
}
