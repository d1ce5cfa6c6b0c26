import BackendCore
import Sockets
import Timing
import Wire

/// An SFU's second socket, for media. It uses the same machine as the signaling socket.
@MainActor
final class MediaPort {
    private let node: ServerNode<SFUMachine>
    private let socket: any DatagramSocket
    private let scheduler: any Scheduler

    init(_ node: ServerNode<SFUMachine>, socket: any DatagramSocket, scheduler: any Scheduler) {
        self.node = node
        self.socket = socket
        self.scheduler = scheduler
        node.onDatagram = { bytes, peer in socket.send(bytes, to: peer) }
        socket.onDatagram = { [weak self] bytes, peer in self?.receive(bytes, from: peer) }
        node.onStray = { [weak self] peer in
            guard let self else { return }
            self.node.perform(self.node.machine.receiveStray(from: peer, at: self.scheduler.now))
        }
    }

    /// Forwards media without a copy of the received bytes.
    private func receive(_ bytes: [UInt8], from peer: SocketAddress) {
        let effects = node.machine.receiveMedia(bytes, from: peer, at: scheduler.now) { [socket] in
            socket.send(bytes, to: $0)
        }
        node.perform(effects)
    }

    func close() {
        socket.close()
    }
}
