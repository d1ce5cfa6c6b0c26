internal import Containers
import Timing

/// A client that is notified (RFC 7641 section 4).
struct Observer: Sendable {
    /// A notification for the client.
    struct Notification: Sendable {
        let id: CoAP.NotificationID
        let response: CoAP.Response
        /// True when it ends the observation.
        let isFinal: Bool
    }

    /// How far the notification is that is under way. The client has it when it is acknowledged and, if it is longer than a
    /// block, its last block is acknowledged too.
    struct Delivery: Sendable {
        let messageID: UInt16
        var isAcknowledged = false
        var isFetched: Bool
        var lastBlockMessageID: UInt16?
        /// Ends the wait for the client to fetch the rest.
        var timer: TimerID?
    }

    enum Progress {
        case acknowledged
        case fetched
    }

    /// The request that registered it.
    private(set) var request: ServedRequest
    /// The notifications that the client does not have yet.
    private var queue = RingBuffer<Notification>()
    /// How far the first of these is, if it is under way.
    var delivery: Delivery?
    private var lastOrder: UInt32 = 0
    private var lastNotification: UInt64 = 0
    /// True after the final notification.
    private var isEnding = false

    /// A client that has its first response, or is sure to get it.
    init(_ request: ServedRequest) {
        self.request = request
    }

    /// A client to which the first response is delivered like a notification.
    init(_ request: ServedRequest, _ response: CoAP.Response) {
        self.request = request
        queue.append(Notification(id: .registration, response: response, isFinal: false))
    }

    var peer: SocketAddress { request.peer }
    var tokenKey: TokenKey { TokenKey(request.peer, request.token) }
    /// How many wait until the one under way is through.
    var queuedCount: Int { delivery == nil ? queue.count : queue.count - 1 }

    /// Puts a notification behind the others; nil when the observation is ending.
    mutating func enqueue(_ response: consuming CoAP.Response, isFinal: Bool) -> CoAP.NotificationID? {
        guard !isEnding else { return nil }
        isEnding = isFinal
        lastNotification += 1
        let id = CoAP.NotificationID(rawValue: lastNotification)
        queue.append(Notification(id: id, response: response, isFinal: isFinal))
        return id
    }

    /// The next notification to send; nil while another one is under way.
    mutating func next() -> Notification? {
        delivery == nil ? queue.first : nil
    }

    /// The client is somewhere else; what was under way to it is to be sent again.
    mutating func move(to peer: SocketAddress) {
        request.peer = peer
        delivery = nil
    }

    /// The place of the next notification in the order, 24 bits (RFC 7641 section 4.4).
    mutating func nextOrder() -> UInt32 {
        lastOrder = (lastOrder + 1) & 0xFF_FFFF
        return lastOrder
    }

    /// Notes how far the notification under way came, and takes it out when the client has it.
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
