public import Chance
import Journal
public import ScenarioLanguage
public import Signaling
public import Sockets
public import Timing
public import Wire

/// The environment of a participant of a registered kind: the same as that of a call library client.
@MainActor
public final class ParticipantContext {
    /// The participant's name in the scenario.
    public let name: String
    /// The participant's user.
    public let user: User
    /// The identifier of its user.
    public var userId: String { user.id }
    /// The coordinator's address.
    public let coordinator: SocketAddress
    /// The participant's only socket, with an address of its own.
    public let socket: any DatagramSocket
    /// The only source of time and timers, virtual or real.
    public let scheduler: any Scheduler
    /// The participant's random generator, derived from the run's seed.
    public let generator: SeededGenerator
    /// The arguments below `with` in the scenario.
    public let arguments: Arguments
    /// The times after which a client acts by itself, as the scenario sets them.
    public let limits: ParticipantLimits
    /// The scenario's interceptor, for a client of a guest library; nil without one. It may throw, and it may hang.
    public let interceptor: (@MainActor () async throws -> Void)?
    private let makeToken: @MainActor () -> [UInt8]
    package let states: ReportedStates
    package let record: RunRecord
    /// True when the activity of call library clients is journaled as the participant's.
    package let tracesClients: Bool

    /// - Parameter tracesClients: True when the activity of call library clients is journaled as the participant's.
    package init(
        _ context: PerformerContext, arguments: Arguments, states: ReportedStates, tracesClients: Bool,
        limits: ParticipantLimits = ParticipantLimits(), interceptor: (@MainActor () async throws -> Void)? = nil
    ) {
        name = context.spec.name
        user = context.spec.libraryUser
        coordinator = context.coordinator
        socket = context.socket
        scheduler = context.scheduler
        generator = context.generator
        self.arguments = arguments
        self.limits = limits
        self.interceptor = interceptor
        makeToken = context.token
        self.states = states
        record = context.record
        self.tracesClients = tracesClients
    }

    /// Returns the token for the coordinator: valid, expired or forged, as the scenario defines.
    public func token() -> [UInt8] { makeToken() }

    /// Sets a property: one of the language, such as `callingState`, or a declared one.
    public func report(_ property: String, _ value: Value) {
        states.report(property, value)
    }

    /// Adds a line to the journal of the run.
    public func note(_ text: String, _ details: [(name: String, value: String)] = []) {
        record.log(name, text, details.map { JournalAttribute($0.name, .text($0.value)) })
    }
}
