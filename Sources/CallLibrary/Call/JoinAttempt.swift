import CallCore
public import Signaling
import Sockets
import Timing

/// The properties of a call that a join creates.
public struct CreateCallOptions: Hashable, Sendable {
    /// The members besides the creator.
    public var members: [MemberRequest]
    /// Custom data of the application.
    public var custom: CBOR.Map
    /// The settings that differ from those of the call's type.
    public var settings: CallSettingsRequest?
    /// The date at which the call starts.
    public var startsAt: Timestamp?
    /// The team of the call.
    public var team: String?
    /// True when callees are rung for a video call.
    public var video: Bool?
    /// The most members that the response lists; nil for all.
    public var membersLimit: Int?

    /// Describes a new call.
    public init(
        members: [MemberRequest] = [], custom: CBOR.Map = [:], settings: CallSettingsRequest? = nil,
        startsAt: Timestamp? = nil, team: String? = nil, video: Bool? = nil, membersLimit: Int? = nil
    ) {
        self.members = members
        self.custom = custom
        self.settings = settings
        self.startsAt = startsAt
        self.team = team
        self.video = video
        self.membersLimit = membersLimit
    }

    var data: CallData {
        CallData {
            $0.members = members
            $0.custom = custom
            $0.settingsOverride = settings
            $0.startsAt = startsAt
            $0.team = team
            $0.video = video
        }
    }
}

/// The parameters of a join.
struct JoinOrder {
    var create = false
    var options: CreateCallOptions?
    var ring = false
    var notify = false
    /// The settings that the user chose; nil for the call's defaults.
    var callSettings: CallSettings?
    var policy = JoinPolicy.default
    var hintHighScaleLivestreamPublisher = false
    var joinInterceptor: (any CallJoinIntercepting)?

    var request: JoinCallRequest {
        JoinCallRequest {
            $0.create = create
            $0.data = options?.data
            $0.ring = ring
            $0.notify = notify
            $0.video = options?.video ?? false
            $0.hintHighScaleLivestreamPublisher = hintHighScaleLivestreamPublisher
            $0.membersLimit = options?.membersLimit
        }
    }
}

/// The coordinator's response to a join. It is large, so its holders share one object.
final class Joined: Sendable {
    let response: JoinCallResponse
    /// The number of the event stream at the response's arrival.
    private let stream: Int

    init(_ response: JoinCallResponse, stream: Int) {
        self.response = response
        self.stream = stream
    }

    /// Returns the response for use after its arrival. When another stream has begun since, the response counts as older
    /// than all events of that stream.
    func response(inStream current: Int) -> JoinCallResponse {
        guard stream != current else { return response }
        var response = response
        response.asOf = 0
        return response
    }

    /// True for the number of an event that the response includes.
    func includes(_ number: Int, ofStream current: Int) -> Bool {
        stream == current && response.asOf.map { number <= $0 } ?? false
    }
}

/// One join, from the first request to its success or failure. Concurrent `join()` calls share it.
@MainActor
final class JoinAttempt {
    let call: Call
    let outcome: SharedOutcome<Joined>
    var order: JoinOrder
    /// The request to the coordinator. A retry does not ring again.
    var request: JoinCallRequest
    /// The session id, which every retry keeps unless an SFU says that its session is over.
    var sessionId = ""
    /// The coordinator's response, from its arrival on.
    var joined: Joined?
    /// The number of tries, including the current one.
    var tries = 1
    /// The pending request, the next retry, and the task of readiness and interceptor.
    var ticket: CoAPSocket.Ticket?
    let retry: SingleTimer
    var task: Task<Void, Never>?
    let limit: SingleTimer
    /// The origin of the join.
    var source = JoinSource.inApp
    private let scheduler: any Scheduler

    init(_ order: JoinOrder, of call: Call, onAbandoned: @escaping @MainActor () -> Void) {
        self.call = call
        self.order = order
        request = order.request
        scheduler = call.client.environment.scheduler
        retry = SingleTimer(scheduler)
        limit = SingleTimer(scheduler)
        outcome = SharedOutcome(onAbandoned: onAbandoned)
    }

    /// Stops the work. The owner settles the outcome.
    func cancel(forgettingBy forget: @escaping @MainActor (CoAPSocket.Ticket) -> Void) {
        if let ticket { scheduler.enqueue { forget(ticket) } }
        retry.cancel()
        task?.cancel()
        limit.cancel()
    }
}

/// The origin of a join (`semantics.md` 1.2 step 1).
public enum JoinSource: Sendable {
    /// The application itself.
    case inApp
    /// Code outside of the application that answers for the user, such as a system's call screen. `completion` is
    /// called once when the user has joined, and never when the join failed.
    case external(completion: @MainActor @Sendable () -> Void)

    var name: String {
        switch self {
        case .inApp: "inApp"
        case .external: "external"
        }
    }

    @MainActor
    func complete() {
        if case .external(let completion) = self { completion() }
    }
}
