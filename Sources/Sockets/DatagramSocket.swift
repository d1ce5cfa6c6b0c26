public import Wire

/// A UDP socket as those see it who speak a protocol over it.
@MainActor
public protocol DatagramSocket: AnyObject {
    /// The address that it is bound to.
    var address: SocketAddress { get }

    /// Called with each datagram that arrives, and whom it comes from.
    var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)? { get set }

    /// Called when a datagram could not be sent because this host has no network, as the system tells it; what became of
    /// datagrams that were sent is never told.
    var onUnsendable: (@MainActor () -> Void)? { get set }

    /// Sends a datagram; as with all of UDP, nobody learns here whether it arrives.
    func send(_ bytes: [UInt8], to destination: SocketAddress)

    /// Gives up the address; nothing is sent or received any more.
    func close()
}

extension DatagramSocket {
    /// A socket that does not tell whether there is a network.
    public var onUnsendable: (@MainActor () -> Void)? {
        get { nil }
        set { _ = newValue }
    }
}
