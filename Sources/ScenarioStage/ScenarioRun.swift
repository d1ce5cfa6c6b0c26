import Capture
import Inspection
import Journal
import Loop
import Programs
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing
import Tracing
import Wire

/// One run, from boot to verdict.
@MainActor
final class ScenarioRun {
    let scenario: Scenario
    var options: RunOptions
    let loop = EventLoop.shared
    let record: RunRecord
    let stage: Stage
    lazy var director = Director(
        scenario, on: stage, loop: loop, isVirtual: options.clock == .virtual,
        judgesExpectations: options.judgesExpectations, fork: options.fork)
    private(set) lazy var choices = LoopChoices(on: stage)
    var capture: CaptureSession?
    private let tap: CaptureTap
    private let pool: DriverPool
    let threads = ThreadWatch()
    private var hasBooted = false
    /// Resumes the run when the director has finished.
    private var ending: UnsafeContinuation<Void, Never>?
    var endedAt = Instant.start
    var bootError: String?
    /// The reason that the run is unsupported; nil when it can be performed.
    var unsupportedReason: String?
    /// The next instant at which the real clock checks for idleness.
    private var armed: Instant?
    /// A fault of the harness itself. It outweighs every result of the scenario.
    var fault: String?

    init(
        _ scenario: Scenario, _ options: RunOptions, _ registry: Registry, _ tap: CaptureTap, _ pool: DriverPool,
        _ sink: (@Sendable (JournalEntry) -> Void)?
    ) {
        self.tap = tap
        self.pool = pool
        // A golden file is about the call library alone, because it has every datagram.
        var scenario = scenario
        if registry.guest != nil || !options.judgesExpectations { scenario.golden = nil }
        self.scenario = scenario
        self.options = options
        record = RunRecord(
            loop: loop, needs: scenario.packetNeeds,
            limit: scenario.settings.journalLimit ?? ScenarioLimits.default.entries, sink: sink)
        stage = Stage(
            scenario, programsFolder: options.programsFolder, seed: options.seed, registry: registry,
            loop: loop, record: record)
    }

    /// Performs the run, and returns its verdict and its journal.
    func run() -> RunOutcome {
        begin()
        unsupportedReason = reasonAgainstRun
        if unsupportedReason != nil || stage.driverFault != nil { return conclude(.stopped) }
        fault = unmetRequirement()
        if fault != nil { return conclude(.stopped) }
        do {
            try openCapture()
            installCallbacks()
            return conclude(loop.run(clock: options.clock) { await self.play() })
        } catch {
            fault = error.description
            return conclude(.stopped)
        }
    }

    /// Starts the outside programs, which choose the clock, and begins the journal.
    private func begin() {
        stage.journalsArming = options.journalsArming
        stage.openPrograms()
        stage.sendHello(from: pool)
        if stage.isInRealTime { options.clock = .real }
        record.add(
            .runStarted(
                .init(scenario: scenario.id, file: scenario.file, seed: options.seed, clock: "\(options.clock)")))
        stage.recordHellos()
        stage.wire.isExact = options.clock == .virtual
        let settings = stage.scenario.settings
        stage.wire.setEgress(start: settings.egressStart, file: settings.egressFile)
        stage.ledgerWatch.isImmediate = options.clock == .virtual && !stage.scenario.hasOutsiders
        if options.clock == .real { stage.judgeInRealTime() }
    }

    /// The reason that the run is unsupported; nil when it can be performed.
    private var reasonAgainstRun: String? {
        let reason =
            stage.isInRealTime
            ? reasonAgainstDrivers ?? stage.reasonAgainstPrograms ?? stage.reasonAgainstBackend : nil
        return reason ?? stage.reasonAgainstGuest ?? scenario.seeds?.reason(against: options.seed)
    }

    /// The reason that the scenario cannot run with programs in real time.
    private var reasonAgainstDrivers: String? {
        if let limit = options.wallLimit, scenario.shortestDuration >= limit {
            let needed = scenario.shortestDuration.written
            return "its waits take \(needed) of real time with an outside program, and --limit is \(limit.written)"
        }
        if scenario.needsVirtualTime {
            return "it chooses the times of single packets or the order of one instant, which needs virtual time"
        }
        return scenario.exactTime.map {
            "its time \($0.written) is exact to the millisecond, and times of an outside program are not"
        }
    }

    /// Returns the requirement of virtual time that this machine does not meet; nil when it meets all.
    private func unmetRequirement() -> String? {
        guard options.clock == .virtual else { return nil }
        do {
            try loop.selfTest()
            return nil
        } catch {
            return "this machine does not meet a requirement of virtual time: \(error)"
        }
    }

    // MARK: The course of a run

    private func openCapture() throws(CaptureError) {
        guard let file = options.captureFile else { return }
        capture = try CaptureSession(
            environment: stage.programs == nil ? options.environment : options.environment.withoutInterface, file: file,
            keepsKernelTime: options.clock == .real,
            sourcePorts: AddressPlan.sourcePorts, tap: tap)
    }

    private func installCallbacks() {
        stage.network.onDatagram = { [unowned stage, capture] datagram in
            stage.add(datagram)
            guard case .sent = datagram.fate else { return }
            capture?.record(from: datagram.from, to: datagram.to, bytes: datagram.bytes, at: datagram.time)
        }
        stage.programs?.router.onOtherPacket = { [loop, capture] in capture?.record(packet: $0, at: loop.now) }
        if choices.areNeeded { loop.choose = { [choices] in choices.choose($0) } }
        loop.onQuiet = { [unowned self] now in quiet(now) }
        loop.onDeadEnd = { [unowned self] now in deadEnd(now) }
    }

    /// Boots the stage and waits until the director ends the run.
    private func play() async {
        do {
            try await stage.boot()
            hasBooted = true
        } catch {
            let place = stage.connecting.map { "the `connect` of \($0) threw \(errorName(error)): " } ?? ""
            bootError = "\(place)\(error)"
            fault = stage.network.check()?.description
            return
        }
        // Sound: it is cleared when it is resumed.
        await withUnsafeContinuation { ending = $0 }
    }

    /// Releases the run's objects after the verdict, and returns the probes of those that must be gone.
    func releaseAll() -> [LeakProbe] {
        capture = nil
        ending?.resume()
        ending = nil
        return [LeakProbe("the run", self), LeakProbe("the journal", record)] + stage.leakProbes
    }

    private func quiet(_ now: Instant) -> QuietAnswer {
        endedAt = now
        if let networkFault = stage.network.check() {
            fault = networkFault.description
            return .stop
        }
        if stage.driverFault != nil || stage.programFault != nil { return .stop }
        let answer = hasBooted ? advanceDirector(at: now) : awaitBoot(at: now)
        if answer != .again { capture?.drain(at: now) }
        return answer
    }

    /// The virtual time in which the participants connect; a network without faults lets them connect at once.
    private static let bootLimit = Duration.seconds(600)

    /// Ends a run under the virtual clock whose participants do not connect in time.
    private func awaitBoot(at now: Instant) -> QuietAnswer {
        guard options.clock == .virtual, now >= Instant.start.advanced(by: Self.bootLimit) else { return .proceed }
        bootError = "\(unconnected) after \(Self.bootLimit.written) of virtual time; \(loop.pendingWork)"
        return .stop
    }

    private var unconnected: String {
        stage.connecting.map { "the `connect` of \($0) has not ended" } ?? "they have not started"
    }

    /// Advances the director at an idle point. Outside programs are idle as far as the harness can observe.
    private func advanceDirector(at now: Instant) -> QuietAnswer {
        guard let quiescence = stage.quiescence else { return director.quiet() }
        if let until = quiescence.nextCheck(at: now) {
            if armed.map({ $0 <= now || $0 > until }) ?? true {
                armed = until
                loop.schedule(at: until, "an idle point") {}
            }
            return .proceed
        }
        let answer = director.quiet()
        quiescence.evaluated(at: now, started: answer == .again)
        return answer
    }

    private func deadEnd(_ now: Instant) -> QuietAnswer {
        endedAt = now
        guard hasBooted else {
            bootError = "no event is pending, and \(unconnected)"
            return .stop
        }
        return director.deadlock()
    }
}
