package import Timing
package import Wire

extension JournalEvent {
    /// The fate of a datagram at one point of its way.
    package struct Datagram: Hashable, Sendable {
        /// A point of a datagram's way.
        package enum Fate: Hashable, Sendable {
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
            /// No socket has its destination.
            case undeliverable

            /// The word that names the case in `journal.ndjson`.
            package var name: String {
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

        package let number: Int?
        package let from: SocketAddress
        package let to: SocketAddress
        package let byteCount: Int
        package let fate: Fate
        package let summary: String?

        package init(
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
