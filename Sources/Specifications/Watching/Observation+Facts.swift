import Journal

/// The facts about a participant before its first datagram.
package struct ParticipantTraits: Hashable, Sendable {
    var name: String
    var user: String
    /// The limit of the interceptor; nil when the participant has none.
    var interceptorLimit: Duration?
    /// True when its view model has an interceptor.
    var isIntercepted = false
    /// The time without a network after which the client gives up; nil when it never does.
    var disconnectionTimeout: Duration?
    /// True when its view model leaves a call that rang once all others have left.
    var leavesAlone = false
    /// True when its client rejects rings during a call.
    var rejectsWhenBusy = false
    /// True for an outside program, which reports its state by itself.
    var isDriven = false
    /// True for a participant of an embedding program, which defines the meaning of its state.
    var isRegistered = false

    /// True for a client of the call library.
    var isOwn: Bool { !isDriven && !isRegistered }
}

/// A change of a participant's property.
package struct PropertyChange: Hashable, Sendable {
    var participant: String
    var property: String
    var oldValue: JournalValue
    var newValue: JournalValue

    /// The old value as text. It is computed on demand, because few rules read the long values.
    var from: String { oldValue.text }
    /// The new value as text.
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
package struct ObservedRequest: Hashable, Sendable {
    /// The operation, such as `accept` or `sfu/join`.
    var operation: Substring
    var cid: Substring?
    var user: Substring
    /// The response code, such as `2.04`.
    var code: Substring
    /// The message of a refusal; nil without one.
    var refusal: Substring?

    var isGranted: Bool { code.utf8.first == UInt8(ascii: "2") }

    /// True for an operation that rings the members of a call, or may ring them by an argument.
    var mayRing: Bool {
        switch operation {
        case "ring", "getOrCreate", "get", "join": true
        default: false
        }
    }
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

    /// True when the session has ended.
    var isEnd: Bool {
        switch change {
        case "left", "replaced", "removed", "stale": true
        default: false
        }
    }

    /// True when the SFU begins to wait for the session's lost client.
    var isLoss: Bool { change == "streamLost" || change == "signalLost" }
}

/// A timer of a server that fired.
package struct ServerTimer: Hashable, Sendable {
    /// The purpose, such as `missed_call_timeout`.
    let purpose: Substring
    /// The call, session or connection.
    let subject: Substring

    /// Reads `missed_call_timeout of default:standup` or `return to alice-1`.
    init(_ label: Substring) {
        let separator = label.firstRange(of: " of ") ?? label.firstRange(of: " to ")
        purpose = separator.map { label[..<$0.lowerBound] } ?? label
        subject = separator.map { label[$0.upperBound...] } ?? ""
    }

    /// The call whose ring was missed when the timer fired.
    var missedCall: Substring? { purpose == "missed_call_timeout" ? subject : nil }
}
