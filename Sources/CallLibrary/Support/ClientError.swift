public import Signaling
public import Wire

/// An error that the call library throws to its user.
public protocol ClientError: Error, CustomStringConvertible {}

/// A join was vetoed by its interceptor; never retried (`semantics.md` section 0, rule 1).
public struct CallJoinInterceptionError: ClientError {
    /// What the interceptor threw.
    public let underlyingError: any Error

    /// Wraps what the interceptor threw.
    public init(underlyingError: any Error) {
        self.underlyingError = underlyingError
    }

    /// What the interceptor threw, in words.
    public var description: String { "the join was refused by its interceptor: \(underlyingError)" }
}

/// Something took longer than its limit.
public struct TimeOutError: ClientError, Hashable {
    /// What it was.
    public let operation: String
    /// The limit.
    public let limit: Duration

    /// The operation and its limit.
    public var description: String { "\(operation) took longer than \(limit.inSeconds)" }
}

/// The call was left while something was under way in it, or before it was asked for.
public struct CallLeftError: ClientError, Hashable {
    /// The call.
    public let cid: CallCid
    /// Why it was left, when that was told.
    public let reason: String?

    /// What happened and what to do now.
    public var description: String {
        let why = reason.map { " (\($0))" } ?? ""
        return "the call \(cid) was left\(why); get a new one with call(callType:callId:)"
    }
}

/// The call is not joined, so that there is no stay to do something with.
public struct NotJoinedError: ClientError, Hashable {
    /// The call.
    public let cid: CallCid

    /// What to do.
    public var description: String { "the call \(cid) is not joined; call join() first" }
}

/// A user may not connect at all.
public struct MissingPermissionsError: ClientError, Hashable {
    /// The user.
    public let userId: String

    /// Why, and what to do.
    public var description: String {
        "the anonymous user \(userId) may not connect to the coordinator; use a named user, or a guest"
    }
}

/// The client has no connection to the coordinator.
public struct NotConnectedError: ClientError, Hashable {
    /// What to do.
    public var description: String { "the client is not connected; call connect() first" }
}

/// A call was given up because there was no network for as long as ``Call/setDisconnectionTimeout(_:)`` allows.
public struct NetworkNotAvailable: ClientError, Hashable {
    /// What happened.
    public var description: String { "there was no network for too long" }
}

/// A request that got no useful answer.
public enum RequestError: ClientError, Hashable {
    /// The server refused.
    case refused(APIError)
    /// No answer came, or the exchange broke.
    case failed(CoAP.Failure)
    /// An answer came that cannot be read.
    case unreadable(BodyError)

    /// Whether the same request may succeed a moment later (`semantics.md` section 0, rule 4).
    public var mayPass: Bool {
        switch self {
        case .refused(let error): error.mayPass
        case .failed: true
        case .unreadable: false
        }
    }

    /// True when an SFU refused a session id whose session is over.
    var isSessionOver: Bool {
        guard case .refused(let error) = self else { return false }
        return error.code == APIError.Code.sessionOver.rawValue
    }

    /// Whether an SFU refused because it has no place left.
    var isSFUFull: Bool {
        guard case .refused(let error) = self else { return false }
        return error.code == APIError.Code.sfuFull.rawValue
    }

    /// What happened, in words.
    public var description: String {
        switch self {
        case .refused(let error): "the server refused: \(error)"
        case .failed(let failure): "the server did not answer: \(failure)"
        case .unreadable(let error): "the server's answer cannot be read: \(error)"
        }
    }
}
