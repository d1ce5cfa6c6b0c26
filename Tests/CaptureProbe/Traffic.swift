import Capture
import Glibc
import Timing
import Wire

/// A kind of traffic on the wire.
enum Traffic: String {
    /// Three datagrams an instant, an instant every 250 ms and 7 ns.
    case steps
    /// The same, with datagrams to a closed port and from an unannounced socket in between.
    case noise
    /// One datagram of 1000, 2000, … bytes an instant.
    case growing
    /// As many datagrams as possible, told of, with an instant every 64 of them; prints the rate.
    case flood
    /// As many datagrams as possible, told of, at one instant without a drain.
    case burst
    /// As many unannounced datagrams as possible, and no drain.
    case overflow
    /// Like `steps`, in a file with the kernel's times.
    case realTime
    /// Like `steps`, in the second session of a tap, when the ring has run over in the first and a datagram came between.
    case second

    func run(_ count: Int, into session: CaptureSession) throws -> CaptureTotals {
        let client = try Socket(SocketAddress(host: HostAddress(127, 1, 0, 1), port: 40_001))
        let server = try Socket(SocketAddress(host: HostAddress(127, 0, 0, 1), port: 45_683))
        switch self {
        case .steps, .noise, .realTime, .second: try step(count, client, server, session)
        case .growing: grow(count, client, server, session)
        case .flood: flood(count, client, server, session)
        case .burst: burst(count, client, server, session)
        case .overflow: for _ in 0..<count { client.send([1, 2, 3], to: server.address) }
        }
        return try session.finish(at: .start)
    }

    /// A datagram that belongs to no session.
    static func strayOne() throws {
        let client = try Socket(SocketAddress(host: HostAddress(127, 1, 0, 1), port: 40_001))
        client.send([7], to: client.address)
    }

    private func step(_ count: Int, _ client: Socket, _ server: Socket, _ session: CaptureSession) throws {
        let stranger = try Socket(SocketAddress(host: HostAddress(127, 1, 0, 9), port: 40_009))
        for index in 0..<count {
            let now = Instant(nanoseconds: Int64(index / 3) * 250_000_007)
            let (from, to) = index.isMultiple(of: 2) ? (client, server) : (server, client)
            let payload = Array("datagram \(index)".utf8)
            from.send(payload, to: to.address)
            session.record(from: from.address, to: to.address, bytes: payload, at: now)
            if self == .noise { stranger.send([0xFF], to: SocketAddress(host: HostAddress(127, 9, 9, 9), port: 9)) }
            if index % 3 == 2 { session.drain(at: now) }
        }
    }

    private func grow(_ count: Int, _ client: Socket, _ server: Socket, _ session: CaptureSession) {
        for index in 1...count {
            let now = Instant(nanoseconds: Int64(index))
            let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: index * 1000)
            client.send(payload, to: server.address)
            session.record(from: client.address, to: server.address, bytes: payload, at: now)
            session.drain(at: now)
        }
    }

    private func burst(_ count: Int, _ client: Socket, _ server: Socket, _ session: CaptureSession) {
        for index in 0..<count {
            let payload = Array("datagram \(index)".utf8)
            client.send(payload, to: server.address)
            session.record(from: client.address, to: server.address, bytes: payload, at: .start)
        }
    }

    private func flood(_ count: Int, _ client: Socket, _ server: Socket, _ session: CaptureSession) {
        let payload = [UInt8](repeating: 0x45, count: 200)
        let clock = ContinuousClock()
        let time = clock.measure {
            for index in 0..<count {
                let now = Instant(nanoseconds: Int64(index / 64) * 1_000_000)
                client.send(payload, to: server.address)
                server.receive()
                session.record(from: client.address, to: server.address, bytes: payload, at: now)
                if index % 64 == 63 { session.drain(at: now) }
            }
        }
        print("rate=\(Int(Double(count) / (Double(time.nanoseconds) / 1e9)))")
    }
}
