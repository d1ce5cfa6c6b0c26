import Signaling
package import Wire

/// The id of one observer of one event stream. A machine never reuses an id.
package struct StreamID: Hashable, Sendable {
    /// The number, counted from 1.
    package let number: Int
    /// The slot of the receiver, which has one stream at a time.
    package let slot: Int
}

/// The reason for which a stream lost its listener.
package enum StreamLoss: String, Hashable, Sendable {
    /// A notification was never acknowledged.
    case unanswered
    /// The listener rejected a notification, because it does not know the stream.
    case rejected
    /// The listener cancelled its observation.
    case deregistered
}

/// The response to a request.
package struct ServerResponse: Hashable, Sendable {
    /// The response code.
    package var code: CoAP.Code
    /// The body; empty for none.
    package var payload: [UInt8]

    init(_ code: CoAP.Code, _ payload: [UInt8] = []) {
        self.code = code
        self.payload = payload
    }

    init(_ code: CoAP.Code, _ body: borrowing some Body) {
        self.init(code, body.encoded())
    }

    init(_ error: APIError) {
        self.init(error.responseCode, error.bounded)
    }
}

extension APIError {
    private static let longestMessage = 300

    /// The refusal with a message of limited length. A message may quote a request, which can be very long.
    fileprivate var bounded: APIError {
        guard message.utf8.count > Self.longestMessage else { return self }
        // Scalars, because one character can have any number of combining marks.
        let start = message.unicodeScalars.prefix(Self.longestMessage / 4)
        var bounded = self
        bounded.message = String(String.UnicodeScalarView(start)) + " …"
        return bounded
    }
}

/// An action that a server's machine requests of its shell.
package enum ServerEffect: Hashable, Sendable {
    /// Respond to the current request. Each request has one response.
    case respond(ServerResponse)
    /// Respond to the current request, and keep its sender as the listener of this stream.
    case open(StreamID, ServerResponse)
    /// Notify the listener. The next notification of this stream waits for the acknowledgement of this one.
    case notify(StreamID, payload: [UInt8])
    /// Notify the listener of the end with this response, after all earlier notifications.
    case end(StreamID, ServerResponse)
    /// Forget the listener.
    case close(StreamID)
    /// Change the listener's address, which was verified.
    case move(StreamID, to: SocketAddress)
    /// Send a datagram from the media port.
    case datagram([UInt8], to: SocketAddress)
    /// Report an event of a session from an SFU to the coordinator.
    case report(SessionReport)
    /// Send an order of the coordinator to the SFU with this name.
    case order(edge: String, SessionOrder)
    /// Add an entry to the record.
    case trace(BackendTrace)
}
