public import CallLibrary
package import Journal
public import ScenarioLanguage
import Signaling
public import Sockets

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
    private let report: @MainActor (String, Value) -> Void
    private let trace: @MainActor (TraceEvent) -> Void
    private let log: @MainActor (String, [JournalAttribute]) -> Void

    package init(
        _ spec: ParticipantSpec, user: User, coordinator: SocketAddress, environment: CallEnvironment,
        arguments: Arguments, limits: ParticipantLimits = ParticipantLimits(),
        interceptor: (@MainActor () async throws -> Void)? = nil, token: @escaping @MainActor () -> [UInt8],
        report: @escaping @MainActor (String, Value) -> Void, trace: @escaping @MainActor (TraceEvent) -> Void,
        log: @escaping @MainActor (String, [JournalAttribute]) -> Void
    ) {
        name = spec.name
        self.user = user
        self.coordinator = coordinator
        socket = environment.socket
        scheduler = environment.scheduler
        generator = environment.generator
        self.arguments = arguments
        self.limits = limits
        self.interceptor = interceptor
        makeToken = token
        self.report = report
        self.trace = trace
        self.log = log
    }

    /// Returns the token for the coordinator: valid, expired or forged, as the scenario defines.
    public func token() -> [UInt8] { makeToken() }

    /// Creates a call library client on the participant's socket; its activity is journaled.
    public func makeClient(_ configuration: CallConfiguration = CallConfiguration()) -> StreamVideo {
        StreamVideo(
            user: user, coordinator: coordinator, configuration: configuration,
            environment: CallEnvironment(
                scheduler: scheduler, generator: generator, socket: socket, trace: trace)
        ) { [makeToken] in makeToken() }
    }

    /// Sets a property: one of the language, such as `callingState`, or a declared one.
    public func report(_ property: String, _ value: Value) {
        report(property, value)
    }

    /// Adds a line to the journal of the run.
    public func note(_ text: String, _ details: [(name: String, value: String)] = []) {
        log(text, details.map { JournalAttribute($0.name, .text($0.value)) })
    }
}
