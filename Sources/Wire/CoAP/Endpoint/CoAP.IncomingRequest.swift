extension CoAP {
    /// A whole request from a peer; ``Endpoint/respond(_:to:at:)`` responds to it once.
    public struct IncomingRequest: Hashable, Sendable {
        /// The ID of a received request.
        public struct ID: Hashable, Sendable {
            /// The number of the request in its endpoint, from 1.
            public let rawValue: UInt64

            /// The observer that the peer becomes if the response registers it.
            public var observer: ObserverID { ObserverID(rawValue: rawValue) }
        }

        /// The value of a request's Observe option (RFC 7641 section 2).
        public enum Observe: Hashable, Sendable {
            /// The client requests notifications; a response with ``Response/observer`` grants them.
            case register
            /// The client requests no more notifications. It is removed as an observer, and the request is served as
            /// one without Observe.
            case deregister
        }

        /// The ID of the request.
        public let id: ID
        /// The client's address.
        public let peer: SocketAddress
        /// The method.
        public let code: Code
        /// The registration or deregistration that the client requests; nil without one.
        public let observe: Observe?
        /// All options; of a block-wise request those of its last message.
        public let options: Options
        /// The whole body.
        public let body: Payload

        /// The segments of the path.
        public var path: [String] { options.uriPath }
        /// The observer that the peer becomes if the response registers it.
        public var observer: ObserverID { id.observer }
    }

    /// The ID of an observer: a client and the request that its notifications belong to.
    public struct ObserverID: Hashable, Sendable {
        /// The number of the request that registered the observer.
        public let rawValue: UInt64
    }

    /// The ID of a notification to one observer.
    public struct NotificationID: Hashable, Sendable {
        /// The number of the notification to its observer, from 1.
        public let rawValue: UInt64

        /// The registration response, where it needed a message of its own and was delivered before all notifications.
        public static let registration = NotificationID(rawValue: 0)
    }
}
