import CallCore
import Signaling
import Sockets
import Timing

/// The parameters of a join, as ``Call``'s `join` documents them.
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

    /// The request to the coordinator.
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
final class JoinResult: Sendable {
    let response: JoinCallResponse
    /// The last event that the response includes.
    let position: StreamPosition

    init(_ response: JoinCallResponse, stream: Int) {
        self.response = response
        position = StreamPosition(stream: stream, number: response.asOf)
    }

    /// Returns the response for use after its arrival. When another stream has begun since, the response counts as
    /// older than all events of that stream.
    func response(inStream current: Int) -> JoinCallResponse {
        guard position.stream != current else { return response }
        var response = response
        response.asOf = 0
        return response
    }
}

/// One join, from the first request to its success or failure. Concurrent `join()` calls share it.
@MainActor
final class JoinAttempt {
    let call: Call
    let outcome: SharedOutcome<JoinResult>
    var order: JoinOrder
    /// The settings that the user changed after the join was requested.
    var laterChoices = CallSettings.Choices()
    /// The request to the coordinator. A retry does not ring again.
    var request: JoinCallRequest
    /// The session id, which every retry keeps unless an SFU says that its session is over.
    var sessionId = ""
    /// The coordinator's response, from its arrival on.
    var joined: JoinResult?
    /// The number of tries, including the current one.
    var tries = 1
    /// The pending request to the coordinator or the SFU.
    var ticket: CoAPSocket.Ticket?
    /// The timer of the next retry.
    let retry: SingleTimer
    /// The wait for readiness and for the interceptor.
    var task: Task<Void, Never>?
    /// The timer of the join's time limit.
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

    /// Stops the request, the timers and the task. The owner settles the outcome.
    func cancel(forgettingBy forget: @escaping @MainActor (CoAPSocket.Ticket) -> Void) {
        if let ticket { scheduler.enqueue { forget(ticket) } }
        retry.cancel()
        task?.cancel()
        limit.cancel()
    }
}
