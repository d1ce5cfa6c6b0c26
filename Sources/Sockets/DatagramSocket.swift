public import Wire

/// A UDP socket, as protocols use it.
@MainActor
public protocol DatagramSocket: AnyObject {
    /// The local address.
    var address: SocketAddress { get }

    /// Called with each datagram and its source.
    var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)? { get set }

    /// Called when a datagram could not be sent because this host has no network. The fate of sent datagrams is not
    /// reported.
    var onUnsendable: (@MainActor () -> Void)? { get set }

    /// Sends a datagram. As usual for UDP, its arrival is not reported.
    func send(_ bytes: [UInt8], to destination: SocketAddress)

    /// Closes the socket.
    func close()
}

extension DatagramSocket {
    /// A socket that does not report missing networks.
    public var onUnsendable: (@MainActor () -> Void)? {
        get { nil }
        set { _ = newValue }
    }
}
