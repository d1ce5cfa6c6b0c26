import Backend
import Sockets
import Timing
import Wire

/// A backend whose time and network advance only on request, so that every byte is the same each time.
@MainActor
final class StillWorld: Scheduler {
    private(set) var now = Instant.start
    var date: Timestamp { Timestamp.virtualStart.advanced(by: .nanoseconds(now.nanoseconds)) }
    private var timers = TimerQueue<@MainActor () -> Void>()
    private var sockets: [SocketAddress: Socket] = [:]
    private var underWay: [(bytes: [UInt8], from: SocketAddress, to: SocketAddress)] = []

    func schedule(at deadline: Instant, _ label: String, _ action: @escaping @MainActor () -> Void) -> WakeID {
        WakeID(timer: timers.schedule(action, at: max(deadline, now)))
    }

    func cancel(_ wake: WakeID) { _ = timers.cancel(wake.timer) }

    /// Delivers all datagrams, and those that they cause.
    func settle() {
        while !underWay.isEmpty {
            let datagram = underWay.removeFirst()
            sockets[datagram.to]?.onDatagram?(datagram.bytes, datagram.from)
        }
    }

    /// Lets time pass, and what is due in it happen.
    func pass(_ duration: Duration) {
        let end = now.advanced(by: duration)
        while let due = timers.popDue(at: end) {
            now = max(now, due.deadline)
            due.element()
            settle()
        }
        now = end
    }

    func bind(_ host: HostAddress, _ port: UInt16) -> Socket {
        let socket = Socket(SocketAddress(host: host, port: port)) { [weak self] in self?.underWay.append($0) }
        sockets[socket.address] = socket
        return socket
    }

    final class Socket: DatagramSocket {
        let address: SocketAddress
        var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?
        private let post: (([UInt8], SocketAddress, SocketAddress)) -> Void

        init(_ address: SocketAddress, post: @escaping (([UInt8], SocketAddress, SocketAddress)) -> Void) {
            self.address = address
            self.post = post
        }

        func send(_ bytes: [UInt8], to destination: SocketAddress) { post((bytes, address, destination)) }
        func close() { onDatagram = nil }
    }
}
