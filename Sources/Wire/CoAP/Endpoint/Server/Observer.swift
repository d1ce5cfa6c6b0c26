internal import Containers
import Timing

/// A registered client (RFC 7641 section 4).
struct Observer: Sendable {
    /// A notification for the client.
    struct Notification: Sendable {
        let id: CoAP.NotificationID
        let response: CoAP.Response
        /// True when it ends the observation.
        let isFinal: Bool
    }

    /// The progress of the current notification. The client has it when it is acknowledged and, if it is longer than a
    /// block, its last block is acknowledged too.
    struct Delivery: Sendable {
        let messageID: UInt16
        var isAcknowledged = false
        var isFetched: Bool
        var lastBlockMessageID: UInt16?
        /// The timer for the next block request.
        var timer: TimerID?
    }

    enum Progress {
        case acknowledged
        case fetched
    }

    /// The request that registered the observer.
    private(set) var request: ServedRequest
    /// The notifications that the client does not have yet.
    private var queue = RingBuffer<Notification>()
    /// The progress of the first of these; nil when it is not sent yet.
    var delivery: Delivery?
    /// The last value of the Observe option.
    private(set) var lastOrder: UInt32
    private var lastNotification: UInt64 = 0
    /// True after the final notification was enqueued.
    private var isEnding = false

    /// Creates an observer that has its first response or is certain to receive it.
    ///
    /// - Parameter order: The last value of the Observe option of an earlier observation with the same token.
    init(_ request: ServedRequest, after order: UInt32) {
        lastOrder = order
        self.request = request
    }

    /// Creates an observer whose first response is delivered like a notification.
    init(_ request: ServedRequest, _ response: CoAP.Response, after order: UInt32) {
        lastOrder = order
        self.request = request
        queue.append(Notification(id: .registration, response: response, isFinal: false))
    }

    var peer: SocketAddress { request.peer }
    var tokenKey: TokenKey { TokenKey(request.peer, request.token) }
    /// The number of notifications that are queued after the current one.
    var queuedCount: Int { delivery == nil ? queue.count : queue.count - 1 }

    /// Appends a notification; returns nil when the observation is ending.
    mutating func enqueue(_ response: consuming CoAP.Response, isFinal: Bool) -> CoAP.NotificationID? {
        guard !isEnding else { return nil }
        isEnding = isFinal
        lastNotification += 1
        let id = CoAP.NotificationID(rawValue: lastNotification)
        queue.append(Notification(id: id, response: response, isFinal: isFinal))
        return id
    }

    /// Returns the next notification to send; nil while another one is outstanding.
    mutating func next() -> Notification? {
        delivery == nil ? queue.first : nil
    }

    /// Moves the observer to a new address; the current notification is sent again.
    mutating func move(to peer: SocketAddress) {
        request.peer = peer
        delivery = nil
    }

    /// Returns the next value of the Observe option, 24 bits (RFC 7641 section 4.4).
    mutating func nextOrder() -> UInt32 {
        lastOrder = (lastOrder + 1) & 0xFF_FFFF
        return lastOrder
    }

    /// Records the progress of the current notification; removes and returns it when the client has it.
    mutating func advance(_ progress: Progress) -> Notification? {
        switch progress {
        case .acknowledged: delivery?.isAcknowledged = true
        case .fetched: delivery?.isFetched = true
        }
        guard let delivery, delivery.isAcknowledged, delivery.isFetched else { return nil }
        self.delivery = nil
        return queue.popFirst()
    }
}
