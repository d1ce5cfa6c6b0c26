public import Timing
public import Wire

/// The capture of one run: every datagram that went onto the wire, in order, in one file.
///
/// Call `record` for each datagram just after it was sent, and `drain` before the clock moves.
public final class CaptureSession {
    private enum Origin {
        case live(LiveRing, FrameSink)
        case ledger(FrameSink)
        case none
    }

    /// How many datagrams fit between two drains; `record` drains in time by itself.
    public static let ringCapacity = LiveRing.slots
    /// The longest UDP payload that a live capture holds in full.
    public static let largestDatagram = LiveRing.largestPayload

    /// Where the packets come from, which may be less than the ground promised.
    public let kind: CaptureKind
    /// What to tell the user when packets are not captured live although that was asked for.
    public let note: String?

    private let origin: Origin
    /// What the ring had lost before.
    private let droppedBefore: Int
    private var undrained = 0
    private var failure: CaptureError?

    /// Starts the capture into `file`.
    ///
    /// - Parameters:
    ///   - ground: where the process runs.
    ///   - file: the path of the pcap file, overwritten.
    ///   - epoch: the date of `Instant.start` in the file.
    ///   - keepsKernelTime: whether packets keep the time at which the kernel saw them (real clock) instead of the
    ///     instant at which they are drained (virtual clock).
    ///   - sourcePorts: on the host's interface, the ports from which the run's sockets send; all when empty.
    ///   - tap: what keeps the ring for the next session; without it, the session has one of its own.
    public init(
        ground: CaptureGround, file: String, epoch: Timestamp = .virtualStart, keepsKernelTime: Bool = false,
        sourcePorts: [ClosedRange<UInt16>] = [], tap: CaptureTap = CaptureTap()
    ) throws(CaptureError) {
        let isShared = ground.kind == .host
        let ring = try Self.openRing(ground, sourcePorts, tap)
        droppedBefore = try ring?.dropped() ?? 0
        kind = ring == nil && ground.isLive ? .ledger : ground.kind
        note = ring == nil && ground.isLive ? ground.advice.note : ground.note
        guard kind != .off else {
            origin = .none
            return
        }
        let sink = try FrameSink(
            file: file, epoch: epoch, keepsKernelTime: keepsKernelTime, isShared: isShared && ring != nil)
        origin = ring.map { .live($0, sink) } ?? .ledger(sink)
    }

    private static func openRing(
        _ ground: CaptureGround, _ sourcePorts: [ClosedRange<UInt16>], _ tap: CaptureTap
    ) throws(CaptureError) -> LiveRing? {
        do {
            return try tap.ring(on: ground, sourcePorts: sourcePorts)
        } catch {
            if ground.mode == .live { throw error }
            return nil
        }
    }

    /// Tells of a datagram that was just sent onto the wire, at the current instant.
    ///
    /// A live capture counts it; a capture from the ledger writes it; without capture nothing happens.
    public func record(from source: SocketAddress, to destination: SocketAddress, bytes: [UInt8], at instant: Instant) {
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

    /// Writes what was captured since the last time, stamped with `instant`; call it before the clock moves on.
    ///
    /// It costs nothing when nothing was sent since, except on the host's interface, where others fill the ring too.
    public func drain(at instant: Instant) {
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

    /// Reads what is left, completes the file, and tells what is in it.
    ///
    /// A ring of its own is given back when the session goes away, for which the kernel takes some 20 ms.
    public func finish(at instant: Instant) throws(CaptureError) -> CaptureTotals {
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

extension CaptureGround {
    /// Whether packets are to be captured from an interface.
    var isLive: Bool { kind == .namespace || kind == .host }
}
