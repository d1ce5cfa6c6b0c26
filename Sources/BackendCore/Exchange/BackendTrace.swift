public import Signaling
public import Wire

/// An occurrence in the backend, for the record of a run.
public indirect enum BackendTrace: Hashable, Sendable {
    /// A request was answered.
    case request(RequestTrace)
    /// An event was put on the streams of these users, a line for each stream.
    case event(type: String, cid: CallCid?, to: [String])
    /// Something happened to a user's connection.
    case connection(ConnectionChange, connectionId: String, userId: String)
    /// A participant's session changed.
    case session(SessionChange, CallCid, userId: String, sessionId: String)
    /// A client has proved where it is.
    case path(PathChange, userId: String, sessionId: String, SocketAddress)
    /// A datagram changed nothing, the so-manieth for that reason.
    case dropped(MediaDrop, from: SocketAddress, count: Int)
    /// A timer ran out.
    case timer(String)

    /// A change of a session's media path.
    public enum PathChange: String, Hashable, Sendable {
        /// Its client has proved where it is for the first time.
        case opened
        /// Its client has proved to be somewhere else.
        case moved
    }

    /// A change of a connection.
    public enum ConnectionChange: String, Hashable, Sendable {
        /// It was opened.
        case opened
        /// Its client resumed it in time.
        case resumed
        /// Its stream lost its listener; its events are kept for a while.
        case lost
        /// It was closed by its client.
        case closed
        /// Its client did not return in time.
        case forgotten
    }

    /// A change of a participant's session.
    public enum SessionChange: String, Hashable, Sendable {
        /// It began.
        case joined
        /// Its client resumed it.
        case rejoined
        /// It goes on at another SFU.
        case moved
        /// Its client left.
        case left
        /// Its client replaced it by another stay.
        case replaced
        /// Its stream lost its listener; it is kept for a while.
        case streamLost
        /// Its client gave no sign of health for too long; it is kept for a while.
        case signalLost
        /// Its client did not return in time.
        case stale
        /// The coordinator ended it.
        case removed
    }
}

/// A request and its answer.
public struct RequestTrace: Hashable, Sendable {
    /// The requested route.
    public enum Route: Hashable, Sendable {
        /// Something of the coordinator.
        case coordinator(CoordinatorRoute)
        /// Something of an SFU.
        case sfu(SFURoute)
        /// Nothing that is there.
        case unknown(CoAP.Code, path: [String])
    }

    /// The sender's address.
    public var peer: SocketAddress
    /// In whose name, as far as that was proved.
    public var userId: String?
    /// The requested route.
    public var route: Route
    /// The code of the answer.
    public var code: CoAP.Code
    /// Why it was refused.
    public var refusal: APIError?
}
