import Backend
import BackendCore
import Chance
import Containers
import Journal
import Loop
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Timing
import Wire

/// The participants of a run: their starts, crashes and restarts.
extension Stage {
    /// Starts a participant in its first process.
    func boot(_ spec: ParticipantSpec, _ index: Int) throws {
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
    func arrange() {
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
        performer.kill()
        crashes[name, default: []].append(performer)
        forgetCommands(of: name)
    }

    /// Starts a new process of a participant, without state and at another port. A running process crashes before.
    func restart(_ name: String) throws -> any Performer {
        if performer(name) != nil { try crash(name) }
        let ended = crashes[name, default: []]
        guard let last = ended.last else { throw ParticipantLifeError.crashed(name) }
        let ports = AddressPlan.participantPorts
        let port = last.address.port < ports.upperBound ? last.address.port + 1 : ports.lowerBound
        record.add(.fault(.init(target: name, text: "restart")))
        let performer = try start(
            last.spec, at: last.address.host, port: port, "participant \(name), start \(ended.count + 1)")
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
