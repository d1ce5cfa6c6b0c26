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
    private let scenario: Scenario
    private var options: RunOptions
    private let loop = EventLoop.shared
    private let record: RunRecord
    private let stage: Stage
    private lazy var director = Director(
        scenario, on: stage, loop: loop, isVirtual: options.clock == .virtual,
        judgesExpectations: options.judgesExpectations, fork: options.fork)
    private var capture: CaptureSession?
    private let tap: CaptureTap
    private let pool: DriverPool
    private let threads = ThreadWatch()
    private var hasBooted = false
    /// Resumes the run when the director has finished.
    private var ending: UnsafeContinuation<Void, Never>?
    private var endedAt = Instant.start
    private var bootError: String?
    /// Why the run would never end under the real clock.
    private var unfit: String?
    /// The next instant at which the real clock checks for idleness.
    private var armed: Instant?
    /// A fault of the harness itself. It outweighs every result of the scenario.
    private var fault: String?

    init(
        _ scenario: Scenario, _ options: RunOptions, _ registry: Registry, _ tap: CaptureTap, _ pool: DriverPool,
        _ sink: (@Sendable (JournalEntry) -> Void)?
    ) {
        self.tap = tap
        self.pool = pool
        // A golden file has the calls of the call library, datagram by datagram.
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

    func run() -> RunOutcome {
        stage.journalsArming = options.journalsArming
        stage.openPrograms()
        stage.sendHello(from: pool)
        if stage.isInRealTime { options.clock = .real }
        record.add(
            .runStarted(
                .init(scenario: scenario.id, file: scenario.file, seed: options.seed, clock: "\(options.clock)")))
        stage.finishGreetings()
        stage.wire.isExact = options.clock == .virtual
        stage.ledgerWatch.isImmediate = options.clock == .virtual && !stage.scenario.hasOutsiders
        if options.clock == .real { stage.judgeInRealTime() }
        let reason =
            stage.isInRealTime
            ? reasonAgainstDrivers ?? stage.reasonAgainstPrograms ?? stage.reasonAgainstBackend : nil
        unfit = reason ?? stage.reasonAgainstGuest ?? scenario.seeds?.reason(against: options.seed)
        if unfit != nil || stage.driverFault != nil { return conclude(.stopped) }
        let end: EndOfRun
        if let broken = brokenAssumption() {
            fault = broken
            return conclude(.stopped)
        }
        do {
            try openCapture()
            follow()
            end = loop.run(clock: options.clock) { await self.play() }
        } catch {
            fault = error.description
            end = .stopped
        }
        return conclude(end)
    }

    /// The reason that the scenario excludes programs in real time, regardless of their features.
    private var reasonAgainstDrivers: String? {
        if let limit = options.wallLimit, scenario.shortestDuration >= limit {
            let needed = scenario.shortestDuration.written
            return "its waits take \(needed) of real time with an outside program, and --limit is \(limit.written)"
        }
        if scenario.needsVirtualTime {
            return "it chooses the times of single packets or the order of one instant, which needs virtual time"
        }
        return scenario.exactTime.map {
            "it is about the very millisecond, as \($0.written) says, and with an outside program no time is that exact"
        }
    }

    /// Returns the assumption of virtual time that this machine breaks, or nil.
    private func brokenAssumption() -> String? {
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

    private func follow() {
        stage.network.onDatagram = { [unowned stage, capture] datagram in
            stage.add(datagram)
            guard case .sent = datagram.fate else { return }
            capture?.record(from: datagram.from, to: datagram.to, bytes: datagram.bytes, at: datagram.time)
        }
        stage.programs?.router.onOtherPacket = { [loop, capture] in capture?.record(packet: $0, at: loop.now) }
        loop.choose = scenario.orderOfService
        loop.onQuiet = { [unowned self] now in quiet(now) }
        loop.onDeadEnd = { [unowned self] now in deadEnd(now) }
    }

    /// Boots the stage and waits until the director ends the run.
    private func play() async {
        do {
            try await stage.boot()
            hasBooted = true
        } catch {
            bootError = "\(error)"
            fault = stage.network.check()?.description
            return
        }
        await withUnsafeContinuation { ending = $0 }
    }

    /// Lets go of everything, once the verdict is given, and answers what must be gone then.
    func dissolve() -> [LeakProbe] {
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
        let answer = hasBooted ? look(at: now) : .proceed
        if answer != .again { capture?.drain(at: now) }
        return answer
    }

    /// Lets the director look, once nothing is under way, as far as can be known of outside programs.
    private func look(at now: Instant) -> QuietAnswer {
        guard let quiescence = stage.quiescence else { return director.quiet() }
        if let until = quiescence.nextCheck(at: now) {
            if armed.map({ $0 <= now || $0 > until }) ?? true {
                armed = until
                loop.schedule(at: until, "an idle point") {}
            }
            return .proceed
        }
        let answer = director.quiet()
        quiescence.looked(at: now, started: answer == .again)
        return answer
    }

    private func deadEnd(_ now: Instant) -> QuietAnswer {
        endedAt = now
        guard hasBooted else {
            bootError = "no event is pending, and not every participant is connected"
            return .stop
        }
        return director.deadlock()
    }

    // MARK: The end

    private func conclude(_ end: EndOfRun) -> RunOutcome {
        loop.onQuiet = nil
        loop.onDeadEnd = nil
        loop.choose = nil
        if director.stepsEndedAt == nil { stage.recordTracks() }
        stage.close()
        var verdict = Verdict(
            .passed, id: scenario.id, name: scenario.name, file: scenario.file, seed: options.seed,
            covers: scenario.covers)
        verdict.line = scenario.row?.line
        verdict.virtualSeconds = Double((director.stepsEndedAt ?? endedAt).nanoseconds) / 1_000_000_000
        verdict.isRealTime = options.clock == .real
        if stage.isInRealTime { verdict.notes.append(Scenario.noteOnDrivers) }
        if let note = stage.noteOnLoopback { verdict.notes.append(note) }
        if !options.judgesExpectations { verdict.notes.append(RunOptions.noteOnExpectations) }
        verdict.datagramsSent = stage.network.ledger.sent
        judge(&verdict, end)
        blameThreads(&verdict)
        addRemarks(&verdict)
        finishCapture(&verdict)
        do {
            if fault == nil { try useCapture(&verdict) }
        } catch {
            fault = error.description
        }
        if let fault {
            verdict.kind = .harnessFault
            verdict.failure = Verdict.Failure(fault)
            verdict.failure?.replay = options.replay
        }
        record.finish()
        record.conclude(.init(kind: verdict.kind, reason: verdict.failure?.reason))
        return RunOutcome(verdict: verdict, journal: record.journal)
    }

    private func judge(_ verdict: inout Verdict, _ end: EndOfRun) {
        if let unfit {
            verdict.kind = .unsupported
            verdict.failure = stage.failure(ExpectationFailure(reason: unfit), replay: options.replay)
        } else if let (kind, failure) = stage.driverFailure {
            verdict.kind = kind
            verdict.failure = stage.failure(failure, replay: options.replay)
        } else if let fault = stage.programFault {
            verdict.kind = fault.isShortage ? .harnessFault : .failed
            verdict.failure = stage.failure(stage.failure(of: fault), replay: options.replay)
        } else if let bootError {
            verdict.kind = .failed
            verdict.failure = stage.failure(
                ExpectationFailure(reason: "the participants could not be connected: \(bootError)"),
                replay: options.replay)
        } else if let failure = director.failure {
            verdict.kind = failure.isDeadlock ? .hung : .failed
            verdict.failure = stage.failure(failure, replay: options.replay)
        } else if record.isFull {
            verdict.kind = .failed
            verdict.failure = stage.failure(ExpectationFailure(reason: record.fullness), replay: options.replay)
            verdict.failure?.lastEntries = record.journal.entries.suffix(20).map(\.description)
        } else if !director.isOver, fault == nil {
            let pending = loop.pendingWork
            verdict.kind = .hung
            verdict.failure = stage.failure(
                ExpectationFailure(reason: "the run never became quiet: \(end); \(pending)"), replay: options.replay)
            verdict.failure?.lastEntries = record.journal.entries.suffix(20).map(\.description)
        }
    }

    /// A run that failed beside a thread of the program's own waited for that thread in vain.
    private func blameThreads(_ verdict: inout Verdict) {
        guard options.clock == .virtual, scenario.runsCode(of: stage.registry),
            verdict.kind == .failed || verdict.kind == .hung,
            let advice = threads.advice, let reason = verdict.failure?.reason
        else { return }
        verdict.kind = .hung
        verdict.failure?.reason = "\(advice). Observed: \(reason)"
    }

    /// Adds what suggests that the scenario tested less than it seems to.
    private func addRemarks(_ verdict: inout Verdict) {
        guard verdict.kind == .passed else { return }
        let remarks = scenario.remarks + stage.idleDrops
        verdict.notes += remarks.map { "\(scenario.id): \($0)" }
        guard options.isStrict, let first = remarks.first else { return }
        verdict.kind = .failed
        verdict.failure = stage.failure(
            ExpectationFailure(reason: first, expected: "no remark, because of --strict"), replay: options.replay)
    }

    private func finishCapture(_ verdict: inout Verdict) {
        guard let capture else { return }
        verdict.capture = capture.kind.rawValue
        if let note = capture.note { verdict.notes.append(note) }
        do {
            let totals = try capture.finish(at: endedAt)
            verdict.datagramsCaptured = totals.captured
            verdict.payloadDigest = capture.kind == .off ? nil : totals.payloadDigest.hexadecimal
            // Datagrams of an outside program without a receiver, or after the end, appear in the capture only.
            let mismatch = !stage.isInRealTime ? totals.mismatch : totals.shortfall
            if let mismatch, capture.kind != .off { fault = fault ?? mismatch }
        } catch {
            fault = fault ?? error.description
        }
    }

    /// Compares the calls of a complete capture with the golden file, and adds names and comments.
    private func useCapture(_ verdict: inout Verdict) throws(CaptureFileError) {
        let isThere = options.captureFile != nil && capture != nil && capture?.kind != .off
        let isComparable = isThere && options.clock == .virtual
        if let golden = scenario.golden, verdict.kind == .passed, !isComparable {
            let reason = isThere ? "the real clock shows no times twice" : "there is no capture"
            verdict.notes.append("The calls were not compared with \(golden.file): \(reason).")
        }
        guard let file = options.captureFile, isThere else { return }
        if let golden = scenario.golden, verdict.kind == .passed, isComparable,
            let (failure, lines) = try GoldenCheck(golden: golden).difference(from: file, record.journal)
        {
            verdict.kind = .failed
            verdict.failure = stage.failure(failure, replay: options.replay)
            verdict.failure?.differences = lines
        }
        guard options.captureFormat == .pcapng else { return }
        let comments = PacketComments(RunTrace(record.journal.entries))
        try AnnotatedCapture.write(file, to: file + "ng", names: stage.hostNames) { comments[$0] }
        CaptureFile.delete(file)
    }
}
