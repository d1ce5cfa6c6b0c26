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
        ledgerWatch.take(datagram)
        switch datagram.fate {
        case .sent:
            arguments.made(datagram)
            guard !isForeign(datagram.from.host), !isForeign(datagram.to.host) else { return wire.skipped() }
            wire.sent(datagram, byServer: plan.isServer(datagram.from.host))
        case .corrupted: disturbed(addressesOrBytes: true)
        case .delayed:
            if !isForeign(datagram.from.host), !isForeign(datagram.to.host) { wire.delayed(datagram) }
        case .duplicated: wire.duplicated(datagram)
        case .lost where datagram.number == nil:
            arguments.made(datagram)
            wire.withheld(datagram)
        case .received:
            if !isForeign(datagram.from.host), !isForeign(datagram.to.host) { wire.received(datagram) }
        case .lost, .kernelDropped, .undeliverable: break
        }
    }

    private func isForeign(_ host: HostAddress) -> Bool {
        host == plan.intruder || performer(at: host).map { !$0.showsRoster } ?? false
    }

    /// Returns the failure of a datagram that violates its protocol, or of a command that has not sent its arguments.
    func wireFailure() -> ExpectationFailure? {
        (wire.violation ?? intrusion.violation).map(failure(onWire:)) ?? arguments.violation.map(failure(ofArgument:))
    }

    private func failure(ofArgument text: String) -> ExpectationFailure {
        ExpectationFailure(
            reason: "a command has not sent one of its arguments", expected: "a request that contains the argument",
            actual: text)
    }

    /// Returns the failure of a network that counts its datagrams wrongly, or gives one two fates.
    func ledgerFailure() -> ExpectationFailure? {
        ledgerWatch.difference(from: network.ledger).map { text in
            ExpectationFailure(
                reason: "the network has lost count of its datagrams", expected: "one fate for each datagram",
                actual: text)
        }
    }

    /// Returns the failure of a request without a response when no event is possible.
    func unansweredRequest() -> ExpectationFailure? { wire.unanswered.map(failure(onWire:)) }

    private func failure(onWire text: String) -> ExpectationFailure {
        ExpectationFailure(
            reason: "a datagram breaks a rule of its protocol", expected: "messages that follow their RFCs",
            actual: text)
    }
}
