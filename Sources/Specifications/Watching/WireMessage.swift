package import Wire

/// A CoAP message on the wire.
package struct WireMessage: Hashable, Sendable {
    package enum Role: Hashable, Sendable {
        case request
        case response
        case empty
    }

    package var role: Role
    package var isAcknowledgement: Bool
    /// The message id.
    package var id: Int
    /// The number of the datagram.
    package var datagram: Int
    package var from: SocketAddress
    package var to: SocketAddress
    /// The method and the path of a request, such as `POST /sfu/health`.
    package var line: Substring?
    /// The response code.
    package var code: Substring?
    /// The number of the first event that it carries; nil when it is not known.
    package var first: Int?
    /// The number of events that it carries.
    package var eventCount = 0
    /// True when its first event begins a stream, or resumes one.
    package var beginsStream = false

    /// The type of the event that begins or resumes a stream.
    package static let opening = "connection.ok"

    /// True for a block of a notification without the type of an event.
    package var isBlockOfEvents = false

    /// True when a block has events without their numbers.
    var hasPartOfEvents: Bool { isBlockOfEvents || eventCount > 0 && first == nil }

    package init(
        role: Role, isAcknowledgement: Bool, id: Int, datagram: Int, from: SocketAddress, to: SocketAddress
    ) {
        self.role = role
        self.isAcknowledgement = isAcknowledgement
        self.id = id
        self.datagram = datagram
        self.from = from
        self.to = to
    }
}
