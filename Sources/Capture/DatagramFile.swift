package import Timing
package import Wire

/// A capture file of the datagrams that sockets report.
package final class DatagramFile {
    private let writer: CaptureWriter
    private var frame = EthernetFrame()
    private let epoch: Timestamp

    /// Creates the file, or replaces it; the epoch is the date of the first instant.
    package init(_ file: String, epoch: Timestamp) throws(CaptureError) {
        writer = try CaptureWriter(file)
        self.epoch = epoch
    }

    /// Appends a datagram. One that is longer than UDP permits was never sent, and is left out.
    package func append(_ bytes: [UInt8], from source: SocketAddress, to destination: SocketAddress, at time: Instant) {
        guard bytes.count <= EthernetFrame.largestPayload else { return }
        frame.compose(from: source, to: destination, payload: bytes)
        writer.append(frame.bytes, wireLength: frame.bytes.count, at: CaptureStamp(epoch: epoch, instant: time))
    }

    /// Writes what is buffered, and reports errors of earlier writes.
    package func flush() throws(CaptureError) {
        try writer.flush()
    }
}
