import Journal
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Wire

/// A participant of a registered kind on the stage.
@MainActor
final class RegisteredPerformer: ReportingPerformer {
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
    func bootPerformer(_ spec: ParticipantSpec, at host: HostAddress) throws {
        guard let part = spec.part, let kind = registry.participants[part.kind] else {
            throw UnknownKindError(kind: spec.part?.kind ?? "")
        }
        let context = try context(of: spec, at: host, coordinator: plan.coordinatorAddress)
        let states = ReportedStates(of: spec.name, record: record) { [loop] in loop.now }
        let inner = try kind.make(
            ParticipantContext(context, arguments: part.arguments, states: states, tracesClients: true))
        enter(RegisteredPerformer(spec, inner, socket: context.socket, states: states), at: host)
    }
}
