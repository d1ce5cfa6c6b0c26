public import CallLibrary
package import Journal
public import ScenarioLanguage
public import Sockets

/// What a participant of a registered kind lives on: the same that a client of the call library is given.
@MainActor
public final class ParticipantContext {
    /// Its name in the scenario.
    public let name: String
    /// Its user.
    public let user: User
    /// Where the coordinator is.
    public let coordinator: SocketAddress
    /// Its one socket, at an address of its own.
    public let socket: any DatagramSocket
    /// Tells the time, virtual or real, and wakes it; nothing else may.
    public let scheduler: any Scheduler
    /// Its chance, from the seed of the run.
    public let generator: SeededGenerator
    /// What stands below `with` in the scenario.
    public let arguments: Arguments
    private let makeToken: @MainActor () -> [UInt8]
    private let report: @MainActor (String, Value) -> Void
    private let trace: @MainActor (TraceEvent) -> Void
    private let log: @MainActor (String, [JournalAttribute]) -> Void

    package init(
        _ spec: ParticipantSpec, user: User, coordinator: SocketAddress, environment: CallEnvironment,
        arguments: Arguments, token: @escaping @MainActor () -> [UInt8],
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
        makeToken = token
        self.report = report
        self.trace = trace
        self.log = log
    }

    /// The token for the coordinator, as the scenario says that it is: valid, expired or forged.
    public func token() -> [UInt8] { makeToken() }

    /// A client of the call library on the participant's socket, whose doings are in the journal.
    public func makeClient(_ configuration: CallConfiguration = CallConfiguration()) -> StreamVideo {
        StreamVideo(
            user: user, coordinator: coordinator, configuration: configuration,
            environment: CallEnvironment(
                scheduler: scheduler, generator: generator, socket: socket, trace: trace)
        ) { [makeToken] in makeToken() }
    }

    /// Says what a property is from now on: one of the language, such as `callingState`, or one that was declared.
    public func report(_ property: String, _ value: Value) {
        report(property, value)
    }

    /// Puts a line into the journal of the run.
    public func note(_ text: String, _ details: [(name: String, value: String)] = []) {
        log(text, details.map { JournalAttribute($0.name, .text($0.value)) })
    }
}
