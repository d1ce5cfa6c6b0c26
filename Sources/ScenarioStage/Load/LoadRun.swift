package import Load
import Loop
import ScenarioLanguage
package import ScenarioVocabulary
import Sockets
import Timing
import Wire

/// One load in this process: its servers, its instances, its statistics.
@MainActor
package final class LoadRun {
    let plan: LoadPlan
    let loop = EventLoop.shared
    private let environment: any LoadEnvironment
    private let meter: LoadMeter
    var planner: StartPlanner?
    private lazy var nextStart = SingleTimer(loop)
    /// The number of concurrent instances in a closed loop.
    var concurrency = 0
    var isHeld = false
    private var isInterrupted = false
    private var isAborted = false
    private var begin = Instant.start
    var instances: [Int: any LoadUnit] = [:]
    private var pendingChecks: [any LoadUnit] = []
    var lastNumber = 0
    /// The number of replacements that are due.
    var dueReplacements = 0
    var isAllStarted = false
    private var hasBooted = false
    private var ending: UnsafeContinuation<Void, Never>?
    /// A fault of the harness itself.
    private var fault: String?

    /// Called once the servers run, before time counts.
    package var onReady: (@MainActor () -> Void)?
    /// Called once time counts, before the first start.
    package var onBoot: (@MainActor () -> Void)?
    /// Called at each idle point, and under the real clock as often as the plan says at least.
    package var onBeat: (@MainActor () -> Void)?

    /// Prepares a load.
    ///
    /// - Parameter onSample: Called at the end of each interval.
    package init(
        _ plan: LoadPlan, registry: Registry,
        onSample: @escaping @MainActor (LoadSample) -> Void = { _ in }
    ) {
        self.plan = plan
        meter = LoadMeter(loop: loop, interval: plan.interval, onSample: onSample)
        environment =
            switch plan.unit {
            case .scenario(let scenario): ScenarioLoadEnvironment(scenario, plan, registry: registry, loop: loop)
            case .sip(let target): SIPLoadEnvironment(target, loop: loop, tag: plan.tag)
            }
    }

    /// Runs the load to its end.
    package func run() -> LoadResult {
        loop.turnLimit = .max
        loop.onQuiet = { [unowned self] in quiet($0) }
        let end = loop.run(clock: plan.clock) { await self.play() }
        loop.onQuiet = nil
        var uncaptured = 0
        do { uncaptured = try environment.finishCapture(at: loop.now) } catch { fault = fault ?? "\(error)" }
        meter.finish(drops: environment.kernelDrops, joined: environment.joinedDatagrams, uncaptured: uncaptured)
        environment.close()
        if fault == nil, end != .finished, !isAborted { fault = "the load did not end: \(end)" }
        return LoadResult(statistics: meter.total, isInterrupted: isInterrupted, fault: fault)
    }

    /// Ends the load early: no instance starts any more, and those under way end.
    package func stopStarting() {
        nextStart.cancel()
        (planner, isHeld) = (nil, false)
        isAllStarted = true
        endWhenDone()
    }

    /// Ends the load now: no instance starts any more, and all participants leave. A second call does not wait for
    /// them.
    package func interrupt() {
        guard !isInterrupted else {
            isAborted = true
            meter.cut(instances.count)
            return loop.stop()
        }
        isInterrupted = true
        for (_, instance) in instances.sorted(by: { $0.key < $1.key }) { instance.interrupt() }
        stopStarting()
    }

    /// The time since the beginning, on the load's clock.
    package var elapsed: Duration { hasBooted ? meter.elapsed : .zero }

    private func play() async {
        do {
            try environment.open(meter)
        } catch {
            fault = plan.unit.isScenario ? "the servers could not be started: \(error)" : "\(error)"
            return
        }
        onReady?()
        begin = loop.freshNow
        hasBooted = true
        if plan.countsPending { meter.pending = { [unowned self] in pending } }
        meter.begin()
        onBoot?()
        if plan.clock == .real { scheduleBeat() }
        startFirst()
        guard !isAllStarted || !instances.isEmpty else { return }
        // Sound: it is cleared when it is resumed.
        await withUnsafeContinuation { ending = $0 }
    }

    private var pending: LoadPending {
        var pending = LoadPending()
        pending.timers = loop.pendingWork.timers.count
        pending.sessions = environment.sessions
        return pending
    }

    private func scheduleBeat() {
        loop.schedule(at: loop.now.advanced(by: plan.beat), "the display of a load") { [weak self] in
            self?.onBeat?()
            self?.scheduleBeat()
        }
    }

    // MARK: Starts

    private func startFirst() {
        switch plan.arrivals {
        case .open(let shape):
            planner = StartPlanner(shape, at: begin, part: plan.share)
            scheduleNext()
        case .closed(let atOnce, _, let duration):
            concurrency = atOnce
            if let duration {
                loop.schedule(at: begin.advanced(by: duration), "the end of a load") { [weak self] in
                    self?.stopStarting()
                }
            }
            fill()
        }
    }

    func scheduleNext() {
        nextStart.cancel()
        guard let planner, !planner.isOver else { return stopStarting() }
        guard let intended = planner.next else { return }
        nextStart.set(at: intended, "the start of an instance") { [weak self] in
            self?.planner?.take()
            self?.start(intended: intended)
            self?.scheduleNext()
        }
    }

    func start(intended: Instant) {
        guard environment.hasRoom else { return meter.dropped() }
        lastNumber += 1
        let instance = environment.makeUnit(lastNumber, intended: intended)
        instances[lastNumber] = instance
        instance.onCheckNeeded = { [unowned self] in requestCheck($0) }
        instance.onPhase = { [meter] in meter.add($0, late: $1) }
        instance.onRetransmission = { [meter] in meter.retransmitted() }
        instance.onOver = { [unowned self] in ended($0) }
        meter.started(instance)
        environment.start(instance)
    }

    private func ended(_ instance: any LoadUnit) {
        instances[instance.number] = nil
        meter.ended(instance)
        replace(instance)
        endWhenDone()
    }

    func endWhenDone() {
        guard isAllStarted, instances.isEmpty, dueReplacements == 0 else { return }
        ending?.resume()
        ending = nil
    }

    // MARK: Idle points

    private func requestCheck(_ instance: any LoadUnit) {
        guard !instance.needsCheck else { return }
        instance.needsCheck = true
        pendingChecks.append(instance)
    }

    private func quiet(_ now: Instant) -> QuietAnswer {
        if let broken = environment.fault {
            fault = broken
            return .stop
        }
        guard hasBooted else { return .proceed }
        onBeat?()
        let due = pendingChecks
        pendingChecks = []
        var isStarted = false
        for instance in due {
            instance.needsCheck = false
            if instance.performDueActions() { isStarted = true }
        }
        if !isStarted { environment.drain(at: now) }
        return isStarted ? .again : .proceed
    }
}
