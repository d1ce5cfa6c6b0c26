public import Chance
public import Timing
public import Wire

/// What became of a datagram at one point of its way through a ``Network``.
public struct DatagramRecord: Hashable, Sendable {
    /// A point of a datagram's way.
    public enum Fate: Hashable, Sendable {
        /// Its sending waits until then.
        case delayed(until: Instant)
        /// It went onto the wire.
        case sent
        /// It is a second copy; told after ``sent``.
        case duplicated
        /// Its bytes were damaged where it is received; told before ``received``.
        case corrupted(Damage)
        /// Its receiver got it.
        case received
        /// A link lost it: before the wire when it has no number, otherwise where it would have been received.
        case lost(LossReason)
        /// The kernel dropped it: a fault of the harness.
        case kernelDropped
        /// No socket of the network has its destination's address any more, or the kernel refused to send it.
        case undeliverable
    }

    /// The datagram's number in the order of going onto the wire, from 1; nil before that.
    public let number: Int?
    /// When this happened to it.
    public let time: Instant
    /// Where it comes from.
    public let from: SocketAddress
    /// Where it goes to.
    public let to: SocketAddress
    /// Its payload as it was sent, whatever damage was done to it.
    public let bytes: [UInt8]
    /// What happened to it.
    public let fate: Fate
}

/// How many datagrams of a ``Network`` met which fate.
public struct NetworkLedger: Hashable, Sendable {
    /// Went onto the wire.
    public internal(set) var sent = 0
    /// Came from sockets outside the network.
    public internal(set) var fromOutside = 0
    /// Were handed to their receivers.
    public internal(set) var received = 0
    /// Were lost by the links where they would have been received.
    public internal(set) var lost = 0
    /// Went onto the wire as second copies, counted in ``sent``.
    public internal(set) var duplicated = 0
    /// Were damaged, counted in ``received``.
    public internal(set) var corrupted = 0
    /// Were lost by the links before they went onto the wire.
    public internal(set) var withheld = 0
    /// Were dropped by the kernel.
    public internal(set) var kernelDropped = 0
    /// Were on the wire to an address at which no socket of the network was, or was no more.
    public internal(set) var undeliverable = 0
    /// Were never sent: the kernel refused them.
    public internal(set) var refused = 0

    /// Datagrams on the wire whose fate is not decided.
    public var underWay: Int { sent + fromOutside - received - lost - kernelDropped - undeliverable }
}

/// What the harness itself got wrong; a run in which it happens says nothing about the code under test.
public enum NetworkFault: Error, Hashable {
    /// Datagrams that went onto the wire never came to the socket there.
    case missing(count: Int, at: SocketAddress, dropsInKernel: Int, receiveBuffer: Int)
}

extension NetworkFault: CustomStringConvertible {
    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .missing(let count, let address, let drops, let buffer):
            "\(count) datagrams to \(address) went onto the wire and never arrived (the kernel counts \(drops) drops "
                + "at that socket, whose receive buffer has \(buffer) bytes); a larger buffer may help: "
                + "sysctl -w net.core.rmem_max=\(buffer * 4)"
        }
    }
}
