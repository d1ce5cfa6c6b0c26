import Backend
import Chance
import Journal
import Loop
import Programs
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Signaling
import Sockets
import Timing
import Wire

extension Stage {
    /// The drivers with their own sockets and clocks.
    var realTimeDrivers: [DriverPerformer] { drivers.filter { $0.hello?.isVirtual == false } }

    /// The first fault of a driver.
    var driverFault: (driver: DriverPerformer, fault: DriverFault)? {
        drivers.lazy.compactMap { driver in driver.fault.map { (driver, $0) } }.first
    }

    /// Starts the drivers and reads the `hello` of each, which chooses its clock.
    ///
    /// This happens before the run, because one driver in real time makes the whole run one in real time.
    func sendHello(from pool: DriverPool) {
        for (index, spec) in scenario.participants.enumerated() where spec.part == nil {
            guard let driver = spec.driver else { continue }
            let own = SocketAddress(host: host(of: spec, index), port: AddressPlan.participantPort)
            let performer = DriverPerformer(
                spec, driver, at: own, loop: loop, record: record, pool: pool,
                words: registry.words, network: programs?.network(of: spec.name) ?? -1)
            performer.seesItsTraffic = scenario.backend == nil
            drivers.append(performer)
            enter(performer, at: own.host)
            performer.start(hello: helloLine(of: spec, at: own))
        }
        // The first fault ends the run, so no time is spent on waiting for the others.
        for driver in drivers where driverFault == nil { driver.awaitHello() }
    }

    private func helloLine(of spec: ParticipantSpec, at own: SocketAddress) -> [UInt8] {
        var numbers = generator.derived(for: "participant \(spec.name)")
        // Most languages represent JSON numbers exactly up to 53 bits.
        return DriverOrder.hello(
            spec, user: spec.libraryUser, token: lastingToken(of: spec), coordinator: plan.coordinatorAddress, own: own,
            programs: scenario.programs.map { ($0.name, programs?.addresses[$0.name]) },
            options: spec.options(in: scenario), seed: numbers.next() >> 11)
    }

    /// Records the responses to `hello` after the run has begun.
    func recordHellos() {
        guard !drivers.isEmpty else { return }
        let vocabulary = Vocabulary(registry)
        for driver in drivers { driver.recordHello(DriverNeeds(of: driver.spec, in: scenario, vocabulary)) }
    }

    /// Connects a driver to the network: with a socket in virtual time, with the right to its own socket in real time.
    func bootDriver(of spec: ParticipantSpec, at host: HostAddress) throws {
        guard let driver = drivers.first(where: { $0.spec.name == spec.name }) else { return }
        if let fault = driver.fault { throw fault }
        if driver.isVirtual {
            driver.attach(try network.bind(host: host, port: AddressPlan.participantPort))
            // Under the real clock its lines count like those of other drivers.
            if !realTimeDrivers.isEmpty { driver.quiescence = monitor }
        } else {
            network.admit(outsider: host)
            try driver.follow(monitor)
        }
    }

    /// The monitor that decides in real time when expectations are evaluated.
    var monitor: QuiescenceMonitor {
        if let quiescence { return quiescence }
        let monitor = QuiescenceMonitor { [unowned self] in
            for driver in drivers { driver.sync() }
        } isAnswered: { [unowned self] in
            drivers.allSatisfy(\.isInSync)
        }
        quiescence = monitor
        marks.slack = QuiescenceMonitor.slack
        return monitor
    }

    /// Evaluates expectations at idle points in real time, with a tolerance of times.
    func judgeInRealTime() { _ = monitor }

    /// Records that a datagram was sent or received. Media is continuous and does not count.
    func noteTraffic(_ kind: DatagramKind?) {
        guard let quiescence, kind != .rtp, kind != .rtcp else { return }
        quiescence.noteActivity(at: loop.now)
    }

    /// Returns the failure that a driver's fault causes.
    ///
    /// - Parameter progress: The progress of every driver without which a run says nothing of it.
    func driverFailure(_ progress: DriverProgress) -> (kind: Verdict.Kind, failure: ExpectationFailure)? {
        guard let (driver, fault) = driverFault else { return nil }
        let failure = ExpectationFailure(
            reason: "the driver of \(driver.name) \(fault)", place: driver.spec.place, participants: [driver.name])
        guard driver.progress >= progress else { return (.harnessFault, failure) }
        switch fault.violation {
        case .wrong: return (.failed, failure)
        case .died: return (.crashed, failure)
        case .silent: return (.hung, failure)
        case .unsupported: return (.unsupported, failure)
        case .shortage: return (.harnessFault, failure)
        }
    }

    /// Ends the conversations with all drivers.
    func dismissDrivers() {
        for driver in drivers { driver.sendBye() }
    }
}

extension Stage {
    /// Returns the beginning of a step that is reached now.
    func beginning(_ now: Instant) -> Instant { quiescence?.beginning(now) ?? now }

    /// Returns a time limit of the scenario with the tolerance of the clock.
    func withSlack(_ limit: Duration) -> Duration { quiescence == nil ? limit : limit + QuiescenceMonitor.slack }

    /// Returns true when a condition of this duration may have ended by now.
    func mayHaveEnded(_ duration: Duration, from began: Instant?) -> Bool {
        guard let began else { return false }
        return quiescence?.mayHaveEnded(duration, from: began, at: loop.now) ?? false
    }
}
