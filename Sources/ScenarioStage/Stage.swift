package import Backend
import Capture
import Chance
import Containers
import Journal
import Loop
import Programs
import ScenarioDrivers
import ScenarioLanguage
package import ScenarioVocabulary
import Signaling
import Sockets
import Timing
import Wire

/// The parts of one run after its boot: the network, the backend and the participants.
@MainActor
package final class Stage: ServerStage {
    let scenario: Scenario
    /// The folder with the folders of the programs.
    let programsFolder: String
    let loop: EventLoop
    package let record: RunRecord
    let plan: AddressPlan
    let network: Network
    /// The resources of an instance of a load; nil for a run by itself.
    let membership: LoadMembership?
    package internal(set) var backend: CallBackend?
    /// The servers of another process; nil for a stage with servers of its own.
    let outsideServers: OutsideServers?
    /// The participants that show their rosters, in the order of the file, and then the others.
    package internal(set) var performers: [any Performer] = []
    var performersByName: [String: any Performer] = [:]
    var performersByHost = SmallMap<HostAddress, any Performer>()
    /// The participants in outside programs.
    var drivers: [DriverPerformer] = []
    /// The outside programs; nil when the scenario has none.
    var programs: ProgramGroup?
    /// The program in place of the backend; nil without one.
    var servers: ProgramGroup?
    /// The server of a guest library with its socket; nil without one.
    var guestServer: (server: any GuestServer, socket: any DatagramSocket)?
    /// Detects idle points in real time; nil in virtual time, where the loop knows them.
    var quiescence: QuiescenceMonitor?
    /// True when the journal has the timers that are armed, besides those that fire.
    var journalsArming = false
    var commandCount = 0
    /// The participant that connects before the first step; nil before and afterwards.
    var connecting: String?
    /// The named instants of the scenario.
    var marks: Marks = [:]
    /// The remaining changes of networks that flap.
    var flaps: [(wake: WakeID, flap: FlapChange)] = []
    /// The faults of the run that may have no effect.
    var pendingFaults: [PendingFault] = []
    /// The progress of expectations on the journal.
    var entryCounts: [EntryCount.Key: EntryCount] = [:]
    /// The progress of expected orders.
    var orders: [EntryCount.Key: OrderProgress] = [:]

    let registry: Registry
    let generator: SeededGenerator
    var names: [HostAddress: String] = [:]
    /// The clients that each participant had before its present one.
    var crashes: [String: [any Performer]] = [:]
    private var handovers: [String: Int] = [:]
    private var intruderSocket: (any DatagramSocket)?
    /// The address of the intruder; nil before its first datagram.
    var intruderAddress: SocketAddress? { intruderSocket?.address }
    /// The bytes from and to the intruder, and the message ids of its requests.
    var intrusion = Intrusion()
    var ledgerWatch = LedgerWatch()
    /// The latest instant at which a participant, a server or the network was changed.
    var lastActionAt = Instant.start
    /// The latest late comparison of all views, long after ``lastActionAt``.
    var lastRosterCheckAt = Instant.start
    /// The instant at which the network or a server was last disturbed on purpose; nil before the first time.
    var lastDisturbanceAt: Instant?
    /// The checks of sent datagrams.
    var wire = WireWatch()
    var driverWatch = DriverWatch()
    /// The checks of the requests of commands.
    var (arguments, creations) = (ArgumentWatch(), CreationWatch())
    /// The checks of participants after their commands.
    var (effects, choices) = (EffectWatch(), ChoiceWatch())
    /// The check of the audiences of events.
    var audiences: AudienceWatch
    /// The check of responses about the rights of their users.
    var rights = RightsWatch()
    /// The check of the reasons of refusals.
    var reasons = ReasonWatch()
    /// The check of the servers' counts.
    var counts = CountWatch()
    /// The check of the servers' reports about users and paths.
    var records = RecordWatch()
    /// The check of servers after orders of the scenario.
    var serverOrders: OrderWatch
    /// The specifications of the run.
    var specifications = SpecificationReading()
    /// A difference between a client and a server that has not settled yet.
    var unsettledView = UnsettledView()
    /// True once the scenario has sent a known event itself. Its content is in no server.
    var hasOwnEvents = false
    /// True once an intruder has had the address of a client that proves none of its requests. The servers may hold what
    /// that client has not asked for.
    var hasForgedClients = false
    /// The number of begun and ended steps at the last comparison of properties with their observers.
    var stepsAtObservation: Int?
    /// The commands whose tasks have not ended, by their numbers.
    var unendedCommands: [Int: StageCommand] = [:]
    let secret: [UInt8]
    /// The instances of a load that use these servers.
    let instanceHosts: InstanceHosts
    /// The users with several devices.
    private let sharedUsers: Set<String>

    init(
        _ scenario: Scenario, programsFolder: String, seed: UInt64, registry: Registry, loop: EventLoop,
        record: RunRecord, membership: LoadMembership? = nil, outsideServers: OutsideServers? = nil,
        instanceHosts: InstanceHosts = InstanceHosts()
    ) {
        self.instanceHosts = instanceHosts
        self.membership = membership
        self.scenario = scenario
        serverOrders = OrderWatch(readsRequests: scenario.ordersRefusals)
        self.programsFolder = programsFolder
        var users: Set<String> = []
        sharedUsers = Set(scenario.participants.map(\.user).filter { !users.insert($0).inserted })
        audiences = AudienceWatch(
            tokenCalls: Dictionary(
                scenario.participants.map { ($0.user, [$0.tokenCall.flatMap { CallCid($0) }]) }
            ) { $0.union($1) })
        self.loop = loop
        self.record = record
        self.registry = registry
        plan = AddressPlan()
        generator = SeededGenerator(seed: seed)
        network =
            membership?.shared.network
            ?? Network(loop: loop, randomStream: RandomStream(seed: seed).derived(for: "network"))
        var keys = generator.derived(for: "secret")
        let own = (0..<32).map { _ in UInt8(truncatingIfNeeded: keys.next()) }
        let outside =
            membership?.shared.outsideServers ?? outsideServers
            ?? (scenario.backend == nil ? nil : OutsideServers(inPlaceOf: plan, secret: own))
        self.outsideServers = outside
        secret = membership?.shared.secret ?? outside?.secret ?? own
    }

    private(set) lazy var configuration = scenario.configuration(secret: secret, at: plan)
    /// The number of participants of a call that every client is shown.
    var participantsShown: Int { configuration.participantsShown }
    /// All SFUs.
    var edges: [Edge] { configuration.edges }
    /// The hosts of all SFUs.
    var sfuHosts: [HostAddress] { edges.map(\.address.host) }

    /// Records the fate of a datagram.
    func add(_ datagram: DatagramRecord) {
        record.add(datagram)
        // Datagrams of programs may have other protocols.
        if datagram.from.host.isLoopback { watch(datagram) }
        noteTraffic(DatagramKind(datagram.bytes))
        guard case .received = datagram.fate, let number = datagram.number, DatagramKind(datagram.bytes) != .rtp else {
            return
        }
        performersByHost[datagram.to.host]?.received(datagram: number)
    }

    /// Returns the socket of the intruder, which is not a participant.
    func intruder() throws -> any DatagramSocket {
        if let intruderSocket { return intruderSocket }
        let socket = try network.bind(host: plan.intruder, port: AddressPlan.participantPort)
        names[plan.intruder] = "intruder"
        intruderSocket = socket
        return socket
    }

    /// The host that a participant has after its next handover.
    func nextHost(of name: String) -> HostAddress {
        if let membership { return membership.shared.takeAddress().host }
        let index = scenario.participants.firstIndex { $0.name == name } ?? 0
        handovers[name, default: 0] += 1
        return plan.participant(index, handovers: handovers[name] ?? 0)
    }

    /// Records that a participant is at another host.
    func learn(_ host: HostAddress, of name: String) {
        names[host] = name
        performersByHost[host] = performer(name)
        membership?.shared.register(self, at: host)
    }

    /// The name of a host in messages.
    func name(of host: HostAddress) -> String {
        names[host] ?? plan.serverName(host) ?? host.description
    }

    func value(of property: Property, at name: String) -> Value {
        if let backend, let value = backend.value(of: property, at: name) { return value }
        let value = performer(name)?.value(of: property) { device(of: $0) }.since(loop.epoch) ?? .none
        return membership.map { value.without(tag: $0.tag) } ?? value
    }

    /// Returns a participant as other clients see it.
    private func device(of name: String) -> DeviceReference {
        guard let performer = performer(name) ?? crashes[name]?.last else {
            return DeviceReference(userId: name, sessionId: nil)
        }
        let user = performer.spec.user
        return DeviceReference(userId: user, sessionId: sharedUsers.contains(user) ? performer.sessionId : nil)
    }

    /// Closes all participants, programs and servers without a datagram.
    func close() {
        dismissDrivers()
        programs?.onEvent = nil
        servers?.onEvent = nil
        for performer in performers { performer.close() }
        programs?.close()
        servers?.close()
        stopGuestServer()
        backend?.stop()
        network.close()
    }
}
