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
    private let plan: LoadPlan
    private let loop = EventLoop.shared
    private let environment: any LoadEnvironment
    private let meter: LoadMeter
    private var planner: StartPlanner?
    private lazy var nextStart = SingleTimer(loop)
    /// The number of instances to keep under way, in a closed loop.
    private var places = 0
    private var isHeld = false
    private var isInterrupted = false
    private var isAborted = false
    private var begin = Instant.start
    private var instances: [Int: any LoadUnit] = [:]
    private var touched: [any LoadUnit] = []
    private var number = 0
    /// The number of replacements that are due.
    private var waiting = 0
    private var isAllStarted = false
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

    /// The time between an instance that took no time and its replacement.
    private static let pause = Duration.milliseconds(1)

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

    /// Ends the load now: no instance starts any more, and the participants of all others leave. A second call does not
    /// wait for that.
    package func interrupt() {
        guard !isInterrupted else {
            isAborted = true
            meter.cut(instances.count)
            return loop.stop()
        }
        isInterrupted = true
        for (_, instance) in instances.sorted(by: { $0.key < $1.key }) { instance.cutShort() }
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
            places = atOnce
            if let duration {
                loop.schedule(at: begin.advanced(by: duration), "the end of a load") { [weak self] in
                    self?.stopStarting()
                }
            }
            fill()
        }
    }

    private func scheduleNext() {
        nextStart.cancel()
        guard let planner, !planner.isOver else { return stopStarting() }
        guard let intended = planner.next else { return }
        nextStart.set(at: intended, "the start of an instance") { [weak self] in
            self?.planner?.take()
            self?.start(intended: intended)
            self?.scheduleNext()
        }
    }

    /// Replaces an instance that is over. After one that took no time the next one waits, because virtual time would
    /// never move otherwise.
    private func replace(_ instance: any LoadUnit) {
        guard case .closed = plan.arrivals, !isHeld else { return }
        guard instance.started == loop.now else { return startAnother() }
        waiting += 1
        loop.schedule(at: loop.now.advanced(by: Self.pause), "the start of an instance") { [weak self] in
            self?.waiting -= 1
            self?.startAnother()
            self?.endWhenDone()
        }
    }

    /// Starts an instance of a closed loop.
    private func startAnother() {
        guard case .closed(_, let count, _) = plan.arrivals, !isAllStarted, !isHeld else { return }
        guard instances.count + waiting < places else { return }
        guard number < count ?? .max else { return stopStarting() }
        start(intended: loop.freshNow)
    }

    private func start(intended: Instant) {
        guard environment.hasRoom else { return meter.dropped() }
        number += 1
        let instance = environment.makeUnit(number, intended: intended)
        instances[number] = instance
        instance.onTouched = { [unowned self] in touch($0) }
        instance.onPhase = { [meter] in meter.add($0, late: $1) }
        instance.onRetransmission = { [meter] in meter.retransmitted() }
        instance.onOver = { [unowned self] in over($0) }
        meter.started(instance)
        environment.start(instance)
    }

    private func over(_ instance: any LoadUnit) {
        instances[instance.number] = nil
        meter.ended(instance)
        replace(instance)
        endWhenDone()
    }

    private func endWhenDone() {
        guard isAllStarted, instances.isEmpty, waiting == 0 else { return }
        ending?.resume()
        ending = nil
    }

    // MARK: Idle points

    private func touch(_ instance: any LoadUnit) {
        guard !instance.isTouched else { return }
        instance.isTouched = true
        touched.append(instance)
    }

    private func quiet(_ now: Instant) -> QuietAnswer {
        if let broken = environment.fault {
            fault = broken
            return .stop
        }
        guard hasBooted else { return .proceed }
        onBeat?()
        let due = touched
        touched = []
        var isStarted = false
        for instance in due {
            instance.isTouched = false
            if instance.look() { isStarted = true }
        }
        if !isStarted { environment.drain(at: now) }
        return isStarted ? .again : .proceed
    }
}

// MARK: Changes under way

extension LoadRun {
    /// Holds all starts, or resumes them.
    package func hold(_ isHeld: Bool) {
        guard !isAllStarted, isHeld != self.isHeld else { return }
        self.isHeld = isHeld
        guard case .open = plan.arrivals else { return isHeld ? () : fill() }
        if isHeld { planner?.hold(at: loop.freshNow) } else { planner?.resume(at: loop.freshNow) }
        scheduleNext()
    }

    /// Multiplies the rate of starts, or in a closed loop the number of instances under way.
    package func scale(by factor: Double) {
        guard !isAllStarted else { return }
        guard case .closed = plan.arrivals else {
            planner?.scale(by: factor, at: loop.freshNow)
            return scheduleNext()
        }
        let wanted = (Double(places) * factor).rounded(factor > 1 ? .up : .down)
        places = Swift.min(Swift.max(1, Int(wanted)), AddressPlan.capacity)
        fill()
    }

    /// The pace of starts in words; nil while it is the planned one.
    package var pace: String? {
        guard case .closed(let atOnce, _, _) = plan.arrivals else {
            let percent = ((planner?.pace ?? 1) * 100).rounded()
            return percent == 100 ? nil : "\(Int(percent))% of the planned rate"
        }
        return places == atOnce ? nil : "\(places) at once wanted"
    }

    /// Starts instances of a closed loop up to the wanted number.
    private func fill() {
        for _ in 0..<Swift.max(0, places - instances.count - waiting) { startAnother() }
    }
}
