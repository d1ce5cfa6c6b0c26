public import Timing

extension JournalEvent {
    /// A call into a participant's call library.
    public struct Call: Hashable, Sendable {
        /// Whose call library.
        public let participant: String
        /// The number of the call among all calls of the run, from 1.
        public let call: Int
        /// The function's name, such as `join`.
        public let name: String
        /// The arguments, in the order of the function's parameters.
        public let arguments: [JournalAttribute]

        /// Makes the entry of a call.
        public init(participant: String, call: Int, name: String, arguments: [JournalAttribute] = []) {
            self.participant = participant
            self.call = call
            self.name = name
            self.arguments = arguments
        }
    }

    /// The end of a call into a participant's call library.
    public struct Returned: Hashable, Sendable {
        /// How a call ended.
        public enum Outcome: Hashable, Sendable {
            /// It returned.
            case value(JournalValue)
            /// It threw an error of that type, with that text.
            case thrown(type: String, message: String)
        }

        /// Whose call library.
        public let participant: String
        /// The number that ``Call/call`` said.
        public let call: Int
        /// The function's name, as ``Call/name`` said it.
        public let name: String?
        /// How it ended.
        public let outcome: Outcome

        /// Makes the entry of a call's end.
        public init(participant: String, call: Int, name: String? = nil, outcome: Outcome) {
            self.participant = participant
            self.call = call
            self.name = name
            self.outcome = outcome
        }
    }

    /// A change of a participant's property.
    public struct StateChange: Hashable, Sendable {
        /// Whose property.
        public let participant: String
        /// The property's path, such as `callingState`.
        public let property: String
        /// The value before.
        public let from: JournalValue
        /// The value now.
        public let to: JournalValue
        /// The number of the datagram that caused the change, where one did.
        public let cause: Int?

        /// Makes the entry of a change.
        public init(
            participant: String, property: String, from: JournalValue, to: JournalValue, cause: Int? = nil
        ) {
            self.participant = participant
            self.property = property
            self.from = from
            self.to = to
            self.cause = cause
        }
    }

    /// An event of the backend that reached a participant.
    public struct Event: Hashable, Sendable {
        /// Who was told.
        public let participant: String
        /// The event's type, such as `call.accepted`.
        public let type: String
        /// The call that it is about.
        public let cid: String?
        /// The number of the datagram that carried it.
        public let datagram: Int?

        /// Makes the entry of an event.
        public init(participant: String, type: String, cid: String? = nil, datagram: Int? = nil) {
            self.participant = participant
            self.type = type
            self.cid = cid
            self.datagram = datagram
        }
    }

    /// A timer's arming or end.
    public struct Timer: Hashable, Sendable {
        /// What became of a timer.
        public enum Phase: Hashable, Sendable {
            /// It was armed, and is due then.
            case armed(until: Instant)
            /// Its time came.
            case fired
            /// It was cancelled before its time.
            case cancelled
        }

        /// Whose timer.
        public let owner: String
        /// What is waited for.
        public let label: String
        /// What became of it.
        public let phase: Phase

        /// Makes the entry of a timer.
        public init(owner: String, label: String, phase: Phase) {
            self.owner = owner
            self.label = label
            self.phase = phase
        }
    }

    /// A notification posted by a participant's call library.
    public struct Notification: Hashable, Sendable {
        /// Whose call library.
        public let participant: String
        /// The notification's name.
        public let name: String
        /// What it carries.
        public let attributes: [JournalAttribute]

        /// Makes the entry of a notification.
        public init(participant: String, name: String, attributes: [JournalAttribute] = []) {
            self.participant = participant
            self.name = name
            self.attributes = attributes
        }
    }

    /// What a participant, the backend or the network has to tell beside.
    public struct Log: Hashable, Sendable {
        /// Who tells it: a participant's name, `coordinator`, `sfu1`, …
        public let source: String?
        /// What happened, as a word such as `retransmitted`.
        public let name: String
        /// The particulars, in a fixed order.
        public let attributes: [JournalAttribute]

        /// Makes the entry.
        public init(source: String? = nil, name: String, attributes: [JournalAttribute] = []) {
            self.source = source
            self.name = name
            self.attributes = attributes
        }
    }
}
