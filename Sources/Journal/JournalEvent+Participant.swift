package import Timing

extension JournalEvent {
    /// A call into a participant's call library.
    package struct Call: Hashable, Sendable {
        package let participant: String
        package let call: Int
        package let name: String
        package let arguments: [JournalAttribute]

        package init(participant: String, call: Int, name: String, arguments: [JournalAttribute] = []) {
            self.participant = participant
            self.call = call
            self.name = name
            self.arguments = arguments
        }
    }

    /// The end of a call into a participant's call library.
    package struct Returned: Hashable, Sendable {
        /// The outcome of a call.
        package enum Outcome: Hashable, Sendable {
            /// The function returned.
            case value(JournalValue)
            /// The function threw an error of the type, with the message.
            case thrown(type: String, message: String)
        }

        package let participant: String
        package let call: Int
        package let name: String?
        package let outcome: Outcome

        package init(participant: String, call: Int, name: String? = nil, outcome: Outcome) {
            self.participant = participant
            self.call = call
            self.name = name
            self.outcome = outcome
        }
    }

    /// A change of a participant's property.
    package struct StateChange: Hashable, Sendable {
        package let participant: String
        package let property: String
        package let from: JournalValue
        package let to: JournalValue
        package let cause: Int?

        package init(
            participant: String, property: String, from: JournalValue, to: JournalValue, cause: Int? = nil
        ) {
            self.participant = participant
            self.property = property
            self.from = from
            self.to = to
            self.cause = cause
        }
    }

    /// An event of the backend that a participant received.
    package struct Event: Hashable, Sendable {
        package let participant: String
        package let type: String
        package let cid: String?
        package let datagram: Int?

        package init(participant: String, type: String, cid: String? = nil, datagram: Int? = nil) {
            self.participant = participant
            self.type = type
            self.cid = cid
            self.datagram = datagram
        }
    }

    /// A timer's start or end.
    package struct Timer: Hashable, Sendable {
        /// The phase of a timer.
        package enum Phase: Hashable, Sendable {
            /// The timer was started, with this deadline.
            case armed(until: Instant)
            /// The timer fired.
            case fired
            /// The timer was cancelled before its deadline.
            case cancelled
        }

        package let owner: String
        package let label: String
        package let phase: Phase
        /// The instant at which a fired timer was started.
        package let armed: Instant?

        package init(owner: String, label: String, phase: Phase, armed: Instant? = nil) {
            self.owner = owner
            self.label = label
            self.phase = phase
            self.armed = armed
        }
    }

    /// A notification that a participant's call library posted.
    package struct Notification: Hashable, Sendable {
        package let participant: String
        package let name: String
        package let attributes: [JournalAttribute]

        package init(participant: String, name: String, attributes: [JournalAttribute] = []) {
            self.participant = participant
            self.name = name
            self.attributes = attributes
        }
    }

    /// Another event of a participant, the backend or the network.
    package struct Log: Hashable, Sendable {
        package let source: String?
        package let name: String
        package let attributes: [JournalAttribute]

        package init(source: String? = nil, name: String, attributes: [JournalAttribute] = []) {
            self.source = source
            self.name = name
            self.attributes = attributes
        }
    }
}
