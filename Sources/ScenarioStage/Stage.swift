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

/// Everything of one run, booted: the network, the backend, the participants.
@MainActor
package final class Stage: ServerStage {
    let scenario: Scenario
    /// The folder with the folders of the programs.
    let programsFolder: String
    let loop: EventLoop
    package let record: RunRecord
    let plan: AddressPlan
    let network: Network
    /// The place of an instance of a load among the others; nil for a run by itself.
    let membership: LoadMembership?
    package internal(set) var backend: CallBackend?
    /// The servers of another process; nil for a stage with servers of its own.
    let outsideServers: OutsideServers?
    /// The participants that show their rosters, in the order of the file, and then the others.
    package private(set) var performers: [any Performer] = []
    private var performersByName: [String: any Performer] = [:]
    private var performersByHost = SmallMap<HostAddress, any Performer>()
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
    /// The instants that have names.
    var marks: Marks = [:]
    /// The remaining changes of networks that flap.
    var flaps: [(wake: WakeID, flap: FlapChange)] = []
    /// The chosen losses of the run, each with whether it has matched a packet.
    var drops: [(text: String, hasMatched: Bool)] = []
    /// The progress of expectations on the journal.
    var entryCounts: [EntryCount.Key: EntryCount] = [:]
    /// The progress of expected orders.
    var orders: [EntryCount.Key: OrderProgress] = [:]

    let registry: Registry
    let generator: SeededGenerator
    var names: [HostAddress: String] = [:]
    /// The clients that each participant had before its present one.
    private(set) var crashes: [String: [any Performer]] = [:]
    private var handovers: [String: Int] = [:]
    private var intruderSocket: (any DatagramSocket)?
    /// The address of the intruder; nil before its first datagram.
    var intruderAddress: SocketAddress? { intruderSocket?.address }
    /// The bytes from and to the intruder, and the message ids of its requests.
    var intrusion = Intrusion()
    var ledgerWatch = LedgerWatch()
    /// The latest instant at which a participant, a server or the network was changed.
    var lastCause = Instant.start
    /// The latest late comparison of all views, long after ``lastCause``.
    var lastLook = Instant.start
    /// The instant at which the network or a server was last disturbed on purpose; nil before the first time.
    var lastDisturbance: Instant?
    /// The checks of sent datagrams.
    var wire = WireWatch()
    /// The check of the requests of commands.
    var arguments = ArgumentWatch()
    /// The check of participants after their commands.
    var effects = EffectWatch()
    /// The check of the audiences of events.
    var audiences: AudienceWatch
    /// The check of responses about the rights of their users.
    var rights = RightsWatch()
    /// The specifications, with the entries that they have taken.
    var specifications = SpecificationReading()
    /// A difference between a client and a server that has not settled yet.
    var unsettledView = UnsettledView()
    /// True once the scenario has sent a known event of its own, which may say what no server holds.
    var hasOwnEvents = false
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

    // MARK: Boot

    /// Binds every socket, starts the backend and connects the participants, on a perfect network.
    func boot() async throws {
        if scenario.backend != nil {
            try await bootOutsideServers()
            return try await bootParticipants()
        }
        let backend = try bootServers()
        backend.onTrace = { [unowned self] trace in
            record.log("backend", "\(trace)")
            watch(trace)
        }
        backend.onTransport = { [record] server, event in record.log(server, "\(event)") }
        try await bootParticipants()
    }

    /// Starts the backend.
    func bootServers() throws -> CallBackend {
        let backend = try CallBackend(
            configuration: configuration, scheduler: loop, generator: generator.derived(for: "backend")
        ) { [network] host, port in
            try network.bind(host: host, port: port)
        }
        self.backend = backend
        return backend
    }

    /// Starts the participants, and connects those that are to be connected.
    func bootParticipants() async throws {
        names[plan.coordinator] = "coordinator"
        introduceParticipants()
        try await bootPrograms()
        try bootGuestServer()
        for (index, spec) in scenario.participants.enumerated() { try boot(spec, index) }
        arrange()
        for performer in performers where performer.spec.connected { try await performer.connect() }
        apply(scenario.network)
    }

    /// The users of the scenario that the servers know, without guests.
    var scenarioUsers: [User] {
        var known: Set<String> = []
        return scenario.participants.filter { $0.kind == .regular && known.insert($0.user).inserted }
            .map { User(id: $0.user, name: $0.displayName, role: $0.role) }
    }

    private func backendConfiguration() -> BackendConfiguration {
        let callTypes = CallType.documented.map { type in
            var settings = type.settings
            let wanted = scenario.settings
            settings.ring.autoCancelTimeout = wanted.autoCancelTimeout ?? settings.ring.autoCancelTimeout
            settings.ring.incomingCallTimeout = wanted.incomingCallTimeout ?? settings.ring.incomingCallTimeout
            settings.ring.missedCallTimeout = wanted.missedCallTimeout ?? settings.ring.missedCallTimeout
            if scenario.media == .audio { settings.video.cameraDefaultOn = false }
            settings.audio.micDefaultOn = wanted.micDefaultOn ?? settings.audio.micDefaultOn
            settings.audio.speakerDefaultOn = wanted.speakerDefaultOn ?? settings.audio.speakerDefaultOn
            settings.audio.defaultDevice = wanted.defaultDevice ?? settings.audio.defaultDevice
            settings.video.cameraDefaultOn = wanted.cameraDefaultOn ?? settings.video.cameraDefaultOn
            let typed = CallType(
                name: type.name, settings: settings, takesIngress: type.takesIngress, grants: type.grants)
            return wanted.membersOnly ? typed.forMembersOnly : typed
        }
        var configuration = BackendConfiguration(
            secret: secret, users: scenarioUsers, callTypes: callTypes, sfuCount: scenario.settings.sfuCount,
            coordinatorHost: plan.coordinator,
            port: AddressPlan.serverPort,
            rateLimit: RateLimit(requests: scenario.settings.requestLimit ?? RateLimit().requests), egress: egressPace)
        configuration.participantsShown = scenario.settings.rosterLimit ?? configuration.participantsShown
        configuration.requiresProofs = scenario.settings.requiresProofs
        if let deadline = scenario.settings.fastReconnectDeadline { configuration.timeouts.fastReconnect = deadline }
        return configuration
    }

    private var egressPace: EgressPace {
        let wanted = scenario.settings
        var pace = EgressPace()
        pace.start = wanted.egressStart ?? pace.start
        pace.file = wanted.egressFile ?? pace.file
        // Frames in no time would never end.
        pace.frame = max(.milliseconds(1), wanted.egressFrame ?? pace.frame)
        return pace
    }

    private lazy var configuration = backendConfiguration()
    /// The number of participants of a call that every client is shown.
    var participantsShown: Int { configuration.participantsShown }
    /// All SFUs.
    var edges: [Edge] { configuration.edges }
    /// The hosts of all SFUs.
    var sfuHosts: [HostAddress] { edges.map(\.address.host) }

    private func boot(_ spec: ParticipantSpec, _ index: Int) throws {
        let address =
            membership?.addresses[index]
            ?? SocketAddress(host: host(of: spec, index), port: AddressPlan.participantPort)
        let host = address.host
        names[host] = spec.name
        if spec.part != nil { return try bootPerformer(spec, at: host) }
        if spec.driver != nil { return try bootDriver(of: spec, at: host) }
        if let guest = registry.guest { return try boot(guest, as: spec, at: host) }
        try start(spec, at: host, port: address.port, "participant \(spec.name)")
    }

    /// Returns the parts of the run for a participant's client, with a socket of its own.
    ///
    /// - Parameter stream: The name of its random stream; nil for that of its first start.
    func context(
        of spec: ParticipantSpec, at host: HostAddress, port: UInt16 = AddressPlan.participantPort,
        coordinator: SocketAddress, stream: String? = nil
    ) throws -> PerformerContext {
        PerformerContext(
            spec, in: scenario, coordinator: coordinator,
            serverKey: spec.provesRequests ? configuration.serverKey : nil,
            socket: try network.bind(host: host, port: port),
            scheduler: scheduler(of: spec.name),
            generator: generator.derived(for: stream ?? "participant \(spec.name)"), record: record,
            registry: registry, token: { [weak self] in self?.token(of: spec) ?? [] })
    }

    /// Starts the client of a participant. Its randomness comes from the named stream.
    @discardableResult
    private func start(
        _ spec: ParticipantSpec, at host: HostAddress, port: UInt16, _ stream: String
    ) throws -> any Performer {
        guard let coordinator = backend?.coordinatorAddress ?? outsideServers?.coordinator else {
            throw ParticipantLifeError.crashed(spec.name)
        }
        guard let library = registry.library else { throw NoLibraryError(participant: spec.name) }
        let performer = library.makeParticipant(
            try context(of: spec, at: host, port: port, coordinator: coordinator, stream: stream))
        enter(performer, at: host)
        return performer
    }

    /// Adds a participant at a host.
    func enter(_ performer: any Performer, at host: HostAddress) {
        performers.append(performer)
        performersByName[performer.name] = performer
        performersByHost[host] = performer
        membership?.shared.register(self, at: host)
    }

    /// Orders the participants that show their rosters before the others, which keep the order of their starts.
    private func arrange() {
        let order = Dictionary(
            scenario.participants.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        let shown = performers.filter { $0.showsRoster }.sorted { (order[$0.name] ?? 0) < (order[$1.name] ?? 0) }
        performers = shown + performers.filter { !$0.showsRoster }
    }

    /// Returns the participant with a name; nil after a crash.
    func performer(_ name: String) -> (any Performer)? { performersByName[name] }

    /// Returns the participant at a host.
    func performer(at host: HostAddress) -> (any Performer)? {
        performersByHost[host].flatMap { $0.address.host == host ? $0 : nil }
    }

    /// Ends a participant's process at once, without a datagram.
    func crash(_ name: String) throws {
        guard let performer = performersByName.removeValue(forKey: name) else {
            throw ParticipantLifeError.crashed(name)
        }
        record.add(.fault(.init(target: name, text: "crash")))
        disturbed(addressesOrBytes: true)
        performersByHost[performer.address.host] = nil
        performers.removeAll { $0 === performer }
        performer.die()
        crashes[name, default: []].append(performer)
        forgetCommands(of: name)
    }

    /// Starts a participant anew with nothing, at another port as a new process has it; one that runs crashes before.
    func restart(_ name: String) throws -> any Performer {
        if performer(name) != nil { try crash(name) }
        guard let last = crashes[name]?.last else { throw ParticipantLifeError.crashed(name) }
        let number = (crashes[name]?.count ?? 0) + 1
        let ports = AddressPlan.participantPorts
        let port = last.address.port < ports.upperBound ? last.address.port + 1 : ports.lowerBound
        record.add(.fault(.init(target: name, text: "restart")))
        let performer = try start(
            last.spec, at: last.address.host, port: port, "participant \(name), start \(number)")
        arrange()
        return performer
    }

    /// Journals the timers of a participant. Changes that follow a timer are not attributed to a datagram.
    func scheduler(of name: String) -> StageScheduler {
        let onArmed: (@MainActor (String, Instant) -> Void)? = { [record] label, deadline in
            record.add(.timer(.init(owner: name, label: label, phase: .armed(until: deadline))))
        }
        return StageScheduler(
            owner: name, loop: loop, quiet: registry.quietTimers, onArmed: journalsArming ? onArmed : nil
        ) { [weak self] label, armed in
            guard let self else { return }
            performer(name)?.commanded()
            record.add(.timer(.init(owner: name, label: label, phase: .fired, armed: armed)))
        }
    }

    /// Returns a token of the kind that the scenario gives the participant, valid from now.
    func token(of spec: ParticipantSpec) -> [UInt8] {
        token(spec, at: loop.date, lifetime: spec.tokenLifetime)
    }

    /// A token that is good under either clock and for all of a run, because a driver cannot ask for another one.
    func lastingToken(of spec: ParticipantSpec) -> [UInt8] {
        token(spec, at: .virtualStart, lifetime: .seconds(100 * 365 * 86_400))
    }

    private func token(_ spec: ParticipantSpec, at date: Timestamp, lifetime: Duration) -> [UInt8] {
        let cid = spec.tokenCall.flatMap { CallCid($0) }
        let (issued, lifetime): (Timestamp, Duration) =
            switch spec.token {
            case .valid, .forged, .foreign: (date, lifetime)
            case .expired: (date.advanced(by: .seconds(-7200)), .seconds(3600))
            case .early: (date.advanced(by: .seconds(120)), lifetime)
            }
        let user = spec.token == .foreign ? "another-user" : spec.user
        let token = AccessToken(
            userId: user, issuedAt: issued, expiresAt: issued.advanced(by: lifetime), callCid: cid)
        return token.signed(with: spec.token == .forged ? secret.reversed() : secret)
    }

    // MARK: In the run

    /// Records the fate of a datagram.
    func add(_ datagram: DatagramRecord) {
        record.add(datagram)
        // The protocols of programs are their own.
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

    /// The date at which the run started.
    private var startDate: Timestamp { loop.date.advanced(by: .zero - .nanoseconds(loop.now.nanoseconds)) }

    /// The name of a host, for people.
    func name(of host: HostAddress) -> String {
        names[host] ?? plan.serverName(host) ?? host.description
    }

    func value(of property: Property, at name: String) -> Value {
        if let backend, let value = backend.value(of: property, at: name) { return value }
        let value = performer(name)?.value(of: property) { device(of: $0) }.since(startDate) ?? .none
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

/// The error of a program without a call library for the participants of a scenario.
struct NoLibraryError: Error, CustomStringConvertible {
    let participant: String

    var description: String {
        "this program has no call library for \(participant): it needs a `kind` or a `driver`"
    }
}

/// A command to a participant whose process has ended.
enum ParticipantLifeError: Error, CustomStringConvertible {
    case crashed(String)

    var description: String {
        switch self {
        case .crashed(let name): "the process of \(name) has crashed, and was not restarted"
        }
    }
}
