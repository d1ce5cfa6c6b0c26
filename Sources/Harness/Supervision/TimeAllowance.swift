internal import Glibc

/// The wall-clock time that a process has for a piece of work. Waiting for a processor does not count, and neither does the
/// time in which the program was suspended, so a run does not time out on a busy machine or after Ctrl-Z.
struct TimeAllowance {
    /// The instant on the wall clock at which the time ends, unless the process waits for a processor before.
    private(set) var deadline: Double
    private let seconds: Double
    private var started: Double
    private let waited: Double

    /// - Parameter waited: The seconds that the process has waited for a processor so far.
    init(_ seconds: Double, from now: Double, waited: Double) {
        self.seconds = seconds
        self.waited = waited
        started = now
        deadline = now + seconds
    }

    /// Returns true when the time has ended; moves the deadline otherwise.
    mutating func isOver(at now: Double, waited: Double) -> Bool {
        deadline = started + seconds + max(0, waited - self.waited)
        return deadline <= now
    }

    /// Begins later by the time in which the program was suspended, but not in the future.
    mutating func resume(after pause: Double, at now: Double) {
        let begun = min(now, started + pause)
        deadline += begun - started
        started = begun
    }

    /// Returns the seconds that the main thread of a process was ready to run without a processor; 0 where the system
    /// does not count them.
    static func secondsWaited(by process: pid_t) -> Double {
        let line = FileStore.read("/proc/\(process)/schedstat", atMost: 256)
        let numbers = line.map { String(decoding: $0, as: UTF8.self) }
        // The second number is the time on the run queue, in nanoseconds.
        let waited = numbers?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        return (waited ?? 0) / 1e9
    }
}
