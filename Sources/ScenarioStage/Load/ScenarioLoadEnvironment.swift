import Backend
import Capture
import Chance
import Load
import Loop
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing
import Wire

/// The instances of a scenario, at shared servers.
@MainActor
final class ScenarioLoadEnvironment: LoadEnvironment {
    private let loop: EventLoop
    private let plan: LoadPlan
    /// The stage with the servers and the network.
    private let shared: Stage
    private let seeds: SeededGenerator
    /// True when instances keep a record, because their expectations read it.
    private let keepsRecord: Bool
    /// The copy of the scenario that all instances are made of.
    private let pattern: Scenario
    private var capture: CaptureSession?

    init(_ scenario: Scenario, _ plan: LoadPlan, registry: Registry, loop: EventLoop) {
        self.loop = loop
        self.plan = plan
        seeds = SeededGenerator(seed: plan.seed)
        keepsRecord = scenario.readsRecord
        var pattern = scenario
        // The other rules inspect the whole run and end it.
        pattern.wholeRun.formIntersection([.states])
        self.pattern = pattern
        let record = RunRecord(loop: loop, needs: pattern.packetNeeds, isKept: false, sink: nil)
        shared = Stage(
            pattern, programsFolder: "", seed: plan.seed, registry: registry, loop: loop, record: record,
            outsideServers: plan.servers,
            // Processes with networks of their own have the same addresses.
            instanceHosts: plan.servers.map { InstanceHosts(share: plan.share, first: $0.firstAddressIndex) }
                ?? InstanceHosts()
        )
        // A capture would show joined datagrams as one.
        if plan.capture == nil { shared.network.joinBursts() }
    }

    func open(_ meter: LoadMeter) throws {
        if let (file, environment) = plan.capture {
            capture = try CaptureSession(
                environment: environment, file: file, epoch: loop.epoch, keepsKernelTime: plan.clock == .real,
                sourcePorts: AddressPlan.sourcePorts)
        }
        shared.network.onDatagram = { [shared, meter, capture] datagram in
            meter.count(datagram)
            if case .sent = datagram.fate {
                capture?.record(from: datagram.from, to: datagram.to, bytes: datagram.bytes, at: datagram.time)
            }
            let instanceHosts = shared.instanceHosts
            let stage = instanceHosts.stage(at: datagram.from.host) ?? instanceHosts.stage(at: datagram.to.host)
            stage?.membership?.onDatagram(datagram)
        }
        if let servers = plan.servers {
            shared.open(servers)
        } else {
            let backend = try shared.bootServers()
            backend.onTransport = { [meter] _, event in if case .retransmitted = event { meter.retransmitted() } }
        }
        shared.apply(pattern.network.filter { $0.isOfServers })
    }

    var hasRoom: Bool { shared.hasAddresses(pattern.participants.count) }

    func makeUnit(_ number: Int, intended: Instant) -> any LoadUnit {
        LoadInstance(number: number, intended: intended, loop: loop, tag: "-\(plan.servers?.tag ?? "")i\(number)")
    }

    func start(_ unit: any LoadUnit) {
        guard let instance = unit as? LoadInstance else { return }
        // The number that the instance has without workers, so that it has the same random numbers.
        let place = (instance.number - 1) * plan.share.count + plan.share.index + 1
        var seed = seeds.derived(for: "instance \(place)")
        instance.start(
            pattern, seed: seed.next(), in: shared, isVirtual: plan.clock == .virtual, keepsRecord: keepsRecord)
    }

    var fault: String? { shared.network.check()?.description }
    var sessions: Int { shared.backend?.sessionCount ?? 0 }
    var kernelDrops: Int { shared.network.dropsInKernel }
    var joinedDatagrams: Int { shared.network.joinedDatagrams }

    func drain(at now: Instant) { capture?.drain(at: now) }

    func finishCapture(at now: Instant) throws -> Int {
        guard let totals = try capture?.finish(at: now) else { return 0 }
        return max(totals.sent - totals.captured, totals.dropped)
    }

    func close() { shared.close() }
}

extension Scenario {
    /// True when an expectation asks for packets, or for entries of the journal.
    fileprivate var readsRecord: Bool { steps.contains(where: \.readsRecord) }
}

extension Step {
    fileprivate var readsRecord: Bool {
        switch action {
        case .packets, .journal: true
        default: action.inner.contains(where: \.readsRecord)
        }
    }
}

extension NetworkChange {
    /// True for a change of servers' links.
    fileprivate var isOfServers: Bool {
        guard case .link(let change) = self else { return false }
        return change.hosts.contains { $0 == "coordinator" || $0 == "sfu" || $0.hasPrefix("sfu-") }
    }
}
