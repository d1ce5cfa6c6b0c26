package import Signaling
package import Wire

/// An occurrence in the backend, for the record of a run.
package indirect enum BackendTrace: Hashable, Sendable {
    /// The server responded to a request.
    case request(RequestTrace)
    /// An event was added to the streams of these users, with one entry per stream.
    case event(type: String, cid: CallCid?, to: [String])
    /// An earlier event was added to the stream of a user's new connection.
    case pastEvent(type: String, CallCid, to: String)
    /// The state of a user's connection changed.
    case connection(ConnectionChange, connectionId: String, userId: String)
    /// A participant's session changed.
    case session(SessionChange, CallCid, userId: String, sessionId: String)
    /// A client's address was verified.
    case path(PathChange, userId: String, sessionId: String, SocketAddress)
    /// A datagram had no effect. The count includes all datagrams with this reason.
    case dropped(MediaDrop, from: SocketAddress, count: Int)
    /// A timer fired.
    case timer(String)

    /// A change of a session's media path.
    package enum PathChange: String, Hashable, Sendable {
        /// The client's first address was verified.
        case opened
        /// Another address of the client was verified.
        case moved
    }

    /// A change of a connection.
    package enum ConnectionChange: String, Hashable, Sendable {
        /// The connection was opened.
        case opened
        /// The client resumed the connection in time.
        case resumed
        /// The stream lost its listener. The events are kept for a while.
        case lost
        /// The client closed the connection.
        case closed
        /// The client did not return in time.
        case forgotten
    }

    /// A change of a participant's session.
    package enum SessionChange: String, Hashable, Sendable {
        /// The session began.
        case joined
        /// The client resumed the session.
        case rejoined
        /// The session continues at another SFU.
        case moved
        /// The client left the session.
        case left
        /// The client replaced the session by another one.
        case replaced
        /// The event stream lost its listener. The session is kept for a while.
        case streamLost
        /// No health request arrived within the time limit. The session is kept for a while.
        case signalLost
        /// The client did not return in time.
        case stale
        /// The coordinator ended the session.
        case removed
    }
}

/// A request and its response.
package struct RequestTrace: Hashable, Sendable {
    /// The requested route.
    package enum Route: Hashable, Sendable {
        /// A route of the coordinator.
        case coordinator(CoordinatorRoute)
        /// A route of an SFU.
        case sfu(SFURoute)
        /// An unknown route.
        case unknown(CoAP.Code, path: [String])
    }

    /// The sender's address.
    package var peer: SocketAddress
    /// The id of the user, if it was verified.
    package var userId: String?
    /// The requested route.
    package var route: Route
    /// The code of the response.
    package var code: CoAP.Code
    /// The refusal; nil for a success.
    package var refusal: APIError?
}
