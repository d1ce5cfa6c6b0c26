package import Chance
package import Timing
package import Wire

/// One event in the life of a datagram in a ``Network``.
package struct DatagramRecord: Hashable, Sendable {
    /// An event in the life of a datagram.
    package enum Fate: Hashable, Sendable {
        /// Sending was delayed until this instant.
        case delayed(until: Instant)
        /// The datagram was sent.
        case sent
        /// A duplicate was sent; it follows ``sent``.
        case duplicated
        /// The bytes were damaged at the receiver; it precedes ``received``.
        case corrupted(Damage)
        /// The datagram was delivered.
        case received
        /// A link lost the datagram: before it was sent if it has no number, otherwise at its receiver.
        case lost(LossReason)
        /// The kernel dropped the datagram, which is a fault of the harness.
        case kernelDropped
        /// No socket of the network has the destination's address, or the kernel refused to send.
        case undeliverable
    }

    /// The number in the order of sending, from 1; nil before that.
    package let number: Int?
    /// The instant of the event.
    package let time: Instant
    /// The source address.
    package let from: SocketAddress
    /// The destination address.
    package let to: SocketAddress
    /// The payload as it was sent, without damage.
    package let bytes: [UInt8]
    /// The event.
    package let fate: Fate
}

/// The number of datagrams of a ``Network`` by fate.
package struct NetworkLedger: Hashable, Sendable {
    /// Datagrams that were sent.
    package internal(set) var sent = 0
    /// Datagrams from sockets outside of the network.
    package internal(set) var fromOutside = 0
    /// Datagrams that were delivered.
    package internal(set) var received = 0
    /// Datagrams that links lost at their receiver.
    package internal(set) var lost = 0
    /// Duplicates, which ``sent`` counts as well.
    package internal(set) var duplicated = 0
    /// Damaged datagrams, which ``received`` counts as well.
    package internal(set) var corrupted = 0
    /// Datagrams that links lost before they were sent.
    package internal(set) var withheld = 0
    /// Datagrams that the kernel dropped.
    package internal(set) var kernelDropped = 0
    /// Sent datagrams without a socket of the network at their destination.
    package internal(set) var undeliverable = 0
    /// Datagrams that the kernel refused to send.
    package internal(set) var refused = 0

    /// Sent datagrams without a final fate.
    package var underWay: Int { sent + fromOutside - received - lost - kernelDropped - undeliverable }
}

/// A fault of the harness itself. A run with a fault says nothing about the code under test.
package enum NetworkFault: Error, Hashable {
    /// Sent datagrams never arrived at their socket.
    case missing(count: Int, at: SocketAddress, dropsInKernel: Int, receiveBuffer: Int)
    /// The system had no descriptor or memory left for a socket.
    case unopened(SocketError)
}

extension NetworkFault: CustomStringConvertible {
    /// The problem, and the remedy.
    package var description: String {
        switch self {
        case .missing(let count, let address, let drops, let buffer):
            "\(count) datagrams to \(address) went onto the wire and never arrived (the kernel counts \(drops) drops "
                + "at that socket, whose receive buffer has \(buffer) bytes); a larger buffer may help: "
                + "sysctl -w net.core.rmem_max=\(buffer * 4)"
        case .unopened(let error): "\(error)"
        }
    }
}
