public import CallLibrary
import Journal
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
    private let states: ReportedStates
    private let record: RunRecord
    private let tracesClients: Bool

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

    /// Creates a call library client on the participant's socket; its activity is journaled.
    public func makeClient(_ configuration: CallConfiguration = CallConfiguration()) -> StreamVideo {
        StreamVideo(
            user: user, coordinator: coordinator, configuration: configuration,
            environment: CallEnvironment(
                scheduler: scheduler, generator: generator, socket: socket
            ) { [states, record, name, tracesClients] event in
                if tracesClients { states.take(event, into: record, of: name) }
            }
        ) { [makeToken] in makeToken() }
    }

    /// Sets a property: one of the language, such as `callingState`, or a declared one.
    public func report(_ property: String, _ value: Value) {
        states.report(property, value)
    }

    /// Adds a line to the journal of the run.
    public func note(_ text: String, _ details: [(name: String, value: String)] = []) {
        record.log(name, text, details.map { JournalAttribute($0.name, .text($0.value)) })
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
