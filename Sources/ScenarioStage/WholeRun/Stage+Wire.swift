import Loop
import ScenarioDrivers
import ScenarioVocabulary
import Sockets
import Timing
import Wire

extension Stage {
    /// Records a deliberate disturbance of the network, a server or a process.
    ///
    /// - Parameter addressesOrBytes: True when datagrams change their addresses or bytes, or a process forgets them.
    func disturbed(addressesOrBytes: Bool = false) {
        lastDisturbance = loop.now
        wire.disturb(distrusting: addressesOrBytes)
        if addressesOrBytes { audiences.disregardFollowers() }
    }

    /// Checks a datagram between call library clients and servers.
    func watch(_ datagram: DatagramRecord) {
        intrusion.count(datagram, at: plan.intruder)
        switch datagram.fate {
        case .sent:
            guard !isForeign(datagram.from.host), !isForeign(datagram.to.host) else { return }
            wire.sent(datagram, byServer: plan.serverName(datagram.from.host) != nil)
        case .corrupted: disturbed(addressesOrBytes: true)
        case .delayed: wire.delay()
        case .duplicated: wire.duplicated(datagram)
        case .lost where datagram.number == nil: wire.withheld(datagram)
        case .received, .lost, .kernelDropped, .undeliverable: break
        }
    }

    private func isForeign(_ host: HostAddress) -> Bool {
        host == plan.intruder || performer(at: host).map { !$0.showsRoster } ?? false
    }

    /// Returns the failure of a datagram that violates its protocol.
    func wireFailure() -> ExpectationFailure? { (wire.violation ?? intrusion.violation).map(failure(onWire:)) }

    /// Returns the failure of a request without a response when no event is possible.
    func unansweredRequest() -> ExpectationFailure? { wire.unanswered.map(failure(onWire:)) }

    private func failure(onWire text: String) -> ExpectationFailure {
        ExpectationFailure(
            reason: "a datagram breaks a rule of its protocol", expected: "messages that follow their RFCs",
            actual: text)
    }
}
