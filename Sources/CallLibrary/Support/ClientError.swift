public import Signaling
public import Wire

/// An error that the call library throws to its user.
public protocol ClientError: Error, CustomStringConvertible {}

/// A join was vetoed by its interceptor; never retried (`semantics.md` section 0, rule 1).
public struct CallJoinInterceptionError: ClientError {
    /// The error of the interceptor.
    public let underlyingError: any Error

    /// Wraps the error of the interceptor.
    public init(underlyingError: any Error) {
        self.underlyingError = underlyingError
    }

    /// The error of the interceptor as text.
    public var description: String { "the join was refused by its interceptor: \(underlyingError)" }
}

/// An operation exceeded its time limit.
public struct TimeOutError: ClientError, Hashable {
    /// The name of the operation.
    public let operation: String
    /// The time limit.
    public let limit: Duration

    /// The operation and its limit.
    public var description: String { "\(operation) took longer than \(limit.inSeconds)" }
}

/// The call was left during an operation, or before it was requested.
public struct CallLeftError: ClientError, Hashable {
    /// The call that was left.
    public let cid: CallCid
    /// The reason for leaving, if one was given.
    public let reason: String?

    /// The cause and its remedy.
    public var description: String {
        let why = reason.map { " (\($0))" } ?? ""
        return "the call \(cid) was left\(why); get a new one with call(callType:callId:)"
    }
}

/// The call is not joined, so the operation has no session.
public struct NotJoinedError: ClientError, Hashable {
    /// The call that is not joined.
    public let cid: CallCid

    /// The remedy.
    public var description: String { "the call \(cid) is not joined; call join() first" }
}

/// The user may not connect to the coordinator.
public struct MissingPermissionsError: ClientError, Hashable {
    /// The id of the user.
    public let userId: String

    /// The cause and its remedy.
    public var description: String {
        "the anonymous user \(userId) may not connect to the coordinator; use a named user, or a guest"
    }
}

/// The client has no connection to the coordinator.
public struct NotConnectedError: ClientError, Hashable {
    /// The remedy.
    public var description: String { "the client is not connected; call connect() first" }
}

/// The call was left because there was no network for as long as ``Call/setDisconnectionTimeout(_:)`` allows.
public struct NetworkNotAvailable: ClientError, Hashable {
    /// The cause.
    public var description: String { "there was no network for too long" }
}

/// A request that failed.
public enum RequestError: ClientError, Hashable {
    /// The server refused the request.
    case refused(APIError)
    /// No response arrived, or the exchange failed.
    case failed(CoAP.Failure)
    /// A response arrived that cannot be decoded.
    case unreadable(BodyError)

    /// True when the same request may succeed a moment later (`semantics.md` section 0, rule 4).
    public var isTransient: Bool {
        switch self {
        case .refused(let error): error.isTransient
        case .failed: true
        case .unreadable: false
        }
    }

    /// True when an SFU refused a session id whose session is over.
    var isSessionOver: Bool {
        guard case .refused(let error) = self else { return false }
        return error.code == APIError.Code.sessionOver.rawValue
    }

    /// True when an SFU refused because it has no capacity left.
    var isSFUFull: Bool {
        guard case .refused(let error) = self else { return false }
        return error.code == APIError.Code.sfuFull.rawValue
    }

    /// The cause as text.
    public var description: String {
        switch self {
        case .refused(let error): "the server refused: \(error)"
        case .failed(let failure): "the server did not respond: \(failure)"
        case .unreadable(let error): "the server's response cannot be read: \(error)"
        }
    }
}
