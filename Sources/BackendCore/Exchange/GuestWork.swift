import Signaling
import Timing
import Wire

/// The limit of the work that all guests together cause at a server. One client can be any number of guests, so the
/// limits of single users do not bound this work.
///
/// Work is counted in steps of about a microsecond. The steps of a request are known only after it was served. A
/// request is served when enough time has passed for the steps of the earlier ones. A costly request delays the next
/// one.
package struct GuestWork: Sendable {
    /// The number of steps a second that `serve` permits: a quarter of a core.
    package static let perSecond = 250_000
    /// The time by which the counted steps may be ahead of the clock.
    static let ahead = Duration.milliseconds(200)
    /// The steps of a request, of an event for one receiver, and of a packet for one receiver.
    static let steps = (request: 50, event: 2, packet: 4)
    /// The numbers of bytes, and of compared values, that cost one step.
    static let perStep = (bytes: 16, comparisons: 4)

    /// The time of one step; nil when there is no limit.
    private let time: Duration?
    /// The instant up to which the counted steps use the permitted rate.
    private var due = Instant.start

    /// - Parameter perSecond: The permitted steps a second; nil for no limit.
    init(perSecond: Int?) {
        time = perSecond.map { .seconds(1) / max(1, $0) }
    }

    /// True when another request or packet of a guest may be served.
    func hasRoom(at now: Instant) -> Bool { now.duration(to: due) <= Self.ahead }

    /// Refuses a request of a guest while the counted steps are too far ahead of the clock.
    func check(at now: Instant) throws(APIError) {
        guard hasRoom(at: now) else { throw .guestsAreBusy(retryAfter: now.duration(to: due) - Self.ahead) }
    }

    /// Counts steps.
    mutating func add(_ steps: Int, at now: Instant) {
        guard let time else { return }
        due = max(due, now).advanced(by: time * steps)
    }
}

extension TallyingMachine {
    /// Admits a request of a user within the user's limit, and one of a guest within the limit of all guests.
    func admit(_ userId: String, cost: Int = 1) throws(APIError) {
        if CoordinatorMachine.isGuest(userId) { try guestWork.check(at: now) }
        try limiter.take(userId, cost: cost, at: now)
    }

    /// Counts a request that was served to a guest, with the events that it caused.
    func countWork(of request: ServerRequest, _ trace: RequestTrace, _ response: ServerResponse, events: Int) {
        guard let userId = trace.userId, CoordinatorMachine.isGuest(userId), response.code != .tooManyRequests else {
            return
        }
        let bytes = request.payload.count + response.payload.count
        guestWork.add(
            GuestWork.steps.request + GuestWork.steps.event * events + bytes / GuestWork.perStep.bytes, at: now)
    }
}

extension ServerRequest {
    /// The maximum size of a body from a guest or an unknown client, in bytes. A body is decoded as a whole.
    static let maxUnauthenticatedBody = 64 << 10

    /// Refuses a body beyond ``maxUnauthenticatedBody``.
    func checkSize() throws(APIError) {
        guard payload.count <= Self.maxUnauthenticatedBody else {
            throw .tooLong("the body", payload.count, limit: Self.maxUnauthenticatedBody)
        }
    }
}

extension TallyingMachine {
    /// Counts a body whose sender is known only after the decoding, because any client can send it. A body of one block
    /// is free.
    func admitBody(of request: ServerRequest) throws(APIError) {
        try request.checkSize()
        guard request.payload.count > CoAP.BlockSize.bytes1024.byteCount else { return }
        try guestWork.check(at: now)
        guestWork.add(request.payload.count / GuestWork.perStep.bytes, at: now)
    }
}
