package import Timing
package import Wire

extension JournalEvent {
    /// An event of a datagram on its path.
    package struct Datagram: Hashable, Sendable {
        /// An event on a datagram's path.
        package enum Fate: Hashable, Sendable {
            /// The datagram was sent.
            case sent
            /// The datagram is delayed until the instant.
            case delayed(until: Instant)
            /// The receiver read the datagram.
            case received
            /// The datagram was dropped deliberately, for the reason.
            case lost(reason: String)
            /// The bytes were changed deliberately.
            case corrupted
            /// A second copy was sent.
            case duplicated
            /// The kernel dropped the datagram: a fault of the harness.
            case kernelDropped
            /// The destination has no socket.
            case undeliverable

            /// The name of the case in `journal.ndjson`.
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
