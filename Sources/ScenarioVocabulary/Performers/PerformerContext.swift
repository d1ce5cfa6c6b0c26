package import Chance
package import ScenarioLanguage
package import Signaling
package import Sockets
package import Wire

/// The parts of a run that a participant's client uses.
@MainActor
package struct PerformerContext {
    package let spec: ParticipantSpec
    package let scenario: Scenario
    package let coordinator: SocketAddress
    /// The key with which the client proves its requests; nil when it does not.
    package let serverKey: ServerKey?
    /// The client's only socket.
    package let socket: any DatagramSocket
    /// The source of time and timers of the client.
    package let scheduler: StageScheduler
    package let generator: SeededGenerator
    package let record: RunRecord
    package let registry: Registry
    /// Returns a token that is valid, expired or forged, as the scenario defines.
    package let token: @MainActor () -> [UInt8]

    package init(
        _ spec: ParticipantSpec, in scenario: Scenario, coordinator: SocketAddress, serverKey: ServerKey?,
        socket: any DatagramSocket,
        scheduler: StageScheduler, generator: SeededGenerator, record: RunRecord, registry: Registry,
        token: @escaping @MainActor () -> [UInt8]
    ) {
        self.spec = spec
        self.scenario = scenario
        self.coordinator = coordinator
        self.serverKey = serverKey
        self.socket = socket
        self.scheduler = scheduler
        self.generator = generator
        self.record = record
        self.registry = registry
        self.token = token
    }
}

/// Makes a participant with a client of a call library. Nothing has been sent yet.
package typealias PerformerFactory = @MainActor @Sendable (PerformerContext) -> any Performer

extension ParticipantSpec {
    /// The user before the client connects.
    package var libraryUser: User {
        switch kind {
        case .regular: return User(id: user, name: displayName, image: image, role: role)
        case .guest:
            var guest = User.guest(user, name: displayName)
            guest.image = image
            return guest
        case .anonymous: return .anonymous
        }
    }
}
