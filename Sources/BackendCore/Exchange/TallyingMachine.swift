import Signaling
import Timing
import Wire

/// A machine with event streams that counts its requests and events, and reports them while a record is kept.
protocol TallyingMachine: ServerMachine {
    var tally: ServerTally { get set }
    /// The effects of the event that is being handled.
    var effects: [ServerEffect] { get set }
    /// The limit of each user's requests.
    var limiter: RateLimiter { get set }
    /// The work that guests cause.
    var guestWork: GuestWork { get set }
    /// The events for each receiver.
    var streams: StreamSet { get set }
    /// The instant of the event that is being handled.
    var now: Instant { get }

    /// Handles the loss of a stream's listener.
    func lost(_ stream: StreamID, _ loss: StreamLoss)
}

extension CoordinatorMachine: TallyingMachine {}
extension SFUMachine: TallyingMachine {}

extension TallyingMachine {
    /// Reports an occurrence while a record is kept.
    func trace(_ trace: @autoclosure () -> BackendTrace) {
        if isTraced { effects.append(.trace(trace())) }
    }

    /// Counts an event once per stream and reports it. The names of its users are only used for the record.
    func traceEvent(_ type: String, _ cid: CallCid?, count: Int, to users: @autoclosure () -> [String]) {
        tally.events += count
        trace(.event(type: type, cid: cid, to: users()))
    }

    /// Responds to a request with the result of `route`, or with its refusal.
    func respond(
        to request: ServerRequest, _ route: (inout RequestTrace) throws(APIError) -> HandledRequest
    ) {
        var trace = RequestTrace(
            peer: request.peer, userId: nil, route: .unknown(request.method, path: []), code: .content, refusal: nil)
        let handled: HandledRequest
        let events = tally.events
        do throws(APIError) {
            try request.checkFormats()
            handled = try route(&trace)
        } catch {
            handled = HandledRequest(response: ServerResponse(error))
            trace.refusal = error
            if isTraced, case .unknown = trace.route { trace.route = .unknown(request.method, path: request.path) }
        }
        trace.code = handled.response.code
        tally.count(trace)
        countWork(of: request, trace, handled.response, events: tally.events - events)
        effects.append(handled.stream.map { ServerEffect.open($0, handled.response) } ?? .respond(handled.response))
        self.trace(.request(trace))
    }

    /// Sends the events that are due. Closes a stream that lost one.
    func sendEvents() {
        for notification in streams.flush(at: now) {
            if let payload = notification.payload {
                effects.append(.notify(notification.stream, payload: payload))
            } else {
                effects.append(.close(notification.stream))
                lost(notification.stream, .unanswered)
            }
        }
    }

    /// Removes and returns the effects of the event that was handled.
    func takeEffects() -> [ServerEffect] {
        let taken = effects
        effects = []
        return taken
    }
}
