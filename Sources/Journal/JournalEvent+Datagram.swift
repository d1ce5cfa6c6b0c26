public import Timing
public import Wire

extension JournalEvent {
    /// What became of a datagram at one point of its way.
    public struct Datagram: Hashable, Sendable {
        /// A point of a datagram's way.
        public enum Fate: Hashable, Sendable {
            /// It went onto the wire.
            case sent
            /// Its sending waits until then.
            case delayed(until: Instant)
            /// Its receiver read it.
            case received
            /// It was dropped on purpose, for that reason.
            case lost(reason: String)
            /// Its bytes were changed on purpose.
            case corrupted
            /// A second copy of it went onto the wire.
            case duplicated
            /// The kernel dropped it: a fault of the harness.
            case kernelDropped
            /// Nobody listens where it goes.
            case undeliverable

            /// The word that names the case in `journal.ndjson`.
            public var name: String {
                switch self {
                case .sent: "sent"
                case .delayed: "delayed"
                case .received: "received"
                case .lost: "lost"
                case .corrupted: "corrupted"
                case .duplicated: "duplicated"
                case .kernelDropped: "kernelDropped"
                case .undeliverable: "undeliverable"
                }
            }
        }

        /// The datagram's number, in the order of going onto the wire, from 1; nil before it has one.
        public let number: Int?
        /// Where it comes from.
        public let from: SocketAddress
        /// Where it goes to.
        public let to: SocketAddress
        /// The length of its payload.
        public let byteCount: Int
        /// What became of it.
        public let fate: Fate
        /// What it says, in a line, where somebody knows.
        public let summary: String?

        /// Makes the entry of a datagram.
        public init(
            number: Int?, from: SocketAddress, to: SocketAddress, byteCount: Int, fate: Fate, summary: String? = nil
        ) {
            self.number = number
            self.from = from
            self.to = to
            self.byteCount = byteCount
            self.fate = fate
            self.summary = summary
        }
    }
}
