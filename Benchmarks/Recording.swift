import Capture
import Sockets
import Timing

/// The capture of what a network carries.
@MainActor
struct Recording {
    private let session: CaptureSession

    init(of network: Network, on environment: CaptureEnvironment, file: String) throws {
        let session = try CaptureSession(environment: environment, file: file)
        self.session = session
        network.onDatagram = { datagram in
            guard case .sent = datagram.fate else { return }
            session.record(from: datagram.from, to: datagram.to, bytes: datagram.bytes, at: datagram.time)
        }
    }

    /// Must be called before the clock moves.
    func drain(at now: Instant) {
        session.drain(at: now)
    }

    func finish(at now: Instant) throws {
        let totals = try session.finish(at: now)
        precondition(totals.mismatch == nil, totals.mismatch ?? "")
    }
}
