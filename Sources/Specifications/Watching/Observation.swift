import Journal
package import Wire

/// An occurrence in a run or in a capture, as specifications see it.
package enum Observation: Hashable, Sendable {
    /// The run began under the real clock.
    case realTime
    /// A participant takes part, with its limits.
    case takesPart(ParticipantTraits)
    /// A participant's process ended without notice, or that of an SFU, which may have begun again without state.
    case crashed(String)
    /// The network or a server was disturbed.
    case disturbed
    /// A server refuses requests that it would grant otherwise.
    case refuses
    /// The network damages datagrams that arrive, so a message may be another one than was sent.
    case damaged
    /// The run is over, and all participants leave their calls.
    case everyoneLeaves
    /// A participant began a command. Its number is unique among those of the participant.
    case command(participant: String, name: String, number: Int = 0)
    /// A command returned, or threw an error.
    case returned(participant: String, number: Int, hasFailed: Bool)
    /// A property of a participant changed.
    case changed(Change)
    /// A call of a participant is at another stage.
    case stage(Change, cid: Substring)
    /// An event reached a participant.
    case received(Receipt)
    /// A participant's client posted that a call ended.
    case ended(participant: String, cid: String)
    /// A participant's interceptor began, returned or threw.
    case interceptor(participant: String, phase: String, cid: String)
    /// A client noted an occurrence of another kind.
    case noted(participant: String, name: String)
    /// A participant's timer fired.
    case fired(FiredTimer)
    /// A server answered a request.
    case request(ServedRequest)
    /// A server put an event on streams.
    case sent(SentEvent)
    /// A participant's session changed at its SFU.
    case session(SessionChange)
    /// The state of a connection to the coordinator changed.
    case connection(change: Substring, id: Substring)
    /// An SFU keeps the session of a lost client for this time.
    case fastReconnect(Duration)
    /// A server's timer fired.
    case serverTimer(Substring)
    /// A signalling message went onto the wire.
    case message(WireMessage)
    /// A check of a media path was answered.
    case consent(from: SocketAddress, to: SocketAddress)
    /// Media went onto the wire.
    case media(from: SocketAddress, to: SocketAddress)
}

extension Observation {
    /// The participant that reported it; nil for an action of a server or the stage.
    var reporter: String? {
        switch self {
        case .changed(let change), .stage(let change, _): change.participant
        case .received(let receipt): receipt.participant
        case .fired(let timer): timer.owner
        case .ended(let participant, _), .interceptor(let participant, _, _), .noted(let participant, _): participant
        default: nil
        }
    }

    /// True for a datagram, of which only the rules of captures are notified.
    var isOnWire: Bool {
        switch self {
        case .message, .consent, .media: true
        default: false
        }
    }

    /// True for a change of the calling state, which has one meaning for every client.
    var isCallingState: Bool {
        if case .changed(let change) = self { change.property == "callingState" } else { false }
    }
}

/// The facts about a participant before its first datagram.
package struct ParticipantTraits: Hashable, Sendable {
    var name: String
    var user: String
    /// The limit of the interceptor; nil when the participant has none.
    var interceptorLimit: Duration?
    /// The time without a network after which the client gives up; nil is for ever.
    var disconnectionTimeout: Duration?
    /// True for an outside program, which reports its state by itself.
    var isDriven = false
    /// True for a participant of an embedding program, which defines the meaning of its state.
    var isRegistered = false

    /// True for a client of the call library.
    var isOwn: Bool { !isDriven && !isRegistered }
}

/// A change of a participant's property.
package struct Change: Hashable, Sendable {
    var participant: String
    var property: String
    var oldValue: JournalValue
    var newValue: JournalValue

    /// The values as text, which takes long for those that few rules read.
    var from: String { oldValue.text }
    var to: String { newValue.text }
}

extension JournalValue {
    fileprivate var text: String {
        if case .text(let text) = self { text } else { description }
    }
}

/// An event that reached a participant.
package struct Receipt: Hashable, Sendable {
    var participant: String
    var type: String
    var cid: String?
}

/// A timer of a participant that fired.
package struct FiredTimer: Hashable, Sendable {
    var owner: String
    var label: String
    /// The time between its arming and its firing.
    var length: Duration
}

/// A request with its response, as the server sees them.
package struct ServedRequest: Hashable, Sendable {
    /// The operation, such as `accept` or `sfu/join`.
    var operation: Substring
    var cid: Substring?
    var user: Substring
    /// The response code, such as `2.04`.
    var code: Substring

    var isGranted: Bool { code.utf8.first == UInt8(ascii: "2") }
}

/// An event that a server put on the streams of users.
package struct SentEvent: Hashable, Sendable {
    var type: Substring
    var cid: Substring?
    /// The users, one for each stream.
    var users: [Substring]
    /// True when a new connection receives an event that others received before.
    var isPast = false
}

/// A change of a participant's session at an SFU.
package struct SessionChange: Hashable, Sendable {
    /// The change, such as `joined` or `left`.
    var change: Substring
    var cid: Substring
    var user: Substring
    var session: Substring
}

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
    /// The response code.
    package var code: Substring?
    /// The number of the first event that it carries, and how many there are.
    package var first: Int?
    package var eventCount = 0
    /// True when its first event begins a stream, or resumes one.
    package var beginsStream = false

    /// The type of the event that begins or resumes a stream.
    package static let opening = "connection.ok"

    /// True when a block has events without their numbers.
    var hasPartOfEvents: Bool { eventCount > 0 && first == nil }

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
