internal import Capture
internal import Sockets
internal import Timing
internal import Wire

/// A socket whose datagrams are also written to a capture file.
@MainActor
final class CapturedSocket: DatagramSocket {
    private let socket: any DatagramSocket
    private let file: DatagramFile
    private let scheduler: any Scheduler

    init(_ socket: any DatagramSocket, to file: DatagramFile, scheduler: any Scheduler) {
        self.socket = socket
        self.file = file
        self.scheduler = scheduler
    }

    var address: SocketAddress { socket.address }

    var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)? {
        didSet {
            guard let onDatagram else {
                socket.onDatagram = nil
                return
            }
            socket.onDatagram = { [file, scheduler, address] bytes, source in
                file.append(bytes, from: source, to: address, at: scheduler.now)
                onDatagram(bytes, source)
            }
        }
    }

    var onUnsendable: (@MainActor () -> Void)? {
        get { socket.onUnsendable }
        set { socket.onUnsendable = newValue }
    }

    func send(_ bytes: [UInt8], to destination: SocketAddress) {
        file.append(bytes, from: address, to: destination, at: scheduler.now)
        socket.send(bytes, to: destination)
    }

    func close() { socket.close() }
}
