import Signaling
public import Wire

/// Names one observer of one event stream; never used twice by one machine.
public struct StreamID: Hashable, Comparable, Sendable {
    /// The number, counted from 1.
    public let number: Int
    /// Where its receiver is kept, of whom there is one stream at a time.
    public let slot: Int

    /// Feeds the number, which tells streams apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }

    /// The order of opening.
    public static func < (lhs: StreamID, rhs: StreamID) -> Bool {
        lhs.number < rhs.number
    }
}

/// Why a stream has no listener any more.
public enum StreamLoss: String, Hashable, Sendable {
    /// A notification was never acknowledged.
    case unanswered
    /// The listener rejected a notification: it knows nothing of the stream.
    case rejected
    /// The listener took its observation back.
    case deregistered
}

/// The answer to a request.
public struct ServerAnswer: Hashable, Sendable {
    /// The response code.
    public var code: CoAP.Code
    /// The body; empty when nothing is said.
    public var payload: [UInt8]

    init(_ code: CoAP.Code, _ payload: [UInt8] = []) {
        self.code = code
        self.payload = payload
    }

    init(_ code: CoAP.Code, _ body: borrowing some Body) {
        self.init(code, body.encoded())
    }

    init(_ error: APIError) {
        self.init(error.responseCode, error)
    }
}

/// An action that a server's machine requests of its shell.
public enum ServerEffect: Hashable, Sendable {
    /// Answer the request that was handed in; there is one answer to each.
    case answer(ServerAnswer)
    /// Answer it, and keep its sender as the listener of this stream.
    case open(StreamID, ServerAnswer)
    /// Tell the listener; the next notification of this stream waits until this one is acknowledged.
    case notify(StreamID, payload: [UInt8])
    /// Notify the listener of the end with this answer, behind all earlier notifications.
    case end(StreamID, ServerAnswer)
    /// Forget the listener.
    case close(StreamID)
    /// The listener is at another address now, as was proved.
    case move(StreamID, to: SocketAddress)
    /// Send this from the media port.
    case datagram([UInt8], to: SocketAddress)
    /// An SFU tells the coordinator what happened in a session.
    case report(SessionReport)
    /// The coordinator tells the SFU of that name what is to happen in a session.
    case order(edge: String, SessionOrder)
    /// Add to the record.
    case trace(BackendTrace)
}
