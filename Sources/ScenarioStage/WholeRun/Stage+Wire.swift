import Loop
import ScenarioDrivers
import ScenarioVocabulary
import Sockets
import Timing
import Wire

extension Stage {
    /// Records a deliberate disturbance of the network, a server or a process.
    ///
    /// - Parameters:
    ///   - addressesOrBytes: True when datagrams change their addresses or bytes, or a process forgets them.
    ///   - links: True for a change of links, whose delay is known.
    func disturbed(addressesOrBytes: Bool = false, links: Bool = false) {
        lastDisturbanceAt = loop.now
        wire.disturb(changesAddressesOrBytes: addressesOrBytes, isOfLinks: links)
        guard addressesOrBytes else { return }
        audiences.disregardFollowers()
        serverOrders.stopJudging()
    }

    /// Checks a datagram between participants and servers.
    func watch(_ datagram: DatagramRecord) {
        intrusion.count(datagram, at: plan.intruder)
        ledgerWatch.take(datagram)
        serverOrders.take(datagram)
        watchDriver(datagram)
        switch datagram.fate {
        case .sent:
            noteMade(datagram)
            guard !isForeign(datagram.from.host), !isForeign(datagram.to.host) else { return wire.skipped() }
            wire.sent(datagram, byServer: plan.isServer(datagram.from.host))
        case .corrupted: disturbed(addressesOrBytes: true)
        case .delayed:
            creations.made(datagram)
            if !isForeign(datagram.from.host), !isForeign(datagram.to.host) { wire.delayed(datagram) }
        case .duplicated: wire.duplicated(datagram)
        case .lost where datagram.number == nil:
            noteMade(datagram)
            wire.withheld(datagram)
        case .received:
            if !isForeign(datagram.from.host), !isForeign(datagram.to.host) { wire.received(datagram) }
        case .kernelDropped: wire.setDelay(nil)
        case .lost, .undeliverable: break
        }
    }

    /// Notes a datagram of which the arguments of commands are looked for.
    private func noteMade(_ datagram: DatagramRecord) {
        arguments.made(datagram)
        creations.made(datagram)
    }

    /// Checks a datagram between a driver and Rollcall's servers, until addresses or bytes change.
    private func watchDriver(_ datagram: DatagramRecord) {
        guard !drivers.isEmpty, wire.isTrusted, !wire.hasForgedSources else { return }
        let isByServer = plan.isServer(datagram.from.host)
        guard isByServer || plan.isServer(datagram.to.host) else { return }
        let driver = performer(at: isByServer ? datagram.to.host : datagram.from.host) as? DriverPerformer
        guard driver?.hello?.hasOwnBackend == false else { return }
        switch datagram.fate {
        case .sent where isByServer:
            // A busy machine may delay an acknowledgement under the real clock.
            if wire.isExact { driverWatch.sentByServer(datagram) }
        case .received where isByServer: driverWatch.received(datagram)
        case .sent, .delayed: if !isByServer { driverWatch.made(datagram) }
        case .lost where datagram.number == nil: if !isByServer { driverWatch.made(datagram) }
        case .received, .lost, .corrupted, .duplicated, .kernelDropped, .undeliverable: break
        }
    }

    private func isForeign(_ host: HostAddress) -> Bool {
        host == plan.intruder || performer(at: host).map { !$0.showsRoster } ?? false
    }

    /// Returns the failure of a datagram that violates its protocol, or of a command that has not sent its arguments.
    func wireFailure() -> ExpectationFailure? {
        (wire.violation ?? driverWatch.violation ?? intrusion.violation).map(failure(onWire:))
            ?? (arguments.violation ?? creations.violation).map(failure(ofArgument:)) ?? orderFailure()
    }

    private func failure(ofArgument text: String) -> ExpectationFailure {
        ExpectationFailure(
            reason: "a command has not sent one of its arguments", expected: "a request that contains the argument",
            actual: text)
    }

    /// Returns the failure of a network that counts its datagrams wrongly, or records two final fates of one.
    func ledgerFailure() -> ExpectationFailure? {
        ledgerWatch.difference(from: network.ledger).map { text in
            ExpectationFailure(
                reason: "the network's counts are wrong", expected: "one fate for each datagram",
                actual: text)
        }
    }

    /// Returns the failure of a request without a response when no event is possible.
    func requestWithoutResponse() -> ExpectationFailure? { wire.requestWithoutResponse.map(failure(onWire:)) }

    private func failure(onWire text: String) -> ExpectationFailure {
        ExpectationFailure(
            reason: "a datagram breaks a rule of its protocol", expected: "messages that follow their RFCs",
            actual: text)
    }
}
