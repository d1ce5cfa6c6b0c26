package import Timing
package import Wire

/// The capture of one run: one file with every datagram that was sent, in order.
///
/// Call ``record(from:to:payload:)`` after each sent datagram, and ``drain(at:)`` before the clock advances.
package final class CaptureSession {
    private enum Origin {
        case live(LiveRing, FrameSink)
        case ledger(FrameSink)
        case none
    }

    /// The number of datagrams that fit between two drains. ``record(from:to:payload:)`` drains in time by itself.
    package static let ringCapacity = LiveRing.slots
    /// The longest UDP payload that a live capture holds in full.
    package static let largestDatagram = LiveRing.largestPayload

    /// The actual source of packets, which may be worse than the environment promised.
    package let kind: CaptureKind
    /// A note for the user when a requested live capture is not possible.
    package let note: String?

    private let origin: Origin
    /// The drops of the ring before this session.
    private let droppedBefore: Int
    private var undrained = 0
    private var failure: CaptureError?

    /// Starts the capture.
    ///
    /// - Parameters:
    ///   - environment: The network of the process.
    ///   - file: The path of the pcap file, which is overwritten.
    ///   - epoch: The date of `Instant.start` in the file.
    ///   - keepsKernelTime: True to keep the kernel's timestamps (real clock) instead of the instant of the drain
    ///     (virtual clock).
    ///   - sourcePorts: On the host's interface, the ports of the run's sockets; empty for all.
    ///   - tap: Keeps the ring for the next session. Without it the session has a ring of its own.
    package init(
        environment: CaptureEnvironment, file: String, epoch: Timestamp = .virtualStart, keepsKernelTime: Bool = false,
        sourcePorts: [ClosedRange<UInt16>] = [], tap: CaptureTap = CaptureTap()
    ) throws(CaptureError) {
        let isShared = environment.kind == .host
        let ring = try Self.openRing(environment, sourcePorts, tap)
        droppedBefore = try ring?.dropped() ?? 0
        kind = ring == nil && environment.isLive ? .ledger : environment.kind
        note = ring == nil && environment.isLive ? environment.advice.note : environment.note
        guard kind != .off else {
            origin = .none
            return
        }
        let sink = try FrameSink(
            file: file, epoch: epoch, keepsKernelTime: keepsKernelTime, isShared: isShared && ring != nil)
        origin = ring.map { .live($0, sink) } ?? .ledger(sink)
    }

    private static func openRing(
        _ environment: CaptureEnvironment, _ sourcePorts: [ClosedRange<UInt16>], _ tap: CaptureTap
    ) throws(CaptureError) -> LiveRing? {
        do {
            return try tap.ring(on: environment, sourcePorts: sourcePorts)
        } catch {
            if environment.mode == .live { throw error }
            return nil
        }
    }

    /// Records a datagram that was sent at the current instant.
    ///
    /// A live capture counts it, and a ledger capture writes it.
    package func record(from source: SocketAddress, to destination: SocketAddress, bytes: [UInt8], at instant: Instant)
    {
        switch origin {
        case .live(_, let sink):
            sink.countSent(from: source)
            undrained += 1
            if undrained >= Self.ringCapacity / 2 { drain(at: instant) }
        case .ledger(let sink):
            guard bytes.count <= EthernetFrame.largestPayload else { return }
            sink.setTime(instant)
            sink.countSent(from: source)
            sink.write(from: source, to: destination, payload: bytes)
        case .none: break
        }
    }

    /// Records an IPv4 packet that is not a UDP datagram. Only a ledger capture has any.
    package func record(packet: [UInt8], at instant: Instant) {
        guard case .ledger(let sink) = origin else { return }
        sink.setTime(instant)
        sink.write(packet: packet)
    }

    /// Writes the packets since the last call, with the time `instant`. Call it before the clock advances.
    ///
    /// It is free when no packet was sent since, except on the host's interface, where other processes fill the ring
    /// as well.
    package func drain(at instant: Instant) {
        guard undrained > 0 || kind == .host, case .live(let ring, let sink) = origin else { return }
        drain(ring, into: sink, at: instant)
    }

    private func drain(_ ring: LiveRing, into sink: FrameSink, at instant: Instant) {
        sink.setTime(instant)
        undrained = 0
        do {
            try ring.drain(into: sink)
        } catch {
            failure = failure ?? error
        }
    }

    /// Reads the remaining packets, completes the file and returns its totals.
    ///
    /// A ring of its own is closed with the session, which takes the kernel about 20 ms.
    package func finish(at instant: Instant) throws(CaptureError) -> CaptureTotals {
        switch origin {
        case .none: return CaptureTotals()
        case .ledger(let sink): return try sink.finish(dropped: 0)
        case .live(let ring, let sink):
            drain(ring, into: sink, at: instant)
            for _ in 0..<10 where sink.totals.captured < sink.totals.sent {
                ring.awaitFrame()
                drain(ring, into: sink, at: instant)
            }
            if let failure { throw failure }
            return try sink.finish(dropped: ring.dropped() - droppedBefore)
        }
    }
}

extension CaptureEnvironment {
    /// True when packets come from an interface.
    var isLive: Bool { kind == .namespace || kind == .host }
}
