import CallCore
public import Signaling
import Sockets
import Timing

/// How a call is created when a join finds that it does not exist.
public struct CreateCallOptions: Hashable, Sendable {
    /// Who belongs to the call besides its creator.
    public var members: [MemberRequest]
    /// Data of the application's own.
    public var custom: CBOR.Map
    /// Where it differs from its type's settings.
    public var settings: CallSettingsRequest?
    /// When it is to start.
    public var startsAt: Timestamp?
    /// The team that it belongs to.
    public var team: String?
    /// Whether it is to be a video call, for those who are rung.
    public var video: Bool?
    /// How many members the answer may show; nil for all.
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

/// What a join is to be like.
struct JoinOrder {
    var create = false
    var options: CreateCallOptions?
    var ring = false
    var notify = false
    /// What the user has switched on; the call's defaults when nil.
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

/// The coordinator's answer to a join: large, so that all who hold it share one.
final class Joined: Sendable {
    let response: JoinCallResponse

    init(_ response: JoinCallResponse) {
        self.response = response
    }
}

/// One run of a join, from the first request to its success or failure. All `join()` calls meanwhile share it.
@MainActor
final class JoinAttempt {
    let call: Call
    let outcome: SharedOutcome<Joined>
    var order: JoinOrder
    /// What the coordinator is asked; without ringing once that was done.
    var request: JoinCallRequest
    /// The session id that is asked for: the same in every try, unless an SFU says that its session is over.
    var sessionId = ""
    /// How many times it was tried, this time included.
    var tries = 1
    /// What is being waited for: an answer, the next try, or who has the last word.
    var question: CoAPSocket.Ticket?
    var retry: WakeID?
    var task: Task<Void, Never>?
    var limit: WakeID?
    /// Who asks for it.
    var source = JoinSource.inApp
    private let scheduler: any Scheduler

    init(_ order: JoinOrder, of call: Call, onAbandoned: @escaping @MainActor () -> Void) {
        self.call = call
        self.order = order
        request = order.request
        scheduler = call.client.environment.scheduler
        outcome = SharedOutcome(onAbandoned: onAbandoned)
    }

    /// Stops the work. The owner settles the outcome.
    func cancel(forgettingBy forget: @escaping @MainActor (CoAPSocket.Ticket) -> Void) {
        if let question { scheduler.soon { forget(question) } }
        if let retry { scheduler.cancel(retry) }
        task?.cancel()
        stopClock()
    }

    /// It may take as long as it takes.
    func stopClock() {
        if let limit { scheduler.cancel(limit) }
        limit = nil
    }
}
