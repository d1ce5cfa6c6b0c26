import Timing
import Wire

/// Processes each frame of a capture: it stamps, counts, digests and writes.
final class FrameSink {
    private(set) var totals = CaptureTotals()

    private let writer: CaptureWriter
    private var frame = EthernetFrame()
    private var digest = PayloadDigest()
    private var stamp: CaptureStamp
    private let epoch: Timestamp
    private let keepsKernelTime: Bool
    /// The sources of the process's own datagrams; nil when every captured datagram is its own.
    private var sources: Set<SocketAddress>?

    init(file: String, epoch: Timestamp, keepsKernelTime: Bool, isShared: Bool) throws(CaptureError) {
        writer = try CaptureWriter(file)
        self.epoch = epoch
        self.keepsKernelTime = keepsKernelTime
        sources = isShared ? [] : nil
        stamp = CaptureStamp(epoch: epoch, instant: .start)
    }

    /// Sets the time of the frames that follow.
    func setTime(_ instant: Instant) {
        stamp = CaptureStamp(epoch: epoch, instant: instant)
    }

    /// Counts a datagram that a socket sent.
    func countSent(from source: SocketAddress) {
        totals.sent += 1
        sources?.insert(source)
    }

    /// Writes a datagram that a socket reported.
    func write(from source: SocketAddress, to destination: SocketAddress, payload: [UInt8]) {
        frame.compose(from: source, to: destination, payload: payload)
        writer.append(frame.bytes, wireLength: frame.bytes.count, at: stamp)
        digest.add(payload.span)
        totals.captured += 1
    }

    /// Writes an IPv4 packet of a host behind a router.
    func write(packet: [UInt8]) {
        frame.compose(packet: packet)
        writer.append(frame.bytes, wireLength: frame.bytes.count, at: stamp)
        totals.sent += 1
        totals.captured += 1
    }

    /// Writes a captured frame of the process.
    func write(_ captured: UnsafeBufferPointer<UInt8>, wireLength: Int, kernelTime: CaptureStamp) {
        let isCut = captured.count < wireLength
        // The kernel's filter passes UDP over IPv4 only. A frame that cannot be dissected is a fragment of another
        // process.
        guard let datagram = try? UDPDatagram(captured.span, linkType: .ethernet, isCut: isCut),
            sources?.contains(datagram.source) ?? true
        else {
            totals.foreign += 1
            return
        }
        frame.copy(UnsafeRawBufferPointer(captured))
        if isCut {
            totals.cut += 1
        } else {
            frame.normalize(datagram)
        }
        writer.append(frame.bytes, wireLength: wireLength, at: keepsKernelTime ? kernelTime : stamp)
        digest.add(captured.span.extracting(datagram.payload))
        totals.captured += 1
    }

    /// Completes the file.
    func finish(dropped: Int) throws(CaptureError) -> CaptureTotals {
        try writer.flush()
        totals.dropped = dropped
        totals.payloadDigest = digest.value
        return totals
    }
}

extension CaptureStamp {
    /// Creates the time of an instant, clamped to the range.
    init(epoch: Timestamp, instant: Instant) {
        let (start, overflow) = epoch.milliseconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, further) = start.addingReportingOverflow(instant.nanoseconds)
        let total = overflow || further ? .max : max(0, sum)
        self.init(seconds: Int(total / 1_000_000_000), nanoseconds: Int(total % 1_000_000_000))
    }
}
