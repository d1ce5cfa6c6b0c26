import Backend
import CallLibrary
import Journal
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Wire

/// A participant of a registered kind on the stage.
@MainActor
final class RegisteredPerformer: Performer {
    let spec: ParticipantSpec
    private let socket: any DatagramSocket
    private let inner: any RegisteredParticipant
    let states: ReportedStates

    init(
        _ spec: ParticipantSpec, _ inner: any RegisteredParticipant, socket: any DatagramSocket, states: ReportedStates
    ) {
        self.spec = spec
        self.inner = inner
        self.socket = socket
        self.states = states
    }

    var address: SocketAddress { socket.address }

    func connect() async throws { try await inner.connect() }

    func perform(_ command: Command) async throws {
        states.commanded()
        guard command.spec.name != "connect" else { return try await inner.connect() }
        try await inner.perform(ReceivedCommand(name: command.spec.name, arguments: command.arguments))
    }

    func leave() async { await inner.leave() }

    func close() { socket.close() }
}

/// The error of an unregistered kind: the program is not the one that read the scenario.
struct UnknownKindError: Error, CustomStringConvertible {
    let kind: String

    var description: String { "there is no kind of participant `\(kind)` in this program" }
}

extension Stage {
    /// Creates a participant of a registered kind, in the environment of a call library client.
    func bootPerformer(_ spec: ParticipantSpec, at host: HostAddress, _ backend: CallBackend) throws {
        guard let part = spec.part, let kind = registry.participants[part.kind] else {
            throw UnknownKindError(kind: spec.part?.kind ?? "")
        }
        let socket = try network.bind(host: host, port: AddressPlan.participantPort)
        let states = ReportedStates(of: spec.name, record: record) { [loop] in loop.now }
        let environment = CallEnvironment(
            scheduler: scheduler(of: spec.name), generator: generator.derived(for: "participant \(spec.name)"),
            socket: socket)
        let context = ParticipantContext(
            spec, user: spec.libraryUser, coordinator: backend.coordinatorAddress, environment: environment,
            arguments: part.arguments, token: { [unowned self] in token(of: spec) },
            report: { states.report($0, $1) }, trace: { states.take($0, into: self.record, of: spec.name) },
            log: { [record] in record.log(spec.name, $0, $1) })
        let inner = try kind.make(context)
        performers.append(RegisteredPerformer(spec, inner, socket: socket, states: states))
    }
}

extension ReportedStates {
    /// Records an event of a call library client that a participant of a registered kind has created.
    fileprivate func take(_ event: TraceEvent, into record: RunRecord, of name: String) {
        switch event {
        case .callingState(_, let to): report("callingState", .text(to.name))
        case .stage(let cid, _, let to): report("stage \(cid)", .text(to.rawValue))
        case .property(let name, _, let to): report(name, .text(to))
        case .event(let type, let cid, _): count(event: type, cid: cid?.description)
        case .notification(.callEnded(let cid)):
            count(notification: "callEnded", [.init("cid", .text(cid.description))])
        case .transport(let event): record.log(name, "\(event)")
        case .mark(let mark, let details): record.log(name, mark, details.map { .init($0.name, .text($0.value)) })
        }
    }
}
