extension CoAP {
    /// A request that a peer made, whole; its user answers it once, with ``Endpoint/respond(_:to:at:)``.
    public struct IncomingRequest: Hashable, Sendable {
        /// Names a received request.
        public struct ID: Hashable, Comparable, Sendable {
            /// Counts up from 1 in each endpoint.
            public let rawValue: UInt64

            /// The observer that the peer becomes if the response registers it.
            public var observer: ObserverID { ObserverID(rawValue: rawValue) }

            /// The order of receiving.
            public static func < (lhs: ID, rhs: ID) -> Bool {
                lhs.rawValue < rhs.rawValue
            }
        }

        /// What a request says of notifications (RFC 7641 section 2).
        public enum Observe: Hashable, Sendable {
            /// The client wants to be notified; a response with ``Response/observer`` says that it will be.
            case register
            /// The client wants no more notifications. It is no observer any more; the request is answered as if it
            /// had not asked.
            case deregister
        }

        /// Its name.
        public let id: ID
        /// Who asks.
        public let peer: SocketAddress
        /// The method.
        public let code: Code
        /// Whether the client asks for notifications.
        public let observe: Observe?
        /// All options; of a block-wise request those of its last message.
        public let options: Options
        /// The whole body.
        public let body: Payload

        /// The bytes of the body.
        public var payload: [UInt8] { body.array }
        /// The segments of the path.
        public var path: [String] { options.uriPath }
        /// The arguments of the query.
        public var query: [String] { options.uriQuery }
        /// How to read the body.
        public var contentFormat: ContentFormat? { options.contentFormat }
        /// The content format that the client prefers.
        public var accept: ContentFormat? { options.accept }
        /// The observer that the peer becomes if the response registers it.
        public var observer: ObserverID { id.observer }
    }

    /// Names an observer: a client, and a request of it to which notifications belong.
    public struct ObserverID: Hashable, Comparable, Sendable {
        /// The number of the request that registered it.
        public let rawValue: UInt64

        /// The order of registering.
        public static func < (lhs: ObserverID, rhs: ObserverID) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }

    /// Names a notification of one observer.
    public struct NotificationID: Hashable, Comparable, Sendable {
        /// Counts up from 1 for each observer.
        public let rawValue: UInt64

        /// The response that registered the observer, where it needed a message of its own and was delivered like a
        /// notification before all others.
        public static let registration = NotificationID(rawValue: 0)

        /// The order of sending.
        public static func < (lhs: NotificationID, rhs: NotificationID) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }
}
