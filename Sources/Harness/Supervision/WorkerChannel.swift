internal import CProcess
internal import Glibc
internal import Journal

/// A worker's end of the channel to its supervisor. It receives tasks, and sends a report for each; then, when the
/// worker is fit for another task, ``ready``.
struct WorkerChannel {
    /// The line of a worker that is fit for another task.
    static let ready = Array("ready".utf8)

    private static let descriptor: Int32 = 3
    private var lines = LineReader()

    /// Waits for the next task. Returns nil when the channel closes.
    mutating func next() -> WorkerTask? {
        while true {
            if let line = lines.next() { return WorkerTask(line: line) }
            guard let bytes = Descriptor.readAvailable(from: Self.descriptor) else { return nil }
            lines.add(bytes)
        }
    }

    /// Sends a report after all printed output; returns false when the supervisor is gone.
    func send(_ report: WorkerReport) -> Bool {
        fflush(nil)
        return write(report.line)
    }

    /// Sends ``ready``; returns false when the supervisor is gone.
    func sendReady() -> Bool { write(Self.ready) }

    private func write(_ line: [UInt8]) -> Bool {
        let bytes = line + [UInt8(ascii: "\n")]
        return cpr_send(Self.descriptor, bytes, bytes.count) == 0
    }
}
