internal import CProcess
internal import Capture
internal import Glibc
internal import Load
internal import Loop
internal import ScenarioStage
internal import ScenarioVocabulary

/// The hidden verb: a process that runs its share of a load for another one.
struct LoadWorkerVerb {
    private let request: LoadRequest
    private let share: LoadShare
    private let parent: pid_t
    /// The core to which the process is pinned; nil for any.
    private let core: Int32?
    private let registry: Registry

    init(_ words: ParsedArguments, _ registry: Registry) throws(UsageError) {
        core = try words.number(.core, of: .loadWorker, atLeast: 0)
        guard let parent: pid_t = try words.number(.parent, of: .loadWorker, atLeast: 1),
            let share = words[.share].flatMap({ LoadShare($0) })
        else { throw UsageError(.loadWorker, "this verb is for `rollcall load --workers`") }
        self.parent = parent
        self.share = share
        self.registry = registry
        request = try LoadRequest(words)
    }

    func perform() throws(UsageError) -> ExitStatus {
        guard let subject = try LoadSubject.chosen(by: request, registry) else { return .invalid }
        do {
            var plan = try request.plan(of: subject)
            plan.arrivals = request.arrivals.share(share)
            plan.share = share
            if !request.isOutside { _ = try CaptureEnvironment.prepare(.off) }
            guard cpr_become_worker(parent, 0) != 0 else { return .fault }
            let number = core.map(cpr_pin) ?? 0
            guard number == 0 else {
                Console.error("the worker cannot be pinned to a core: \(systemMessage(number))\n")
                return .fault
            }
            EventLoop.install()
            MainActor.assumeIsolated { run(plan) }
            return .success
        } catch {
            Console.error("\(error)\n")
            return .fault
        }
    }

    @MainActor
    private func run(_ given: LoadPlan) {
        let isVirtual = request.clock == .virtual
        var plan = given
        if !isVirtual { plan.interval = .seconds(1) }
        let load = LoadRun(plan, registry: registry) { LoadWorkerChannel.send(.sample($0)) }
        let terminal = LoadWorkerSession(load, isVirtual: isVirtual)
        let result = load.run()
        terminal.close()
        LoadWorkerChannel.send(.end(result))
    }
}

/// The worker's end of the channel.
enum LoadWorkerChannel {
    static let descriptor: Int32 = 3

    static func send(_ message: LoadMessage) {
        let line = message.line
        // A parent that is gone has ended this process, too.
        _ = cpr_send(descriptor, line, line.count)
    }
}

/// The orders of the parent to a worker, a byte each.
enum LoadOrder: UInt8 {
    case begin = 0x67
    case hold = 0x70
    case resume = 0x72
    case raise = 0x2B
    case lower = 0x2D
    case stop = 0x71
    case interrupt = 0x69
}

/// Performs the orders that come through the channel.
@MainActor
final class LoadWorkerSession {
    private let run: LoadRun
    private let isVirtual: Bool
    private var isHeld = false
    private var watch: WatchID?

    init(_ run: LoadRun, isVirtual: Bool) {
        self.run = run
        self.isVirtual = isVirtual
        run.onReady = { [unowned self] in awaitBegin() }
        run.onBoot = { [unowned self] in open() }
    }

    func close() {
        if let watch { EventLoop.shared.unwatch(watch) }
        watch = nil
    }

    /// Waits until the servers of all workers run, so that their starts fit into each other.
    private func awaitBegin() {
        LoadWorkerChannel.send(.ready)
        while let bytes = Descriptor.readAvailable(from: LoadWorkerChannel.descriptor, atMost: 1) {
            if bytes.first == LoadOrder.begin.rawValue { return }
        }
        // The parent is gone.
        _exit(ExitStatus.fault.rawValue)
    }

    private func open() {
        watch = try? EventLoop.shared.watch(descriptor: LoadWorkerChannel.descriptor) { [weak self] in self?.take() }
    }

    private func take() {
        guard let bytes = Descriptor.readAvailable(from: LoadWorkerChannel.descriptor) else {
            _exit(ExitStatus.fault.rawValue)
        }
        for order in bytes.compactMap({ LoadOrder(rawValue: $0) }) { perform(order) }
        // Virtual time stands still until the next order.
        if isHeld, isVirtual { take() }
    }

    private func perform(_ order: LoadOrder) {
        switch order {
        case .begin: break
        case .hold, .resume:
            isHeld = order == .hold
            run.hold(isHeld)
        case .raise: run.scale(by: LoadTerminal.step)
        case .lower: run.scale(by: 1 / LoadTerminal.step)
        case .stop, .interrupt:
            isHeld = false
            if order == .stop { run.stopStarting() } else { run.interrupt() }
        }
    }
}
