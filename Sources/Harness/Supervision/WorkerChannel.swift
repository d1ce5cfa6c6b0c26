internal import CProcess
internal import Glibc
internal import Journal

/// A worker's end of the channel to its supervisor: tasks come in, and for each of them a verdict goes out; then, when the
/// worker is fit for another one, the word for that.
struct WorkerChannel {
    /// The word of a worker that is fit for another task.
    static let ready = Array("ready".utf8)

    private static let descriptor: Int32 = 3
    private var lines = LineReader()

    /// Waits for the next task; nil when there is none any more.
    mutating func next() -> WorkerTask? {
        while true {
            if let line = lines.next() { return WorkerTask(line: line) }
            guard let bytes = Descriptor.readAvailable(from: Self.descriptor) else { return nil }
            lines.add(bytes)
        }
    }

    /// Hands a verdict over, after all that was printed; returns false when the supervisor is gone.
    func tell(_ verdict: Verdict) -> Bool {
        fflush(nil)
        return say(verdict.json)
    }

    /// Says that the worker is fit for another task; returns false when the supervisor is gone.
    func tellReady() -> Bool { say(Self.ready) }

    private func say(_ line: [UInt8]) -> Bool {
        let bytes = line + [UInt8(ascii: "\n")]
        return cpr_send(Self.descriptor, bytes, bytes.count) == 0
    }
}
