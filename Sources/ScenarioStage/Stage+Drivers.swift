import Backend
import Journal
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing
import Wire

extension Stage {
    var drivers: [DriverPerformer] { performers.compactMap { $0 as? DriverPerformer } }

    /// The first driver that did what it must not.
    var driverFault: (driver: DriverPerformer, fault: DriverFault)? {
        drivers.lazy.compactMap { driver in driver.fault.map { (driver, $0) } }.first
    }

    /// Starts the program of a participant, which does its own network traffic from the participant's host.
    func bootDriver(_ driver: DriverSpec, of spec: ParticipantSpec, at host: HostAddress, _ backend: CallBackend) throws
    {
        let own = SocketAddress(host: host, port: AddressPlan.participantPort)
        let quiescence = quiescence ?? makeQuiescenceMonitor()
        self.quiescence = quiescence
        marks.slack = QuiescenceMonitor.slack
        let performer = DriverPerformer(spec, at: own, loop: loop, record: record, quiescence: quiescence)
        performers.append(performer)
        network.admit(outsider: host)
        try performer.start(
            driver,
            greeting: DriverOrder.hello(
                spec, user: spec.libraryUser, token: token(of: spec), coordinator: backend.coordinatorAddress,
                own: own, options: spec.options(in: scenario)))
    }

    private func makeQuiescenceMonitor() -> QuiescenceMonitor {
        QuiescenceMonitor { [unowned self] in
            for driver in drivers { driver.sync() }
        } isAnswered: { [unowned self] in
            drivers.allSatisfy(\.isInSync)
        }
    }

    /// Waits until all drivers have said what they can do, which must be what the scenario needs.
    func greetDrivers() async throws {
        for driver in drivers { try await driver.greeted() }
        for driver in drivers {
            guard let hello = driver.hello else { continue }
            let missing = DriverNeeds(of: driver.spec, in: scenario).missing(in: hello)
            guard !missing.isEmpty else { continue }
            driver.lacks(missing)
            try await driver.greeted()
        }
    }

    /// Takes over that a datagram passed; media passes all the time, and disturbs nobody.
    func noteTraffic(_ kind: DatagramKind?) {
        guard let quiescence, kind != .rtp, kind != .rtcp else { return }
        quiescence.noteActivity(at: loop.now)
    }

    /// What a driver did that it must not, for the report of the failure.
    var driverFailure: (kind: Verdict.Kind, failure: ExpectationFailure)? {
        guard let (driver, fault) = driverFault else { return nil }
        let failure = ExpectationFailure(
            reason: "the driver of \(driver.name) \(fault)", place: driver.spec.place, participants: [driver.name])
        switch fault.kind {
        case .wrong: return (.failed, failure)
        case .died: return (.crashed, failure)
        case .silent: return (.hung, failure)
        case .unsupported: return (.unsupported, failure)
        }
    }

    /// Lets all drivers go.
    func dismissDrivers() {
        for driver in drivers { driver.sayGoodbye() }
    }
}

extension Stage {
    /// When a step begins that is reached now.
    func beginning(_ now: Instant) -> Instant { quiescence?.beginning(now) ?? now }

    /// How long something may take of which a scenario says so.
    func patient(_ limit: Duration) -> Duration { quiescence == nil ? limit : limit + QuiescenceMonitor.slack }

    /// Whether what must hold for so long from then on may have ended by now.
    func mayHaveEnded(_ duration: Duration, from began: Instant?) -> Bool {
        guard let began else { return false }
        return quiescence?.mayHaveEnded(duration, from: began, at: loop.now) ?? false
    }
}

extension Stage {
    /// The participant of a name, if it is no client of the call library.
    func performer(_ name: String) -> (any Performer)? {
        performers.first { $0.name == name }
    }
}
