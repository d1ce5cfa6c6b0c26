extension CoAP {
    /// Why a request got no response, or why an observation is over.
    public enum Failure: Error, Hashable, Sendable {
        /// Nothing came back, though the request was sent as often as the parameters say.
        case timeout
        /// The request was acknowledged, or not confirmable, and no response came in time.
        case noResponse
        /// The peer could not make sense of the request.
        case reset
        /// The response has a critical option that is not understood here.
        case badOption(OptionNumber)
        /// The response's body is longer than the limit.
        case bodyTooLarge(limit: Int)
        /// The blocks of the body do not fit together; the text says which.
        case brokenBody(String)
        /// The server ended the observation; what it sent last came before as a notification.
        case observationEnded
        /// Who asked does not want to know any more.
        case cancelled
        /// The socket was closed.
        case closed
    }

    /// Why an observer will not be notified any more.
    public enum ObserverLoss: Hashable, Sendable {
        /// The client asked for no more notifications.
        case deregistered
        /// The client does not know the observation any more.
        case reset
        /// A notification was not acknowledged, though it was sent as often as the parameters say.
        case timeout
        /// The client did not fetch all blocks of a notification in time.
        case bodyNotFetched
        /// The client registered again with the same token.
        case replaced
        /// The client has as many other observations as the limit.
        case tooManyObservers(limit: Int)
        /// More notifications are waiting than the limit.
        case tooManyNotifications(limit: Int)
    }
}

extension CoAP.Failure: CustomStringConvertible {
    /// What happened, for people.
    public var description: String {
        switch self {
        case .timeout: "no answer: the request was sent again and again and never acknowledged"
        case .noResponse: "no answer: the request arrived, but no response came in time"
        case .reset: "the peer rejected the request with a reset"
        case .badOption(let number): "the response has the critical option \(number), which is not understood"
        case .bodyTooLarge(let limit): "the response's body is longer than \(limit) bytes"
        case .brokenBody(let problem): "the response's blocks do not fit together: \(problem)"
        case .observationEnded: "the server ended the observation"
        case .cancelled: "the request was cancelled"
        case .closed: "the socket was closed"
        }
    }
}

extension CoAP.ObserverLoss: CustomStringConvertible {
    /// What happened, for people.
    public var description: String {
        switch self {
        case .deregistered: "the client deregistered"
        case .reset: "the client rejected a notification"
        case .timeout: "the client did not acknowledge a notification"
        case .bodyNotFetched: "the client did not fetch all blocks of a notification"
        case .replaced: "the client registered again"
        case .tooManyObservers(let limit): "the client has \(limit) other observations"
        case .tooManyNotifications(let limit): "more than \(limit) notifications were waiting for the client"
        }
    }
}
