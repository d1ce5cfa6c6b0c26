extension CoAP {
    /// The reason that a request got no response, or that an observation ended.
    public enum Failure: Error, Hashable, Sendable {
        /// The request was never acknowledged, after all retransmissions.
        case timeout
        /// The request was acknowledged, or not confirmable, and no response arrived in time.
        case noResponse
        /// The peer could not process the request.
        case reset
        /// The response has a critical option that is not understood.
        case badOption(OptionNumber)
        /// The response's body is longer than the limit.
        case bodyTooLarge(limit: Int)
        /// The blocks of the body are inconsistent; the text says how.
        case brokenBody(String)
        /// The server ended the observation; its last response was a notification before.
        case observationEnded
        /// The client cancelled the request.
        case cancelled
        /// The socket was closed.
        case closed
    }

    /// The reason that an observer was removed.
    public enum ObserverLoss: Hashable, Sendable {
        /// The client deregistered.
        case deregistered
        /// The client no longer knows the observation.
        case reset
        /// A notification was never acknowledged, after all retransmissions.
        case timeout
        /// The client did not fetch all blocks of a notification in time.
        case bodyNotFetched
        /// The client registered again with the same token.
        case replaced
        /// The client's other observations have reached the limit.
        case tooManyObservers(limit: Int)
        /// The pending notifications exceed the limit.
        case tooManyNotifications(limit: Int)
    }
}

extension CoAP.Failure: CustomStringConvertible {
    /// A readable description of the failure.
    public var description: String {
        switch self {
        case .timeout: "no response: the request was sent again and again and never acknowledged"
        case .noResponse: "no response in time: the request arrived"
        case .reset: "the peer rejected the request with a reset"
        case .badOption(let number): "the response has the critical \(number.title), which is not understood"
        case .bodyTooLarge(let limit): "the response's body is longer than \(limit) bytes"
        case .brokenBody(let problem): "the response's blocks do not fit together: \(problem)"
        case .observationEnded: "the server ended the observation"
        case .cancelled: "the request was cancelled"
        case .closed: "the socket was closed"
        }
    }
}
